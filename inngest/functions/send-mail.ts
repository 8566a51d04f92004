import { mailRequested } from "@/lib/accounts/events";
import { sendAccountMail } from "@/lib/accounts/mail-service";
import { inngest } from "@/lib/platform/jobs/client";
import { reportMailRequested } from "@/lib/platform/mail/report-events";
import { sendReportMail } from "@/lib/reports/mail-service";

/** Retries cover some hours of a mail server's outage. */
const longRetries = { retries: 20, concurrency: 4 } as const;

/** Each writes and sends one mail; the engine stores a step's result, which has no part of it. */
export const mailFunctions = [
  inngest.createFunction(
    { id: "send-mail", triggers: [{ event: mailRequested }], ...longRetries },
    async ({ event: { data }, step }) =>
      step.run("send", () => sendAccountMail(data.kind, data.userId)),
  ),
  inngest.createFunction(
    { id: "send-report-mail", triggers: [{ event: reportMailRequested }], ...longRetries },
    async ({ event: { data }, step }) => step.run("send", () => sendReportMail(data.kind, data.id)),
  ),
];
