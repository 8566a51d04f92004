import "server-only";
import { log } from "../log";
import type { Mail, Mailer } from "./mailer";

export interface LoggedMail extends Mail {
  at: Date;
}

const maxMails = 20;
const holder = globalThis as { inkwrightShownMail?: LoggedMail[] };

/** Undelivered mails, newest first. Their links open accounts. */
export const listLoggedMails = (): readonly LoggedMail[] => holder.inkwrightShownMail ?? [];

/**
 * The adapter without a mail server: mails go into the log and, for the administrator, to `/setup`.
 * They are kept in memory only, because a copy of a database with their links would open accounts.
 */
export function createLogMailer(): Mailer {
  return {
    name: "None",
    delivers: false,
    async send(mail) {
      log.info({ mail }, "mail not delivered: SMTP_URL is not set");
      const mails = [{ ...mail, at: new Date() }, ...listLoggedMails()];
      holder.inkwrightShownMail = mails.slice(0, maxMails);
    },
  };
}
