import "server-only";
import { env } from "../env";
import { createLogMailer } from "./log-mailer";
import type { Mailer } from "./mailer";
import { createSmtpMailer } from "./smtp-mailer";

/** The only place that chooses the adapter for mail. */
export function mailer(): Mailer {
  const { SMTP_URL: url, MAIL_FROM: from } = env();
  return url && from ? createSmtpMailer({ url, from }) : createLogMailer();
}
