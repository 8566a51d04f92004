import { mailWanted } from "@/lib/accounts/events";
import { sendAccountMail } from "@/lib/accounts/mail-service";
import { inngest } from "@/lib/platform/jobs/client";

/** Writes and sends one mail. A server that is away for some hours loses none. */
export const sendMail = inngest.createFunction(
  { id: "send-mail", triggers: [{ event: mailWanted }], retries: 20, concurrency: 4 },
  // Its result is kept by the engine: nothing of the mail is in it.
  async ({ event, step }) =>
    step.run("send", () => sendAccountMail(event.data.kind, event.data.userId)),
);
