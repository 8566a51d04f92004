import type { PaintRequest } from "../painter";
import { noLettering, renderPaintingPrompt } from "./painting-prompt";

/** What engines with a prompt of their own for it keep out of a picture. */
export const negativePrompt =
  "text, lettering, captions, speech bubbles, watermark, signature, extra limbs";

/**
 * The prompt for such an engine: it names nothing that has to stay away, since these models draw
 * what a prompt names.
 * @param describes whether the model draws what is described and follows no instructions: the change
 * within a mask is described, without the words around it
 */
export function positivePrompt(request: PaintRequest, maxReferences: number, describes: boolean) {
  const { initialImage: _, mask: __, ...words } = request;
  return renderPaintingPrompt(describes ? words : request, maxReferences).replace(
    `\n${noLettering}`,
    "",
  );
}
