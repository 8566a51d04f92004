/** What a panel's row keeps of its script and its picture, and the bubbles that come of it. */
import { z } from "@/lib/platform/zod";
import { type AspectRatio, aspectOf } from "./aspect";
import { placeBubbles, placementWidth } from "./bubble-placement";

export const lineKinds = ["speech", "thought", "narration", "subtitle"] as const;

/** `lines` of the row. */
export const panelLines = z.array(
  z.object({ speaker: z.string().nullable(), kind: z.enum(lineKinds), text: z.string() }),
);

const fraction = z.number().min(0).max(1);

/** Heads in a picture, in fractions of it. */
export const facesSchema = z
  .array(
    z.object({
      name: z.string(),
      box: z.object({ x: fraction, y: fraction, width: fraction, height: fraction }),
    }),
  )
  .catch([]);

type Lines = z.infer<typeof panelLines>;
type Faces = z.infer<typeof facesSchema>;

/** The lines of a panel as placed bubbles. */
export function placedLines(panelId: string, lines: Lines, faces: Faces, aspect: AspectRatio) {
  const panel = { width: placementWidth, height: Math.round(placementWidth / aspectOf[aspect]) };
  const idOf = (index: number) => `line-${panelId.slice(-12)}-${index + 1}`;
  return placeBubbles({ lines, faces, panel, idOf });
}

/** A panel as its row keeps it. */
interface ScriptedPanel {
  id: string;
  lines: unknown;
  textBubbles: unknown;
}

/** The bubbles that a new picture of a panel brings: none where it has some, or nobody speaks. */
export function bubblesForPicture(
  { id, lines, textBubbles }: ScriptedPanel,
  faces: Faces,
  aspect: AspectRatio,
) {
  const spoken = panelLines.parse(lines);
  const hasBubbles = Array.isArray(textBubbles) && textBubbles.length > 0;
  return hasBubbles || spoken.length === 0 ? [] : placedLines(id, spoken, faces, aspect);
}
