import { emailSchema } from "@/lib/accounts/schema";
import { id } from "@/lib/platform/http/ids";
import { requiredText } from "@/lib/platform/text/required-text";
import { z } from "@/lib/platform/zod";

/** Kinds of subjects of a decision; the subject of a report of a scene is its story. */
const subjectKind = z.enum(["story", "author"]);
export type SubjectKind = z.infer<typeof subjectKind>;
export const reportKinds = ["story", "scene", "author"] as const;
export type ReportKind = (typeof reportKinds)[number];

export const reportReasons = [
  "illegal",
  "children",
  "hate",
  "adult",
  "copyright",
  "private",
  "spam",
  "other",
] as const;
export type ReportReason = (typeof reportReasons)[number];

const words = (what: string, longest: number) =>
  requiredText(what).max(longest, `Please say it in ${longest} characters or less`);
export const maxLength = { report: 2000, reason: 1000, objection: 2000 } as const;

const reason = z.enum(reportReasons, "Please choose a reason");
const reportWords = words("Please describe the problem", maxLength.report);

export const reportBody = z.strictObject({
  kind: z.enum(reportKinds),
  /** Id of the story, scene or person. */
  id,
  reason,
  words: reportWords,
  /** The address of a visitor, who has no account. */
  email: emailSchema.optional(),
});
export type ReportInput = z.infer<typeof reportBody>;

/** The form of a report. */
export const reportForm = z.object({
  /** The id of one scene, or empty for the whole story. */
  scene: z.string().max(100),
  reason: z
    .string()
    .max(20)
    .refine((one) => reportReasons.some((known) => known === one), "Please choose a reason"),
  words: reportWords,
  email: z.union([z.literal(""), emailSchema]),
});
export type ReportForm = z.infer<typeof reportForm>;

/** The decision is mailed to this address; reports of harm to children may omit it. */
export const needsEmail = (reason: string): boolean => reason !== "children";
export const emailMissing = "Please give your email, so that we can tell you what was decided";

export const receiptDto = z
  .object({
    number: z.number().int(),
    /** The last part of the address of its page, /report/{token}. */
    token: z.string(),
    /** Whether a mail with it is on its way. */
    isMailed: z.boolean(),
  })
  .meta({ id: "ReportReceipt" });
export type ReportReceipt = z.infer<typeof receiptDto>;

export const decisionActions = ["hide", "restore", "mature", "dismiss"] as const;
export type DecisionAction = (typeof decisionActions)[number];

const decisionReason = words("Please give the reason in words", maxLength.reason);
export const decisionBody = z.strictObject({
  kind: subjectKind,
  /** Id of the story or person. */
  id,
  action: z.enum(decisionActions),
  /** For the author and the reporters. */
  reason: decisionReason,
});
export type DecisionInput = z.infer<typeof decisionBody>;

export const decisionParams = z.object({ decisionId: id });
export const objectionBody = z.strictObject({
  words: words("Please say why the decision is wrong", maxLength.objection),
});

export const decisionDto = z
  .object({
    _id: id,
    kind: subjectKind,
    /** Null for decisions on a person, and for deleted stories. */
    storyId: id.nullable(),
    storyTitle: z.string().nullable(),
    action: z.enum(decisionActions),
    reason: z.string(),
    createdAt: z.iso.datetime(),
    objection: z.string().nullable(),
    /** A later decision holds instead. */
    isOver: z.boolean(),
    /** Whether its author may still object to it. */
    mayObject: z.boolean(),
  })
  .meta({ id: "Decision" });
export type Decision = z.infer<typeof decisionDto>;
