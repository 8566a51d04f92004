import type { PaintRequest } from "../painter";
import { noLettering, renderPaintingPrompt } from "./painting-prompt";

/** What a picture must not show, for engines with a separate negative prompt. */
export const negativePrompt =
  "text, lettering, captions, speech bubbles, watermark, signature, extra limbs";

/**
 * The prompt for such an engine. It names nothing that the picture must not show, because these
 * models draw what a prompt names.
 * @param describes whether the model draws a description and follows no instructions: then a change
 * within a mask is described as if it were the whole picture
 */
export function positivePrompt(request: PaintRequest, maxReferences: number, describes: boolean) {
  const { initialImage: _, mask: __, ...words } = request;
  return renderPaintingPrompt(describes ? words : request, maxReferences).replace(
    `\n${noLettering}`,
    "",
  );
}
