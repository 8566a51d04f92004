/** The parts of script and picture that a panel's row stores, and the bubbles derived from them. */
import { normalizeText } from "@/lib/ai/prompts/truncate-text";
import { z } from "@/lib/platform/zod";
import { type AspectRatio, aspectOf } from "../aspect";
import { placeBubbles, placementWidth } from "../bubbles/placement";
import { textBubbles } from "../bubbles/schema";
import { truncatedText } from "./contract";

export const lineKinds = ["speech", "thought", "narration", "subtitle"] as const;

/** Limits of a panel's lines and faces. */
const maxItems = 24;
const maxLength = { name: 100, line: 500 } as const;

/** Rounded: PostgreSQL writes 1e-300 out in full, and the column of faces has a maximum length. */
const fraction = z
  .number()
  .min(0)
  .max(1)
  .overwrite((value) => Math.round(value * 1e6) / 1e6);
const box = z
  .object({ x: fraction, y: fraction, width: fraction, height: fraction })
  .overwrite(({ x, y, width, height }) => ({
    x,
    y,
    width: Math.min(width, 1 - x),
    height: Math.min(height, 1 - y),
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
/** Lines and faces from clients: more than the limit is refused. */
export const linesInput = linesOf(bounded).max(maxItems);
export const facesInput = facesOf(bounded).max(maxItems);

const first = <T>(items: T[]) => items.slice(0, maxItems);
/** The column `lines`: entries beyond the limit are dropped. */
export const panelLines = linesOf(truncatedText).overwrite(first).max(maxItems).catch([]);
/** The column `faces`: heads in fractions of the picture; entries beyond the limit are dropped. */
export const facesSchema = facesOf(truncatedText).overwrite(first).max(maxItems).catch([]);

type Lines = z.infer<typeof panelLines>;
type Faces = z.infer<typeof facesSchema>;

/** The lines of a panel as placed bubbles. */
export function placedLines(panelId: string, lines: Lines, faces: Faces, aspect: AspectRatio) {
  const panel = { width: placementWidth, height: Math.round(placementWidth / aspectOf[aspect]) };
  const idOf = (index: number) => `line-${panelId.slice(-12)}-${index + 1}`;
  return placeBubbles({ lines, faces, panel, idOf });
}

/** A panel in the shape of its row. */
interface ScriptedPanel {
  id: string;
  lines: unknown;
  textBubbles: unknown;
}

/**
 * The bubbles for a new picture of a panel; absent if the existing bubbles remain. Bubbles of the
 * script point at the speakers' new positions, and are placed again if an author has placed none.
 */
export function bubblesForPicture(panel: ScriptedPanel, faces: Faces, aspect: AspectRatio) {
  const placed = placedLines(panel.id, panelLines.parse(panel.lines), faces, aspect);
  const { data: before = [] } = textBubbles.safeParse(panel.textBubbles);
  if (!hasBubbles(panel)) return placed;
  if (faces.length === 0) return [];
  const isByHand = before.some(({ byHand }) => byHand);
  return before.map((bubble) => {
    const now = placed.find(({ id }) => id === bubble.id);
    // A bubble kept from an earlier generation may have another character's words.
    if (!now || bubble.byHand || now.speaker !== bubble.speaker) return bubble;
    const { tailTip, tailDirection } = now.style;
    const style = { ...bubble.style, tailTip, tailDirection };
    return { ...bubble, style, position: isByHand ? bubble.position : now.position };
  });
}

export const hasBubbles = ({ textBubbles }: Pick<ScriptedPanel, "textBubbles">): boolean =>
  Array.isArray(textBubbles) && textBubbles.length > 0;
