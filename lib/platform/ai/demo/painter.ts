import "server-only";
import { setTimeout } from "node:timers/promises";
import type { PaintedImage, Painter, PaintRequest } from "../painter";
import { compose } from "./painting/compose";
import { encodePicture, renderPixels } from "./painting/render";

export function createDemoPainter(options: { delayMs?: number } = {}): Painter {
  return {
    name: "Demo studio",
    demo: true,
    maxReferences: 0,
    async paint(request: PaintRequest): Promise<PaintedImage> {
      const started = performance.now();
      request.signal?.throwIfAborted();
      const composition = compose(request);
      const pixels = await renderPixels(composition, request.signal);
      const bytes = await encodePicture(pixels);
      const rest = (options.delayMs ?? 0) - (performance.now() - started);
      if (rest > 0) await setTimeout(rest, undefined, { signal: request.signal });
      return {
        bytes,
        mediaType: "image/jpeg",
        width: request.width,
        height: request.height,
        faces: composition.faces,
      };
    },
  };
}
