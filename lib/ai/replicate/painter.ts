import "server-only";
import { z } from "zod";
import { complete } from "../deferred";
import type { PaintedImage, Painter, PaintRequest } from "../painter";
import { renderPaintingPrompt } from "../painting-prompt";
import { fitPicture, picturesOf, toDataUri } from "../pictures";
import { ProviderError } from "../provider-error";
import { type ReplicateModel, replicateModels } from "./models";

import { predictions, type ReplicateSettings, seedNumber } from "./predictions";

const lookEvery = 1_000;

const ticketShape = z.object({ model: z.string(), width: z.number(), height: z.number() });

function modelOf(request: Pick<PaintRequest, "model">): ReplicateModel {
  const model = replicateModels[request.model];
  if (model) return model;
  throw new ProviderError(
    "image_failed",
    "This model is not offered any more. Please choose another one in the story's settings.",
    "final",
  );
}

/** Pictures by the image models at Replicate; which one, each story chooses. */
export function createReplicatePainter(settings: ReplicateSettings): Painter {
  const deferred = predictions<PaintRequest, PaintedImage>(settings, {
    medium: "image",
    ticketOf: (request) => ({
      ref: modelOf(request).ref,
      model: request.model,
      width: request.width,
      height: request.height,
    }),
    promptOf: renderPaintingPrompt,
    async inputOf(request, prompt) {
      const model = modelOf(request);
      const pictures = picturesOf(request).slice(0, model.maxReferences);
      return model.input({
        prompt,
        width: request.width,
        height: request.height,
        images: await Promise.all(pictures.map((bytes) => toDataUri(bytes))),
        seed: seedNumber(request.seed),
      });
    },
    async resultOf(bytes, ticket) {
      const { model, ...wanted } = ticketShape.parse(ticket);
      const fitted = await fitPicture(bytes, wanted);
      // Where heads are in it, nobody says.
      return { ...fitted, mediaType: "image/jpeg", faces: [], model };
    },
    unitsOf: () => ({ images: 1 }),
  });
  return {
    name: "Replicate",
    demo: false,
    billed: (model) => ({ provider: "replicate", model: replicateModels[model]?.ref ?? model }),
    maxReferences: (model) => replicateModels[model]?.maxReferences ?? 0,
    paint: (request) => complete(deferred, request, settings.lookEvery ?? lookEvery),
    deferred,
  };
}
