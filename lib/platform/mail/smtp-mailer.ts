import "server-only";
import { createTransport } from "nodemailer";
import { log } from "../log";
import { recordEngineStatus } from "../status/engine-status";
import type { Mail, Mailer } from "./mailer";

interface SmtpOptions {
  url: string;
  from: string;
}

/** Milliseconds. nodemailer's defaults are minutes; the calling function retries. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/**
 * Whether the server permanently refused the recipient; other permanent errors, such as a wrong
 * password, do not count.
 */
const isRefusedAddress = (error: unknown) => {
  const { permanent, command } = error as { permanent?: boolean; command?: string };
  return permanent === true && command === "RCPT TO";
};

/** Mail through an SMTP server, with a connection per mail. */
export function createSmtpMailer({ url, from }: SmtpOptions): Mailer {
  const name = `SMTP at ${new URL(url).host}`;
  const transport = createTransport({ url, ...timeouts });
  return {
    name,
    delivers: true,
    async send({ to, subject, text }: Mail) {
      try {
        await transport.sendMail({
          from,
          to,
          subject,
          text,
          // Tells auto-responders not to answer.
          headers: { "Auto-Submitted": "auto-generated" },
          disableFileAccess: true,
          disableUrlAccess: true,
        });
        recordEngineStatus("mail", name, null);
      } catch (error) {
        if (isRefusedAddress(error)) {
          log.warn({ subject }, "the mail server refused a recipient");
          return;
        }
        recordEngineStatus(
          "mail",
          name,
          "It did not take a mail. It is tried again for some hours.",
        );
        throw error;
      }
    },
    async check() {
      await transport.verify().catch((cause: unknown) => {
        const message = "The mail server could not be reached, or refused the sign-in.";
        throw new Error(message, { cause });
      });
    },
  };
}
