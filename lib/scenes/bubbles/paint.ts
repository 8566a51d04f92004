import { boldWeight, hasBold } from "../lettering/glyph-widths";
import type { BubbleStyle } from "./schema";

/** Shared by both renderers of a bubble: the page's and the server's. */

/** A bubble's shadow; the offset in px at a scale of 1, to the right and down. */
export const shadowPaint = { offset: 3, opacity: 0.28, fill: "#000000" } as const;

/**
 * Width of the outline that makes letters bold in fonts without a bold file, 0 elsewhere: browsers
 * would synthesise bold differently on every system.
 */
export const boldOutline = (
  { fontFamily, fontWeight }: Pick<BubbleStyle, "fontFamily" | "fontWeight">,
  fontSize: number,
): number => (fontWeight >= boldWeight && !hasBold(fontFamily) ? fontSize * 0.035 : 0);
