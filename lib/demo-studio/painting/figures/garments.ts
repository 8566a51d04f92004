import { darken, lighten } from "../color";
import { ellipse, roundRect } from "../geometry";
import type { Pen } from "../pen";
import type { Appearance } from "./appearance";
import type { Build } from "./build";
import type { Pose } from "./poses";

/** Outline of a garment on the torso from collar to `hem` (standard centimetres below the collar). */
function torso(b: Build, hem: number, flare = 0, loose = 1): string {
  const s = b.shoulder;
  const w = b.waist * loose;
  const h = b.hip * loose + flare;
  const y = (value: number) => (value * b.sy).toFixed(2);
  return `M-6.4 ${y(-139)}C-9 ${y(-137)} ${-s + 3} ${y(-136)} ${-s} ${y(-128)}C${-s - 0.6} ${y(-118)} ${-w - 1.4} ${y(-112)} ${-w} ${y(-100)}C${-w - 0.6} ${y(-94)} ${-h} ${y((hem - 94) / 2)} ${-h} ${y(hem)}Q0 ${y(hem + 3)} ${h} ${y(hem)}C${h} ${y((hem - 94) / 2)} ${w + 0.6} ${y(-94)} ${w} ${y(-100)}C${w + 1.4} ${y(-112)} ${s + 0.6} ${y(-118)} ${s} ${y(-128)}C${s - 3} ${y(-136)} 9 ${y(-137)} 6.4 ${y(-139)}Q0 ${y(-134)} -6.4 ${y(-139)}Z`;
}

