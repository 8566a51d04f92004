import { randomUUID } from "node:crypto";
import { eventType } from "inngest";
import { id } from "@/lib/platform/http/ids";
import type { OutgoingEvent } from "@/lib/platform/jobs/events";
import { z } from "@/lib/platform/zod";

const kinds = ["receipt", "decided", "author"] as const;
export type ReportMailKind = (typeof kinds)[number];

/**
 * Somebody is to get a mail: whoever reported their receipt or the decision (the id is the report's),
 * or the author the decision (the id is the decision's).
 */
export const reportMailRequested = eventType("report/mail-wanted", {
  schema: z.object({ kind: z.enum(kinds), id }),
});

/** The event, to be sent with what it is about. */
export const requestReportMail = (kind: ReportMailKind, subject: string): OutgoingEvent => ({
  ...reportMailRequested.create({ kind, id: subject }),
  id: `report-mail:${kind}:${randomUUID()}`,
});
