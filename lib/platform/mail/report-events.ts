import { randomUUID } from "node:crypto";
import { eventType } from "inngest";
import { id } from "@/lib/platform/http/ids";
import type { OutgoingEvent } from "@/lib/platform/jobs/events";
import { z } from "@/lib/platform/zod";

const kinds = ["receipt", "decided", "author"] as const;
export type ReportMailKind = (typeof kinds)[number];

/**
 * A mail is due: a receipt or decision to a reporter (the id is the report's), or a decision to the
 * author (the id is the decision's).
 */
export const reportMailRequested = eventType("report/mail-wanted", {
  schema: z.object({ kind: z.enum(kinds), id }),
});

/** Builds the event, to be sent in the transaction of the change. */
export const requestReportMail = (kind: ReportMailKind, subject: string): OutgoingEvent => ({
  ...reportMailRequested.create({ kind, id: subject }),
  id: `report-mail:${kind}:${randomUUID()}`,
});