export function drawTop(pen: Pen, a: Appearance, b: Build) {
  const y = (value: number) => value * b.sy;
  const skirted = a.top === "dress" || a.top === "robe";
  const hem = a.top === "dress" ? -42 : a.top === "robe" ? -9 : a.top === "suit" ? -76 : -82;
  const flare =
    a.top === "dress"
      ? 13
      : a.top === "robe"
        ? 12
        : a.top === "sweater" || a.top === "hoodie"
          ? 1.6
          : 0.6;
  if (!skirted && (a.bottom === "skirt" || a.bottom === "long-skirt")) {
    const low = a.bottom === "skirt" ? -50 : -12;
    const h = b.hip + (a.bottom === "skirt" ? 7 : 10);
    pen.shape(
      `M${-b.waist} ${y(-102)}C${-b.hip - 2} ${y(-92)} ${-h} ${y(-70)} ${-h} ${y(low)}Q0 ${y(low + 4)} ${h} ${y(low)}C${h} ${y(-70)} ${b.hip + 2} ${y(-92)} ${b.waist} ${y(-102)}Z`,
      a.bottomColor,
      { round: 4 },
    );
    pen.mark(`M-3 ${y(-88)}L-5 ${y(low - 1)}M6 ${y(-86)}L9 ${y(low - 1)}`, a.bottomColor, 0.6);
  }
  const body = torso(b, hem, flare, a.top === "spacesuit" ? 1.12 : 1);
  const color = a.outer === "armor" ? a.outerColor : a.top === "overalls" ? "#e9dcc0" : a.topColor;
  pen.shape(body, color, { round: 5 });
  pen.clip(body, () => {
    if (a.top === "striped")
      for (let row = -128; row < -80; row += 10)
        pen.shape(
          `M-40 ${y(row)}Q0 ${y(row + 4)} 40 ${y(row)}L40 ${y(row + 5)}Q0 ${y(row + 9)} -40 ${y(row + 5)}Z`,
          "#f2efe8",
          { line: 0 },
        );
    if (skirted) {
      pen.mark(`M-4 ${y(-84)}L-9 ${y(hem)}M7 ${y(-82)}L12 ${y(hem)}`, color, 0.7);
      pen.shape(
        `M-40 ${y(-103)}Q0 ${y(-99)} 40 ${y(-103)}L40 ${y(-97)}Q0 ${y(-93)} -40 ${y(-97)}Z`,
        a.top === "robe" ? "#c9a04a" : darken(color, 0.35),
        { line: 0.6 },
      );
      if (a.top === "robe")
        pen.shape(
          `M-40 ${y(hem - 7)}Q0 ${y(hem - 3)} 40 ${y(hem - 7)}L40 ${y(hem + 6)}L-40 ${y(hem + 6)}Z`,
          "#c9a04a",
          { line: 0.6 },
        );
    } else if (a.top !== "spacesuit")
      pen.mark(`M${-b.hip} ${y(-88)}Q0 ${y(-84)} ${b.hip} ${y(-88)}`, color, 0.45);
  });
  if (a.top === "shirt" || (a.top === "suit" && a.outer === "none")) {
    if (a.top === "suit")
      pen.shape(`M-5 ${y(-139)}L2 ${y(-104)}L7 ${y(-139)}Z`, "#f4f1ea", { line: 0.6 });
    else {
      pen.mark(`M1.5 ${y(-133)}L2 ${y(-83)}`, color, 0.55);
      for (const row of [-124, -113, -102, -91])
        pen.shape(ellipse(4, y(row), 0.9), lighten(color, 0.5), { line: 0.4 });
    }
    pen.shape(
      `M-8 ${y(-140)}L-9 ${y(-132)}L0 ${y(-131)}L9 ${y(-132)}L8 ${y(-140)}L1 ${y(-134)}Z`,
      a.top === "suit" ? "#f4f1ea" : lighten(color, 0.16),
      { line: 0.8 },
    );
  }
  if (a.top === "suit" && a.outer === "none") {
    pen.shape(`M-9 ${y(-138)}L-12 ${y(-122)}L1 ${y(-101)}L-4 ${y(-124)}Z`, lighten(color, 0.12), {
      line: 0.8,
    });
    pen.shape(`M9 ${y(-138)}L12.5 ${y(-122)}L3 ${y(-101)}L6 ${y(-124)}Z`, lighten(color, 0.12), {
      line: 0.8,
    });
  }
  if (a.top === "hoodie") {
    pen.shape(
      `M-11 ${y(-140)}C-14 ${y(-128)} 14 ${y(-128)} 12 ${y(-140)}C6 ${y(-134)} -6 ${y(-134)} -11 ${y(-140)}Z`,
      darken(color, 0.12),
    );
    pen.mark(`M-3 ${y(-131)}L-4 ${y(-118)}M4 ${y(-131)}L5 ${y(-118)}`, "#f2efe8", 0.9);
    pen.mark(`M-9 ${y(-86)}L-7 ${y(-100)}L9 ${y(-100)}L11 ${y(-86)}`, color, 0.7);
  }
  if (a.top === "sweater")
    pen.shape(
      `M-7.5 ${y(-140.5)}Q0 ${y(-133)} 8 ${y(-140.5)}L7.4 ${y(-136)}Q0 ${y(-129)} -7 ${y(-136)}Z`,
      darken(color, 0.1),
      { line: 0.8 },
    );
  if (a.top === "overalls") {
    const bib = a.topColor;
    pen.shape(
      `M${-b.waist * 0.8} ${y(-118)}L${b.waist * 0.8} ${y(-118)}L${b.waist} ${y(-98)}L${b.hip + 0.6} ${y(-80)}L${-b.hip - 0.6} ${y(-80)}L${-b.waist} ${y(-98)}Z`,
      bib,
      { round: 3 },
    );
    pen.stroke(
      `M${-b.waist * 0.7} ${y(-117)}L-9 ${y(-137)}M${b.waist * 0.7} ${y(-117)}L9.6 ${y(-137)}`,
      bib,
      3.6,
      { line: 0.8 },
    );
    pen.shape(roundRect(-5, y(-112), 11, 9, 1), lighten(bib, 0.08), { line: 0.6 });
  }
  if (a.top === "spacesuit") {
    pen.shape(roundRect(-8, y(-124), 17, 14 * b.sy, 2), "#9fa8b4", { line: 0.8, round: 1.4 });
    for (const [x, tone] of [
      [-4, "#c8312b"],
      [1, "#e6bb2e"],
      [6, "#3568b0"],
    ] as const)
      pen.shape(ellipse(x, y(-118), 1.6), tone, { line: 0.5 });
    pen.shape(
      `M${-b.waist * 1.12} ${y(-99)}Q0 ${y(-95)} ${b.waist * 1.12} ${y(-99)}L${b.waist * 1.12} ${y(-94)}Q0 ${y(-90)} ${-b.waist * 1.12} ${y(-94)}Z`,
      "#c9ced6",
      { line: 0.7 },
    );
  }
  if (a.outer === "armor") {
    pen.mark(
      `M1 ${y(-136)}L2 ${y(-96)}M${-b.waist} ${y(-101)}Q0 ${y(-95)} ${b.waist} ${y(-101)}M${-b.hip} ${y(-91)}Q0 ${y(-86)} ${b.hip} ${y(-91)}`,
      color,
      0.8,
    );
    pen.shape(
      `M${-b.hip} ${y(-88)}L${b.hip} ${y(-88)}L${b.hip * 0.5} ${y(-70)}L0 ${y(-78)}L${-b.hip * 0.6} ${y(-70)}Z`,
      a.bottomColor,
      { round: 2 },
    );
  }
}

