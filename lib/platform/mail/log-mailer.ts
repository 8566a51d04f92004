import "server-only";
import { log } from "../log";
import type { Mail, Mailer } from "./mailer";

export interface LoggedMail extends Mail {
  at: Date;
}

const maxMails = 20;
const holder = globalThis as { inkwrightShownMail?: LoggedMail[] };

/** The newest mails that nobody delivered, newest first. Their links open accounts. */
export const listLoggedMails = (): readonly LoggedMail[] => holder.inkwrightShownMail ?? [];

/**
 * Where no mail server is set: whoever runs the site reads mail in its log and, as administrator, on
 * `/setup`. It is kept by this process alone, since links in a database would be links for whoever
 * reads a copy of it.
 */
export function createLogMailer(): Mailer {
  return {
    name: "None",
    delivers: false,
    async send(mail) {
      log.info({ mail }, "a mail that nobody delivers, as SMTP_URL is not set");
      const mails = [{ ...mail, at: new Date() }, ...listLoggedMails()];
      holder.inkwrightShownMail = mails.slice(0, maxMails);
    },
  };
}
