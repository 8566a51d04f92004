import { type Letter, letter } from "@/lib/accounts/mails";
import { brand } from "@/lib/platform/brand";

/** Nothing that somebody typed goes to an address that somebody else may have typed. */
export const receiptLetter = (username: string | null, number: number, page: string): Letter =>
  letter(
    `Your report ${number} at ${brand.name}`,
    username ?? "there",
    `We have your report, number ${number}. Somebody looks at it and decides; here you read what was decided:`,
    page,
    "If you did not report anything, leave this mail alone.",
  );

export const decidedLetter = (
  username: string | null,
  number: number,
  decision: { text: string; reason: string },
  page: string,
): Letter =>
  letter(
    `Decided: your report ${number} at ${brand.name}`,
    username ?? "there",
    `Your report ${number} was decided. ${decision.text}, for this reason:`,
    decision.reason,
    page,
  );

export const authorLetter = (
  username: string,
  decision: { text: string; consequence: string; reason: string; mayObject: boolean },
  dashboard: string,
): Letter =>
  letter(
    `A decision about your work at ${brand.name}`,
    username,
    `${decision.text}. ${decision.consequence}`.trim(),
    `The reason: ${decision.reason}`,
    decision.mayObject
      ? "If you think that this is wrong, you can object once, on your dashboard:"
      : "Your dashboard has it too:",
    dashboard,
  );
