import { expirePagesShowing } from "@/lib/generation/jobs/pages-service";
import { isAnythingPainted } from "@/lib/generation/queries";
import { prepareVariants as prepare } from "@/lib/media/service";
import { inngest } from "@/lib/platform/jobs/client";
import { pictureStored } from "@/lib/platform/jobs/events";

/** Makes the smaller encodings of a picture, when nobody waits for another one any more. */
export const prepareVariants = inngest.createFunction(
  {
    id: "prepare-variants",
    triggers: [{ event: pictureStored }],
    retries: 5,
    concurrency: 2,
  },
  async ({ event, step }) => {
    // The other panels of a scene that is being painted and shown just now go first.
    const mustWait = !event.data.soon && (await step.run("look", isAnythingPainted));
    if (mustWait) await step.sleep("let-the-scene-finish", "15s");
    const made = await step.run("encode", () => prepare(event.data.mediaId));
    if (made) await step.run("show", () => expirePagesShowing(event.data.mediaId));
  },
);
