import "server-only";
import { log } from "../log";
import type { Mail, Mailer } from "./mailer";

export interface ShownMail extends Mail {
  at: Date;
}

const longest = 20;
const holder = globalThis as { inkwrightShownMail?: ShownMail[] };

/** The newest mails that nobody delivered, newest first. Their links open accounts. */
export const shownMail = (): readonly ShownMail[] => holder.inkwrightShownMail ?? [];

/**
 * Where no mail server is set: whoever runs the site reads mail in its log and, as administrator, on
 * `/setup`. It is kept by this process alone, since links in a database would be links for whoever
 * reads a copy of it.
 */
export function createShownMailer(): Mailer {
  return {
    name: "None",
    delivers: false,
    async send(mail) {
      log.info({ mail }, "a mail that nobody delivers, as SMTP_URL is not set");
      const kept = [{ ...mail, at: new Date() }, ...shownMail()];
      holder.inkwrightShownMail = kept.slice(0, longest);
    },
  };
}
