import { blend, darken, hex, lighten, luminance, rgb } from "../color";
import type { Look } from "../looks";
import type { Pen } from "../pen";
import type { Appearance } from "./appearance";
import drawings from "./hats.json" with { type: "json" };
import { type Part, peep } from "./peeps";
import { type Mark, sketch } from "./sketch";
import type { Hat } from "./wardrobe";

/** Open Peeps' canvas: the centre of the neck at the collar. */
export const neck = { x: 378, y: 606 };
/** Height of a head without hair in Open Peeps units. */
export const headUnits = 442;

/** Hats on Open Peeps' canvas, and their height above the bare head. */
export const hats = drawings as unknown as Partial<Record<Hat, { rise: number; shapes: Mark[] }>>;

/** The ink colour of looks with a fixed one. */
const blackOf = ({ tonal, ink }: Look) =>
  tonal ? "#000000" : ink === "black" ? "#15110e" : undefined;

/** Hair is ink in Open Peeps: the ink becomes its rim, and the inside gets the hair's colour. */
function inkMass(pen: Pen, d: string, color: string, rim: number) {
  const { look } = pen;
  const dark = luminance(rgb(color)) < 0.2;
  const deep = hex(pen.tone(blend(darken(color, 0.55), "#3a2018", 0.3), -0.2));
  const inkPaint = blackOf(look) ?? hex(look.grade(rgb(deep)));
  const sheen =
    !dark || look.tonal ? color : look.name === "classic" ? "#2c3350" : lighten(color, 0.1);
  pen.raw(`<path fill-rule="evenodd" d="${d}" fill="${inkPaint}"/>`);
  if (look.tonal && dark) return;
  pen.clip(d, () => {
    const inner = pen.paint(sheen, { turn: dark ? 0.2 : 0.45 });
    pen.raw(
      `<path fill-rule="evenodd" d="${d}" fill="${inner}" stroke="${inkPaint}" stroke-width="${rim}"/>`,
    );
    // Light on the crown: a soft band that is visible only on hair, as faces consist of ink lines.
    const crown =
      pen.light.side > 0 ? "M390 196C450 200 500 224 524 262" : "M262 256C284 220 322 200 372 194";
    const [share, width] = dark ? [0.22, 15] : [0.3, 19];
    if (!look.tonal) pen.stroke(crown, lighten(sheen, share), width, { turn: 0.9, opacity: 0.6 });
  });
}

function drawFaceShape(pen: Pen, d: string, a: Appearance) {
  const { look } = pen;
  pen.shape(d, a.skin, { line: 0, round: look.name === "noir" ? 86 : 44, turn: 0.6 });
  pen.clip(d, () => {
    const blush = look.name === "animated" ? 0.42 : look.tonal ? 0 : 0.24;
    if (blush) {
      const red = blend(a.skin, "#e0503a", 0.62);
      pen.glow(330, 500, 62, red, blush);
      pen.glow(520, 490, 62, red, blush);
    }
    if (look.model === "soft") {
      const shine = look.name === "realistic" ? 0.5 : 0.34;
      pen.glow(pen.light.side > 0 ? 500 : 330, 330, 190, lighten(a.skin, 0.55), shine);
      pen.raw(
        `<path d="M200 600C300 640 480 640 580 560L560 640L200 660Z" fill="${pen.paint(a.skin, { turn: -0.9 })}" opacity=".4"/>`,
      );
    }
    if (a.freckles)
      for (const spot of ["352 462", "372 474", "338 478", "500 462", "518 472", "392 462"])
        pen.stroke(`M${spot}h.1`, darken(a.skin, 0.3), 10);
  });
}

/** A head in Open Peeps units, in the coordinates of its canvas. */
export function drawHead(pen: Pen, a: Appearance, expression: string) {
  const { look } = pen;
  // Some heads have a broader line; no hair colour may be visible inside it.
  const broad = a.head === "shaved3";
  const rim = look.ink === "black" ? (broad ? 26 : 15) : broad ? 22 : 9;
  // A face's lines are as strong as the look's other lines, whatever its size.
  const facePaint = blackOf(look) ?? pen.paint(darken(a.skin, 0.62), { turn: 0.3 });
  const clothing = a.outer === "none" ? a.topColor : a.outerColor;
  const band = a.hat === "none" ? clothing : a.hatColor;
  const hair = a.head.startsWith("noHair") || a.hat === "turban" ? a.skin : a.hair;
  const flat = (d: string, fill: string) =>
    pen.raw(`<path fill-rule="evenodd" d="${d}" fill="${fill}"/>`);
  pen.raw('<g transform="matrix(.99789 0 0 1 6.3 -58)">');
  const shapes = peep("head", a.head);
  const twoTone = shapes.some(({ fill }) => fill === "headContrast");
  for (const { d, fill } of shapes) {
    if (fill === "skin") drawFaceShape(pen, d, a);
    else if (fill === "headContrast") pen.shape(d, a.hair, { line: 0, round: 26, turn: 0.5 });
    else if (fill === "clothing") pen.shape(d, band, { line: 0, round: 24 });
    else if (a.hat === "headscarf" && (twoTone || fill === "ink")) inkMass(pen, d, a.hatColor, rim);
    else if (twoTone) flat(d, facePaint);
    else inkMass(pen, d, hair, rim);
  }
  pen.raw("</g>");
  const feature = (part: Part, variant: string, at: string, mass?: string) => {
    pen.raw(`<g transform="translate(${at})">`);
    for (const { d, fill } of peep(part, variant)) {
      const [own, tone] = fill === "white" ? ["#fffdf8", "#ffffff"] : [fill, "#80ff80"];
      if (fill === "ink" && mass) inkMass(pen, d, mass, rim - 3);
      else if (fill === "headContrast") pen.shape(d, mass ?? a.hair, { line: 0 });
      else flat(d, fill === "ink" ? facePaint : look.tonal ? tone : own);
    }
    pen.raw("</g>");
  };
  feature("expression", expression, "351 275");
  if (a.beard) feature("facialHair", a.beard, "58 333", a.hair);
  if (a.scar) pen.mark("M492 320L520 372M496 352L518 340", a.skin, 1);
  if (a.glasses) feature("accessories", a.glasses, "190 243");
  sketch(pen, hats[a.hat]?.shapes ?? [], { main: a.hatColor });
}