export function drawOuter(pen: Pen, a: Appearance, b: Build) {
  const y = (value: number) => value * b.sy;
  const color = a.outerColor;
  if (a.outer === "jacket" || a.outer === "coat" || a.outer === "labcoat") {
    const hem = a.outer === "jacket" ? -78 : -46;
    const h = b.hip + (a.outer === "jacket" ? 2 : 6);
    for (const sign of [-1, 1]) {
      const s = sign * b.shoulder;
      const inner = sign < 0 ? -4 : 7;
      const panel = `M${sign * 6} ${y(-140)}C${sign * 10} ${y(-137)} ${s - sign * 3} ${y(-136)} ${s} ${y(-128)}C${s + sign} ${y(-118)} ${sign * (b.waist + 2)} ${y(-112)} ${sign * (b.waist + 1)} ${y(-100)}C${sign * (b.waist + 2)} ${y(-92)} ${sign * h} ${y((hem - 92) / 2)} ${sign * h} ${y(hem)}L${inner + sign * (a.outer === "jacket" ? 0 : 3)} ${y(hem + 2)}L${inner} ${y(-104)}C${inner} ${y(-120)} ${sign * 4} ${y(-130)} ${sign * 6} ${y(-140)}Z`;
      pen.shape(panel, color, { round: 3.2, turn: sign * pen.light.side > 0 ? 0.6 : 0.25 });
      pen.shape(
        `M${sign * 6} ${y(-140)}L${sign * 12} ${y(-126)}L${sign * 9} ${y(-122)}L${inner} ${y(-106)}C${inner} ${y(-122)} ${sign * 4} ${y(-132)} ${sign * 6} ${y(-140)}Z`,
        a.outer === "labcoat" ? "#ffffff" : darken(color, 0.14),
        { line: 0.8 },
      );
      pen.mark(`M${sign * 11} ${y(-97)}L${sign * (b.waist + 0)} ${y(-99)}`, color, 0.7);
    }
    if (a.outer === "coat")
      pen.shape(
        `M${-b.waist - 1.6} ${y(-103)}L-3 ${y(-100)}L-3 ${y(-95.5)}L${-b.waist - 2} ${y(-98)}ZM${b.waist + 1.6} ${y(-103)}L6 ${y(-100)}L6 ${y(-95.5)}L${b.waist + 2} ${y(-98)}Z`,
        darken(color, 0.3),
        { line: 0.7 },
      );
  } else if (a.outer === "vest") {
    for (const sign of [-1, 1]) {
      const inner = sign < 0 ? -1 : 4;
      pen.shape(
        `M${sign * 7} ${y(-139)}L${sign * (b.shoulder - 5)} ${y(-134)}C${sign * (b.shoulder - 4)} ${y(-120)} ${sign * (b.waist + 1)} ${y(-112)} ${sign * (b.waist + 1)} ${y(-100)}L${sign * (b.hip + 1)} ${y(-82)}L${inner} ${y(-78)}L${inner} ${y(-112)}Z`,
        color,
        { round: 2.6 },
      );
    }
    for (const row of [-107, -98, -89])
      pen.shape(ellipse(4, y(row), 1.1), "#d9b75a", { line: 0.4 });
  } else if (a.outer === "apron") {
    pen.shape(
      `M${-b.waist * 0.75} ${y(-124)}L${b.waist * 0.75} ${y(-124)}L${b.waist + 1} ${y(-102)}L${b.hip + 2} ${y(-50)}Q0 ${y(-46)} ${-b.hip - 2} ${y(-50)}L${-b.waist - 1} ${y(-102)}Z`,
      color,
      { round: 3 },
    );
    pen.stroke(
      `M${-b.waist * 0.7} ${y(-124)}L-7 ${y(-138)}M${b.waist * 0.7} ${y(-124)}L8 ${y(-138)}`,
      color,
      2.2,
      { line: 0.7 },
    );
    pen.mark(
      `M${-b.waist} ${y(-101)}L${b.waist} ${y(-101)}M-8 ${y(-92)}L-7 ${y(-80)}L9 ${y(-80)}L10 ${y(-92)}Z`,
      color,
      0.6,
    );
  }
}

