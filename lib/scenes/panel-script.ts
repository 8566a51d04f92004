/** What a panel's row keeps of its script and its picture, and the bubbles that come of it. */
import { normalizeText, truncateText } from "@/lib/ai/truncate-text";
import { z } from "@/lib/platform/zod";
import { type AspectRatio, aspectOf } from "./aspect";
import { textBubbles } from "./bubble";
import { placeBubbles, placementWidth } from "./bubble-placement";

export const lineKinds = ["speech", "thought", "narration", "subtitle"] as const;

/** Lines of a panel, as many as it may have bubbles of them, and faces in it. */
const maxItems = 24;
const maxLength = { name: 100, line: 500 } as const;

/** Rounded: the database writes 1e-300 out in full, and holds so many letters of a panel's faces. */
const fraction = z
  .number()
  .min(0)
  .max(1)
  .overwrite((value) => Math.round(value * 1e6) / 1e6);
const box = z
  .object({ x: fraction, y: fraction, width: fraction, height: fraction })
  .overwrite(({ x, y, width, height }) => ({
    ...{ x, y, width: Math.min(width, 1 - x), height: Math.min(height, 1 - y) },
  }));

const linesOf = (text: (max: number) => z.ZodString) =>
  z.array(
    z.object({
      speaker: text(maxLength.name).nullable(),
      kind: z.enum(lineKinds),
      text: text(maxLength.line),
    }),
  );
const facesOf = (text: (max: number) => z.ZodString) =>
  z.array(z.object({ name: text(maxLength.name).overwrite(normalizeText), box }));

const bounded = (max: number) => z.string().max(max);
/** As others send them: more than there may be is refused. */
export const linesInput = linesOf(bounded).max(maxItems);
export const facesInput = facesOf(bounded).max(maxItems);

const truncated = (max: number) =>
  z
    .string()
    .overwrite((value) => truncateText(value, max))
    .max(max);
const first = <T>(items: T[]) => items.slice(0, maxItems);
/** `lines` of the row: what is too much, in a row or in an answer, is left out. */
export const panelLines = linesOf(truncated).overwrite(first).max(maxItems).catch([]);
/** Heads in a picture, in fractions of it; cut in the same way. */
export const facesSchema = facesOf(truncated).overwrite(first).max(maxItems).catch([]);

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

/**
 * The bubbles that a new picture of a panel brings; none where those it has stay. Its own lines point
 * at where their speakers are now, and stand where there is room, if an author has placed none.
 */
export function bubblesForPicture(panel: ScriptedPanel, faces: Faces, aspect: AspectRatio) {
  const placed = placedLines(panel.id, panelLines.parse(panel.lines), faces, aspect);
  const { data: before = [] } = textBubbles.safeParse(panel.textBubbles);
  if (!hasBubbles(panel)) return placed;
  if (faces.length === 0) return [];
  const isByHand = before.some(({ byHand }) => byHand);
  return before.map((bubble) => {
    const now = placed.find(({ id }) => id === bubble.id);
    // A bubble that was kept when its scene was written anew has the words of somebody else.
    if (!now || bubble.byHand || now.speaker !== bubble.speaker) return bubble;
    const { tailTip, tailDirection } = now.style;
    const style = { ...bubble.style, tailTip, tailDirection };
    return { ...bubble, style, position: isByHand ? bubble.position : now.position };
  });
}

export const hasBubbles = ({ textBubbles }: Pick<ScriptedPanel, "textBubbles">): boolean =>
  Array.isArray(textBubbles) && textBubbles.length > 0;
