import "server-only";
import type PDFDocument from "pdfkit";
import { rasterizeSvg } from "@/lib/media/compose";
import { bubbleGeometry, type TextLine } from "@/lib/scenes/bubble-geometry";
import { boldOutline, shadowPaint } from "@/lib/scenes/bubble-paint";
import { directionOf, type LetteringFont } from "@/lib/scenes/font-fallback";
import { lineSvg } from "@/lib/scenes/lettering/bubble-svg";
import { fileOf } from "@/lib/scenes/lettering/font-files";
import { features, type LineRun, lineRuns } from "@/lib/scenes/lettering/outline";
import type { PlacedLine, PlacedPanel } from "./page-model";

export type Pdf = InstanceType<typeof PDFDocument>;

type Bubble = PlacedPanel["bubbles"][number];

interface Lettering {
  font: LetteringFont;
  size: number;
  fill: string;
  /** Width of an outline that thickens the letters; 0 for none. */
  bold: number;
}

const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * The text of a run in the order that PDFKit expects: PDFKit reverses runs in right-to-left scripts
 * itself, so only other text in such a run is reversed here.
 */
function toPdfOrder({ text, isRightToLeft }: LineRun): string {
  if (!isRightToLeft || rightToLeft.test(text)) return text;
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
    .reverse()
    .join("");
}

/** Prepares a line of real text; runs that none of our fonts covers become pictures. */
async function prepareLine(
  pdf: Pdf,
  line: TextLine & { direction: "ltr" | "rtl" },
  { font, size, fill, bold }: Lettering,
): Promise<() => void> {
  const runs = lineRuns(line, font, size);
  const foreign = new Map<LineRun, Uint8Array>();
  for (const run of runs) {
    if (!run.font && run.text.trim() !== "")
      foreign.set(run, await foreignPicture(run, size, fill));
  }
  return () => {
    for (const run of runs) {
      const picture = foreign.get(run);
      if (picture) {
        const box = { width: run.width, height: size * 1.5 };
        pdf.image(picture as Buffer, run.x, line.y - size * 1.1, box);
      }
      if (!run.font || run.text === "") continue;
      pdf.font(fileOf(run.font)).fontSize(size).fillColor(fill);
      if (bold > 0) pdf.strokeColor(fill).lineWidth(bold).lineJoin("round").undash();
      pdf.text(toPdfOrder(run), run.x, line.y, {
        baseline: "alphabetic",
        lineBreak: false,
        features: features as unknown as PDFKit.Mixins.OpenTypeFeatures[],
        fill: true,
        stroke: bold > 0,
      });
    }
  };
}

/** Pixels per point of those pictures. */
const sharpness = 4;

function foreignPicture(run: LineRun, size: number, fill: string): Promise<Uint8Array> {
  const box = { width: Math.max(1, run.width), height: size * 1.5 };
  const plain: LetteringFont = { family: "Comic Neue", weight: 400 };
  const line = lineSvg({ text: run.text, x: box.width / 2, y: size * 1.1 }, plain, size, fill);
  return rasterizeSvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.ceil(box.width * sharpness)}" height="${Math.ceil(box.height * sharpness)}" viewBox="0 0 ${box.width} ${box.height}" preserveAspectRatio="none">${line}</svg>`,
  );
}

/** Prepares a line of a title or of the credits. */
export const preparePdfLine = (pdf: Pdf, line: PlacedLine): Promise<() => void> =>
  prepareLine(pdf, { ...line, direction: directionOf(line.text) }, { ...line, bold: 0 });

/** Prepares a bubble with its text, relative to the origin of its panel. */
export async function preparePdfBubble(
  pdf: Pdf,
  bubble: Bubble,
  lettering: PlacedPanel["lettering"],
) {
  const { style } = bubble;
  const geometry = bubbleGeometry(bubble, lettering.size);
  const { lines, fontSize } = geometry;
  const font = { family: style.fontFamily, weight: style.fontWeight };
  const direction = directionOf(bubble.text);
  const words: (() => void)[] = [];
  for (const line of lines) {
    words.push(
      await prepareLine(
        pdf,
        { ...line, direction },
        { font, size: fontSize, fill: style.textColor, bold: boldOutline(style, fontSize) },
      ),
    );
  }
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
  { path, borderWidth, dashes, scale }: ReturnType<typeof bubbleGeometry>,
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