export function drawBack(pen: Pen, a: Appearance, b: Build, pose: Pose) {
  const y = (value: number) => value * b.sy;
  if (a.outer === "cape" || a.outer === "cloak") {
    const fly = pose.name === "run" || pose.name === "strike" ? 30 : a.outer === "cape" ? 9 : 3;
    pen.shape(
      `M-12 ${y(-139)}C${-b.shoulder - 8} ${y(-128)} ${-b.shoulder - 14 - fly} ${y(-70)} ${-b.shoulder - 12 - fly} ${y(-14)}C-14 ${y(-20)} 4 ${y(-8)} ${b.shoulder + 10 - fly * 0.4} ${y(-16)}C${b.shoulder + 12} ${y(-70)} ${b.shoulder + 7} ${y(-128)} 12 ${y(-139)}Z`,
      darken(a.outerColor, 0.12),
      { round: 6 },
    );
  }
  if (a.outer === "coat" || a.outer === "labcoat")
    pen.shape(torso(b, -47, 7), darken(a.outerColor, 0.4), {});
  if (a.top === "spacesuit")
    pen.shape(roundRect(-b.shoulder - 2, y(-138), b.shoulder * 2 + 4, 46 * b.sy, 6), "#b9c0c8", {
      round: 3,
    });
}

export function drawCollar(pen: Pen, a: Appearance, b: Build) {
  const y = (value: number) => value * b.sy;
  if (a.tie)
    pen.shape(
      `M-1.5 ${y(-135)}L4 ${y(-135)}L3 ${y(-131)}L5 ${y(-106)}L1.4 ${y(-101)}L-2 ${y(-106)}L0 ${y(-131)}Z`,
      a.tie,
      { line: 0.8, accent: true },
    );
  if (a.outer === "cape" || a.outer === "cloak") {
    pen.shape(
      `M-14 ${y(-138)}C-20 ${y(-134)} ${-b.shoulder - 3} ${y(-130)} ${-b.shoulder - 3} ${y(-120)}C-14 ${y(-124)} -4 ${y(-126)} 0 ${y(-130)}C6 ${y(-126)} 16 ${y(-124)} ${b.shoulder + 3} ${y(-120)}C${b.shoulder + 3} ${y(-130)} 20 ${y(-134)} 14 ${y(-138)}Q0 ${y(-128)} -14 ${y(-138)}Z`,
      a.outerColor,
      { round: 2.4 },
    );
    pen.shape(ellipse(1, y(-130), 2.4), "#e2b53e", { line: 0.7 });
  }
  if (a.scarf) {
    pen.shape(`M4 ${y(-134)}L13 ${y(-132)}L15 ${y(-106)}L6 ${y(-105)}Z`, darken(a.scarf, 0.12), {
      line: 0.9,
      accent: true,
    });
    pen.shape(
      `M-13 ${y(-141)}C-8 ${y(-147)} 9 ${y(-147)} 14 ${y(-141)}C16 ${y(-134)} 10 ${y(-129)} 1 ${y(-129)}C-9 ${y(-129)} -16 ${y(-134)} -13 ${y(-141)}Z`,
      a.scarf,
      { round: 2, accent: true },
    );
  }
}
