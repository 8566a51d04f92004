import "server-only";
import type { MailText } from "@/lib/accounts/mail-templates";
import { db } from "@/lib/platform/db";
import { mailer } from "@/lib/platform/mail";
import type { ReportMailKind } from "@/lib/platform/mail/report-events";
import { absoluteUrl } from "@/lib/platform/site";
import { actionTexts, consequences } from "./labels";
import { authorDecisionMail, decisionMail, receiptMail } from "./mail-templates";
import type { DecisionAction, SubjectKind } from "./schema";

/** Writes and sends a mail, unless the recipient has no address. */
export async function sendReportMail(kind: ReportMailKind, id: string): Promise<void> {
  const mail = kind === "author" ? await toAuthor(id) : await toReporter(kind, id);
  if (mail) await mailer().send(mail);
}

async function toReporter(
  kind: "receipt" | "decided",
  id: string,
): Promise<({ to: string } & MailText) | null> {
  const report = await db.report.findUnique({
    where: { id },
    select: {
      number: true,
      token: true,
      email: true,
      reporter: { select: { username: true, email: true } },
      decision: { select: { kind: true, action: true, reason: true } },
    },
  });
  const to = report?.reporter?.email ?? report?.email;
  if (!report || !to) return null;
  const { number, reporter, decision } = report;
  const username = reporter?.username ?? null;
  const page = absoluteUrl(`/report/${report.token}`);
  if (kind === "receipt") return { to, ...receiptMail(username, number, page) };
  if (!decision) return null;
  const text = textOf(decision);
  return { to, ...decisionMail(username, number, { text, reason: decision.reason }, page) };
}

async function toAuthor(id: string): Promise<({ to: string } & MailText) | null> {
  const decision = await db.decision.findUnique({
    where: { id },
    select: {
      kind: true,
      action: true,
      reason: true,
      endedAt: true,
      objectedAt: true,
      author: { select: { username: true, email: true } },
    },
  });
  if (!decision?.author) return null;
  const { author, endedAt, objectedAt, reason } = decision;
  const consequence =
    consequences[`${decision.kind as SubjectKind} ${decision.action as DecisionAction}`] ?? "";
  const mayObject = endedAt === null && objectedAt === null;
  const details = { text: textOf(decision), consequence, reason, mayObject };
  return {
    to: author.email,
    ...authorDecisionMail(author.username, details, absoluteUrl("/dashboard")),
  };
}

const textOf = ({ kind, action }: { kind: string; action: string }) =>
  actionTexts[kind as SubjectKind][action as DecisionAction];
