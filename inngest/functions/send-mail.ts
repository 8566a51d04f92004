import { mailRequested } from "@/lib/accounts/events";
import { sendAccountMail } from "@/lib/accounts/mail-service";
import { inngest } from "@/lib/platform/jobs/client";
import { reportMailRequested } from "@/lib/reports/events";
import { sendReportMail } from "@/lib/reports/mail-service";

/** Retries cover some hours of a mail server's outage. */
const longRetries = { retries: 20, concurrency: 4 } as const;

/** Writes and sends one mail. */
export const sendMail = inngest.createFunction(
  { id: "send-mail", triggers: [{ event: mailRequested }], ...longRetries },
  // The engine stores the step's result: it contains no part of the mail.
  async ({ event, step }) =>
    step.run("send", () => sendAccountMail(event.data.kind, event.data.userId)),
);

/** The same for mails about reports and decisions. */
export const sendReportsMail = inngest.createFunction(
  { id: "send-report-mail", triggers: [{ event: reportMailRequested }], ...longRetries },
  async ({ event, step }) => step.run("send", () => sendReportMail(event.data.kind, event.data.id)),
);
