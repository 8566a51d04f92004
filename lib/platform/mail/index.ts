import "server-only";
import { env } from "../env";
import type { Mailer } from "./mailer";
import { createShownMailer } from "./shown";
import { createSmtpMailer } from "./smtp";

/** Who takes mail; the only place that chooses. */
export function mailer(): Mailer {
  const { SMTP_URL: url, MAIL_FROM: from } = env();
  return url && from ? createSmtpMailer({ url, from }) : createShownMailer();
}
