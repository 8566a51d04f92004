import "server-only";
import { readFileSync } from "node:fs";
import type PDFDocument from "pdfkit";
import { type BubbleGeometry, bubbleGeometry, type TextLine } from "@/lib/scenes/bubbles/geometry";
import { boldOutline, shadowPaint } from "@/lib/scenes/bubbles/paint";
import {
  bubbleLettering,
  directionOf,
  type LetteringFont,
} from "@/lib/scenes/lettering/font-fallback";
import type { OpenFont } from "@/lib/scenes/lettering/font-files";
import { type LineRun, lineRuns } from "@/lib/scenes/lettering/outline";
import { unpackWoff } from "@/lib/scenes/lettering/woff";
import type { PlacedLine, PlacedPanel } from "../page-model";

export type Pdf = InstanceType<typeof PDFDocument>;

type Bubble = PlacedPanel["bubbles"][number];

interface Lettering {
  font: LetteringFont;
  size: number;
  fill: string;
  /** Width of an outline that thickens the letters; 0 for none. */
  bold: number;
}

/** The part of a PDFKit font that lays out a run as glyphs. */
interface FontOfPdf {
  layout: (text: string) => { glyphs: unknown[]; positions: unknown[]; advanceWidth: number };
}

const known = new WeakMap<Pdf, Set<string>>();

/** Chooses a font. PDFKit gets it unpacked: it fails on WOFF files that end in an empty glyph. */
function choosePdfFont(pdf: Pdf, file: string): Pdf {
  const files = known.get(pdf) ?? new Set();
  known.set(pdf, files);
  if (!files.has(file)) {
    const { bytes } = unpackWoff(readFileSync(file));
    // It reads the header of an empty glyph too, which may lie behind the end.
    pdf.registerFont(file, Buffer.concat([bytes, Buffer.alloc(16)]));
    files.add(file);
  }
  return pdf.font(file);
}

/**
 * Sets a run as text in its embedded font. HarfBuzz supplies the glyphs, because PDFKit's own
 * shaper supports fewer scripts.
 */
function setRun(pdf: Pdf, { file }: OpenFont, run: LineRun, size: number): void {
  choosePdfFont(pdf, file).fontSize(size);
  const { font } = (pdf as unknown as { _font: { font: FontOfPdf } })._font;
  font.layout = () => ({
    glyphs: run.glyphs.map(({ id, codePoints, xAdvance }) => ({
      id,
      codePoints,
      advanceWidth: xAdvance,
    })),
    positions: run.glyphs.map(({ xAdvance, xOffset, yOffset }) => ({
      xAdvance,
      xOffset,
      yOffset,
      yAdvance: 0,
    })),
    advanceWidth: run.glyphs.reduce((sum, { xAdvance }) => sum + xAdvance, 0),
  });
}

/** Prepares a line as text that readers can select and search. */
function prepareLine(
  pdf: Pdf,
  line: TextLine & { direction: "ltr" | "rtl" },
  { font, size, fill, bold }: Lettering,
): () => void {
  const runs = lineRuns(line, font, size);
  return () => {
    for (const run of runs) {
      if (!run.font || run.text === "") continue;
      setRun(pdf, run.font, run, size);
      pdf.fillColor(fill);
      if (bold > 0) pdf.strokeColor(fill).lineWidth(bold).lineJoin("round").undash();
      pdf.text(run.text, run.x, line.y, {
        baseline: "alphabetic",
        lineBreak: false,
        // PDFKit lays out the whole run at once only if features are given.
        features: [] as PDFKit.Mixins.OpenTypeFeatures[],
        fill: true,
        stroke: bold > 0,
      });
    }
  };
}

/** Prepares a line of a title or of the credits. */
export const preparePdfLine = (pdf: Pdf, line: PlacedLine): (() => void) =>
  prepareLine(pdf, { ...line, direction: directionOf(line.text) }, { ...line, bold: 0 });

/** Prepares a bubble with its text, relative to the origin of its panel. */
export function preparePdfBubble(pdf: Pdf, bubble: Bubble, lettering: PlacedPanel["lettering"]) {
  const { style } = bubble;
  const geometry = bubbleGeometry(bubble, lettering.size);
  const { lines, fontSize } = geometry;
  const font = bubbleLettering(bubble);
  const direction = directionOf(bubble.text);
  const paint = { font, size: fontSize, fill: style.textColor, bold: boldOutline(style, fontSize) };
  const words = lines.map((line) => prepareLine(pdf, { ...line, direction }, paint));
  const within = (draw: () => void) => {
    pdf.save().translate(lettering.x, lettering.y).scale(lettering.scale);
    pdf.fillOpacity(style.opacity).strokeOpacity(style.opacity);
    draw();
    pdf.restore();
  };
  return {
    shape: () => within(() => drawShape(pdf, style, geometry, lettering.size)),
    words: () => within(() => words.forEach((draw) => void draw())),
  };
}

function drawShape(
  pdf: Pdf,
  style: Bubble["style"],
  { path, borderWidth, dashes, scale }: BubbleGeometry,
  panel: { width: number; height: number },
): void {
  if (style.shadow) {
    const offset = shadowPaint.offset * scale;
    pdf.save();
    if (style.opacity < 1) {
      // Clips the shadow to the outside of the bubble, so that it does not show through a
      // translucent one.
      const around = `M${-panel.width} ${-panel.height}h${3 * panel.width}v${3 * panel.height}h${-3 * panel.width}Z`;
      pdf.path(around + path).clip("even-odd");
    }
    pdf.translate(offset, offset).fillOpacity(shadowPaint.opacity * style.opacity);
    pdf.path(path).fill(shadowPaint.fill);
    pdf.restore();
  }
  pdf.path(path);
  if (borderWidth === 0) {
    pdf.fill(style.backgroundColor);
    return;
  }
  pdf.lineWidth(borderWidth).lineJoin("round").lineCap("round");
  const [dash, space] = dashes.split(" ").map(Number);
  if (dash !== undefined && space !== undefined && dashes !== "") pdf.dash(dash, { space });
  pdf.fillAndStroke(style.backgroundColor, style.borderColor);
  pdf.undash();
}
