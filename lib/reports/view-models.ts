import type { DecisionAction, ReportKind, ReportReason, SubjectKind } from "./schema";

/** The subject in a report's form: a story with its scenes, or a person. */
export interface Reportable {
  kind: SubjectKind;
  id: string;
  /** The title, or the username. */
  name: string;
  scenes: { id: string; name: string }[];
}

/** Data of a receipt's page. */
export interface Receipt {
  number: number;
  kind: ReportKind;
  /** Null if the address is not public. */
  name: string | null;
  /** Deleted, not only unpublished or hidden. */
  isDeleted: boolean;
  sceneNumber: number | null;
  reason: ReportReason;
  words: string;
  createdAt: Date;
  decision: { kind: SubjectKind; action: DecisionAction; reason: string; createdAt: Date } | null;
}

/** A story or person with its present state, for the administrator. */
export interface SubjectState {
  kind: SubjectKind;
  id: string;
  /** The title, or the username. */
  name: string;
  href: string;
  /** The author of the story, or the person. */
  username: string;
  isHidden: boolean;
  /** Marked as mature by the administrator. */
  isMarked: boolean;
  /** Of a person: the texts of the profile. */
  about: string;
}

export interface OpenSubject extends SubjectState {
  reports: {
    number: number;
    sceneNumber: number | null;
    reason: ReportReason;
    words: string;
    createdAt: Date;
    /** A username, or null for visitors and deleted accounts. */
    reporter: string | null;
  }[];
  /** The author's objection. */
  objection: { words: string; at: Date; action: DecisionAction; reason: string } | null;
  /** Texts of the story that moderation has refused. */
  refusedTexts: number;
}

export interface Decided {
  id: string;
  kind: SubjectKind;
  action: DecisionAction;
  reason: string;
  createdAt: Date;
  /** Numbers of the reports that it answers. */
  reports: number[];
  /** Null for a deleted subject. */
  subject: SubjectState | null;
}

export interface AuditEntry {
  id: string;
  createdAt: Date;
  action: string;
  reason: string;
  /** Null for the command line and for deleted accounts. */
  actor: string | null;
  subjectKind: SubjectKind | "call";
  subjectId: string | null;
  /** Null for an API call, or a deleted subject. */
  subject: SubjectState | null;
}

/** The viewer's report, on their dashboard. */
export interface OwnReport {
  number: number;
  /** The last part of the address of its page. */
  token: string;
  createdAt: string;
  isDecided: boolean;
}
