import { composeMail, type MailText } from "@/lib/accounts/mail-templates";
import { brand } from "@/lib/platform/brand";

/** A visitor's address may be another person's, so no typed text goes to it. */
export const receiptMail = (username: string | null, number: number, page: string): MailText =>
  composeMail(
    `Your report ${number} at ${brand.name}`,
    username ?? "there",
    `We have your report, number ${number}. We will review it. The decision will be shown here:`,
    page,
    "If you did not report anything, ignore this email.",
  );

export const decisionMail = (
  username: string | null,
  number: number,
  decision: { text: string; reason: string },
  page: string,
): MailText =>
  composeMail(
    `Decided: your report ${number} at ${brand.name}`,
    username ?? "there",
    `Your report ${number} was decided. ${decision.text}, for this reason:`,
    decision.reason,
    page,
  );

export const authorDecisionMail = (
  username: string,
  decision: { text: string; consequence: string; reason: string; mayObject: boolean },
  dashboard: string,
): MailText =>
  composeMail(
    `A decision about your work at ${brand.name}`,
    username,
    `${decision.text}. ${decision.consequence}`.trim(),
    `The reason: ${decision.reason}`,
    decision.mayObject
      ? "If you think that this is wrong, you can object once, on your dashboard:"
      : "Your dashboard has it too:",
    dashboard,
  );
