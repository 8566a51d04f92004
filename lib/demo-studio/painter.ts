import "server-only";
import { setTimeout } from "node:timers/promises";
import type { PaintedImage, Painter, PaintRequest } from "@/lib/ai/painter";
import { AppError } from "@/lib/platform/errors";
import { failOnPurpose } from "./failing";
import { compose } from "./painting/compose";
import { refine } from "./painting/refine";
import { encodePicture, renderPixels } from "./painting/render";

const name = "Demo studio";
const failed = (cause?: unknown) =>
  new AppError("image_failed", "The picture could not be painted. Please try again.", { cause });

/**
 * The painter of the demo studio: draws every picture itself, without a network, and always the
 * same one for the same request. Figures follow from their id and the words of their description,
 * so it needs no reference portraits.
 * @param options.delayMs Least time a picture takes, milliseconds.
 */
export function createDemoPainter(options: { delayMs?: number } = {}): Painter {
  return {
    name,
    demo: true,
    maxReferences: () => 0,
    async paint(request: PaintRequest): Promise<PaintedImage> {
      const { width, height, signal } = request;
      const start = performance.now();
      signal?.throwIfAborted();
      failOnPurpose(request.prompt, failed());
      const drawn = await draw(request);
      const rest = (options.delayMs ?? 0) - (performance.now() - start);
      if (rest > 0) await setTimeout(rest, undefined, signal ? { signal } : {});
      signal?.throwIfAborted();
      request.onUsage?.({
        ...{ provider: "demo", model: "demo", kind: "image", outcome: "completed" },
        milliseconds: performance.now() - start,
        units: { images: 1 },
      });
      return { ...drawn, mediaType: "image/jpeg", width, height };
    },
  };
}

async function draw(
  request: PaintRequest,
): Promise<Pick<PaintedImage, "bytes" | "faces" | "note">> {
  const { initialImage, signal } = request;
  try {
    if (initialImage) {
      const from = (await initialImage.madeFrom?.()) ?? null;
      // What another painter made is not drawn again.
      const own = from?.model === name ? from : null;
      const { pixels, ...refined } = await refine(request, initialImage.bytes, own);
      return { bytes: await encodePicture(pixels), ...refined };
    }
    const composition = compose(request);
    const pixels = await renderPixels(composition, signal);
    return { bytes: await encodePicture(pixels), faces: composition.faces };
  } catch (error) {
    if (error instanceof AppError || signal?.aborted) throw error;
    throw failed(error);
  }
}
