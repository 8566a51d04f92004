import type { DecisionAction, ReportKind, ReportReason, SubjectKind } from "./schema";

/** What the form of a report names: a story with its scenes, or a person. */
export interface Reportable {
  kind: SubjectKind;
  id: string;
  /** The title, or the username. */
  name: string;
  scenes: { id: string; name: string }[];
}

/** What the page of a receipt says. */
export interface Receipt {
  number: number;
  kind: ReportKind;
  /** Null where strangers find nothing by it. */
  name: string | null;
  /** Deleted, and not only taken back or hidden. */
  isDeleted: boolean;
  sceneNumber: number | null;
  reason: ReportReason;
  words: string;
  createdAt: Date;
  decision: { kind: SubjectKind; action: DecisionAction; reason: string; createdAt: Date } | null;
}

/** A story or person, as the administrator sees what becomes of it. */
export interface SubjectState {
  kind: SubjectKind;
  id: string;
  /** The title, or the username. */
  name: string;
  href: string;
  /** Whose story it is, or who it is. */
  username: string;
  isHidden: boolean;
  /** As mature, by the administrator. */
  isMarked: boolean;
  /** What the profile says, of a person. */
  about: string;
}

export interface OpenSubject extends SubjectState {
  reports: {
    number: number;
    sceneNumber: number | null;
    reason: ReportReason;
    words: string;
    createdAt: Date;
    /** A username, or null for visitors and whom the account is gone. */
    reporter: string | null;
  }[];
  /** What the author says against what was decided. */
  objection: { words: string; at: Date; action: DecisionAction; reason: string } | null;
  /** Texts of the story that the moderation has refused. */
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
  /** Null where it is gone. */
  subject: SubjectState | null;
}

export interface AuditEntry {
  id: string;
  createdAt: Date;
  action: string;
  reason: string;
  /** Null for the command line and for whom the account is gone. */
  actor: string | null;
  subjectKind: SubjectKind | "call";
  subjectId: string | null;
  /** Null where it is a call, or its subject is gone. */
  subject: SubjectState | null;
}

/** A report of somebody's own, on their dashboard. */
export interface OwnReport {
  number: number;
  /** The last part of the address of its page. */
  token: string;
  createdAt: string;
  isDecided: boolean;
}
