import "server-only";
import { setTimeout } from "node:timers/promises";
import { demoReferences } from "@/lib/ai/demo-name";
import type { PaintedImage, PainterModels, PaintRequest } from "@/lib/ai/painter";
import type { ImmediateProvider } from "@/lib/ai/provider";
import { compose } from "./painting/compose";
import { editPicture } from "./painting/edit-picture";
import { encodePicture, renderPixels } from "./painting/render";
import { inColoursOf } from "./painting/style-picture";
import { runDemoCall } from "./run-demo-call";

const name = "Demo studio";
const onlyFromTheFront =
  "The demo studio draws figures from the front only: upload a picture from behind.";
type DemoPainter = PainterModels & ImmediateProvider<PaintRequest, PaintedImage>;
const usage = { kind: "image", units: { images: 1 } } as const;

/**
 * The painter of the demo studio: draws every picture itself, without a network, deterministically
 * for each request. Figures follow from their id and the words of their description, so that none of
 * its pictures waits for a portrait.
 * @param options.delayMs minimum time of a picture, milliseconds
 */
export function createDemoPainter({ delayMs = 0 } = {}): DemoPainter {
  return {
    name,
    demo: true,
    takesMask: () => true,
    looksFollowSeed: true,
    maxReferences: () => demoReferences,
    make(request: PaintRequest): Promise<PaintedImage> {
      const { signal } = request;
      const failure = "The picture could not be painted. Please try again.";
      return runDemoCall(request, ["image_failed", failure], usage, async () => {
        const delay = delayMs > 0 && setTimeout(delayMs, undefined, { signal });
        const [drawn] = await Promise.all([draw(request), delay]);
        signal?.throwIfAborted();
        return drawn;
      });
    },
  };
}

async function draw(request: PaintRequest) {
  const { initialImage, signal } = request;
  if (!initialImage) {
    const composition = compose(request);
    const drawn = await renderPixels(composition, signal);
    const style = request.references?.find(({ role }) => role === "style");
    const bytes = await encodePicture(style ? await inColoursOf(style.bytes, drawn) : drawn);
    const isFromBehind = request.kind === "reference" && /\bbehind\b/i.test(request.prompt);
    return { bytes, faces: composition.faces, ...(isFromBehind && { note: onlyFromTheFront }) };
  }
  const from = (await initialImage.loadProvenance?.()) ?? null;
  // A picture of another painter is not drawn again.
  const own = from?.model === name ? from : null;
  const { pixels, ...refined } = await editPicture(request, initialImage.bytes, own);
  return { bytes: await encodePicture(pixels), ...refined };
}
