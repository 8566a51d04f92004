import "server-only";
import sharp from "sharp";
import { z } from "zod";
import { checkReplicate } from "@/lib/platform/status/engine-checks";
import type { AnimatedVideo, AnimateRequest } from "../animator";
import type { DeferredProvider } from "../provider";
import { ProviderError } from "../provider-error";
import { markRetired } from "../retired-models";
import { seedNumber } from "../seed-number";
import { type VideoModelName, videoModels } from "./models";
import { createPredictionApi, type ReplicateSettings } from "./predictions";

const ticketShape = z.object({ label: z.string().max(200), seconds: z.number().max(3600) });

async function sizeOf(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  try {
    const { width = 1, height = 1 } = await sharp(bytes).metadata();
    return { width, height };
  } catch (cause) {
    throw new ProviderError(
      "video_failed",
      "The picture could not be read. Try another one.",
      "final",
      { cause },
    );
  }
}

/** Videos by an image-to-video model at Replicate that starts from the given picture. */
export function createReplicateAnimator(
  settings: ReplicateSettings & { model: VideoModelName },
): DeferredProvider<AnimateRequest, AnimatedVideo> {
  const model = videoModels[settings.model];
  const deferred = createPredictionApi<AnimateRequest, AnimatedVideo>(settings, {
    medium: "video",
    ticketOf: () => ({ ref: model.ref, label: model.label, seconds: model.seconds }),
    promptOf: ({ prompt }) => prompt,
    async inputOf({ image, seed }, prompt, _, attach) {
      const [address = ""] = await attach([image.bytes]);
      const size = await sizeOf(image.bytes);
      return model.input({ prompt, ...size, image: address, seed: seedNumber(seed) });
    },
    onModelRetired(_, ref) {
      markRetired("replicate", ref, null);
      return false;
    },
    async resultOf(bytes, ticket) {
      return { bytes, model: ticketShape.parse(ticket).label };
    },
    unitsOf: (ticket) => ({ seconds: ticketShape.parse(ticket).seconds }),
  });
  return {
    name: "Replicate",
    vendor: "Replicate",
    demo: false,
    check: checkReplicate,
    billed: () => ({ provider: "replicate", model: model.ref, seconds: model.seconds }),
    deferred,
  };
}
