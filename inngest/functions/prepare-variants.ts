import { prepareVariants as prepare } from "@/lib/media/service";
import { inngest } from "@/lib/platform/jobs/client";
import { pictureStored } from "@/lib/platform/jobs/events";

/** Makes the smaller encodings of a picture, when nobody waits for it any more. */
export const prepareVariants = inngest.createFunction(
  {
    id: "prepare-variants",
    triggers: [{ event: pictureStored }],
    retries: 5,
    concurrency: 2,
  },
  async ({ event, step }) => {
    // The other panels of its scene are being painted and shown just now: they go first.
    if (!event.data.soon) await step.sleep("let-the-scene-finish", "15s");
    await step.run("encode", () => prepare(event.data.mediaId));
  },
);
