import "server-only";
import { z } from "zod";
import { checkReplicate } from "@/lib/platform/status/engine-checks";
import type { PaintedImage, PainterModels, PaintRequest } from "../painter";
import { fitPicture } from "../pictures";
import { referencesOf, renderPaintingPrompt } from "../prompts/painting-prompt";
import type { DeferredProvider } from "../provider";
import { isRetired, markRetired } from "../retired-models";
import { seedNumber } from "../seed-number";
import { ModelRetiredError } from "./errors";
import { type ReplicateModel, replicateModels } from "./models";
import { createPredictionApi, type ReplicateSettings } from "./predictions";

const ticketShape = z.object({
  ref: z.string().max(200),
  model: z.string().max(200),
  width: z.number().max(10_000),
  height: z.number().max(10_000),
});

/** The model for a story's value: the named one, or its successor once it is retired. */
function activeModel(value: string): ReplicateModel | undefined {
  const chain = replicateModels[value];
  return chain?.find(({ ref }) => !isRetired(ref)) ?? chain?.at(-1);
}

function modelOf({ model }: Pick<PaintRequest, "model">, ref?: string): ReplicateModel {
  const found = ref ? replicateModels[model]?.find((one) => one.ref === ref) : activeModel(model);
  if (found) return found;
  throw new ModelRetiredError("image", new Error(`no model ${ref ?? model}`));
}

/** Pictures by the image models at Replicate; each story chooses its model. */
export function createReplicatePainter(
  settings: ReplicateSettings,
): PainterModels & DeferredProvider<PaintRequest, PaintedImage> {
  const deferred = createPredictionApi<PaintRequest, PaintedImage>(settings, {
    medium: "image",
    ticketOf: (request) => ({
      ref: modelOf(request).ref,
      model: request.model,
      width: request.width,
      height: request.height,
    }),
    promptOf: (request, ref) => renderPaintingPrompt(request, modelOf(request, ref).maxReferences),
    async inputOf(request, prompt, ref, attach) {
      const { maxReferences, maxInputSide, input } = modelOf(request, ref);
      const pictures = referencesOf(request, maxReferences);
      return input({
        prompt,
        width: request.width,
        height: request.height,
        images: await attach(
          pictures.map(({ bytes }) => bytes),
          maxInputSide,
        ),
        seed: seedNumber(request.seed),
      });
    },
    onModelRetired({ model }, ref) {
      const next = replicateModels[model]?.find((one) => one.ref !== ref && !isRetired(one.ref));
      markRetired("replicate", ref, next?.ref ?? null);
      return next !== undefined;
    },
    async resultOf(bytes, ticket) {
      const { model, ref, ...wanted } = ticketShape.parse(ticket);
      const painter = replicateModels[model]?.find((one) => one.ref === ref)?.label ?? model;
      // The models report no faces.
      return { bytes: await fitPicture(bytes, wanted), faces: [], model: painter };
    },
    unitsOf: () => ({ images: 1 }),
  });
  return {
    name: "Replicate",
    vendor: "Replicate",
    demo: false,
    check: checkReplicate,
    billed: (model = "") => ({ provider: "replicate", model: activeModel(model)?.ref ?? model }),
    successorOf: (model) => activeModel(model)?.label ?? null,
    maxReferences: (model) => activeModel(model)?.maxReferences ?? 0,
    deferred,
  };
}
