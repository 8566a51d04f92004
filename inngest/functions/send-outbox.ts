import { inngest } from "@/lib/platform/jobs/client";
import { sweepOutbox } from "@/lib/platform/jobs/outbox-service";

/** Sends events that were left behind, also where no process lives long enough to sweep. */
export const sendOutbox = inngest.createFunction(
  { id: "send-outbox", triggers: [{ cron: "* * * * *" }], retries: 1, concurrency: 1 },
  async ({ step }) => step.run("send", () => sweepOutbox()),
);
