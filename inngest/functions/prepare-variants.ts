import { isAnythingPainted } from "@/lib/generation/jobs/queries";
import { pictureStored } from "@/lib/media/events";
import { prepareVariants as prepare } from "@/lib/media/service";
import { inngest } from "@/lib/platform/jobs/client";
import { expirePagesShowing } from "@/lib/stories/pages-service";

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
