import { darken, lighten } from "../color";
import { ellipse } from "../geometry";
import type { Pen } from "../pen";
import type { Appearance } from "./appearance";

/** How far a hat rises over the bare head, in Open Peeps units. */
export const hatRise: Record<Appearance["hat"], number> = {
  none: 0,
  fedora: 70,
  wide: 80,
  cap: 30,
  wizard: 250,
  crown: 70,
  captain: 60,
  tricorn: 80,
  helmet: 50,
  bubble: 80,
  tophat: 190,
  beanie: 20,
  headscarf: 30,
  turban: 60,
  hood: 50,
  goggles: 0,
  bandana: 0,
};

type Draw = (pen: Pen, color: string) => void;

/** A brim as an ellipse seen from slightly below, and a band around the crown. */
const brim = (pen: Pen, color: string, rx: number, ry: number, y = 236) =>
  pen.shape(
    `M${388 - rx} ${y - 4}C${388 - rx * 0.7} ${y + ry} ${388 + rx * 0.7} ${y + ry} ${388 + rx} ${y - 14}C${388 + rx * 0.66} ${y - ry * 0.5} ${388 - rx * 0.66} ${y - ry * 0.5} ${388 - rx} ${y - 4}Z`,
    color,
    { round: 14 },
  );

const drawings: Partial<Record<Appearance["hat"], Draw>> = {
  fedora(pen, color) {
    pen.shape(
      "M206 232C204 150 224 84 284 66C320 56 340 84 382 80C430 74 452 56 494 72C552 94 566 160 566 228C470 262 300 262 206 232Z",
      color,
      { round: 26 },
    );
    pen.shape(
      "M204 236C204 216 205 204 208 190C300 224 480 222 562 186C565 200 567 216 567 232C470 268 300 268 204 236Z",
      darken(color, 0.5),
    );
    brim(pen, color, 290, 62, 240);
  },
  wide(pen, color) {
    pen.shape(
      "M226 226C220 140 250 66 320 58C370 52 380 78 410 76C450 70 540 70 548 220C470 252 300 252 226 226Z",
      color,
      { round: 26 },
    );
    pen.shape(
      "M224 232L226 194C310 224 470 222 548 188L550 226C470 258 300 258 224 232Z",
      darken(color, 0.45),
    );
    brim(pen, color, 380, 74, 236);
  },
  cap(pen, color) {
    pen.shape(
      "M204 250C196 150 262 94 384 94C500 94 572 150 570 244C470 222 300 222 204 250Z",
      color,
      { round: 28 },
    );
    pen.shape("M420 226C500 206 620 214 690 262C640 286 520 280 430 258Z", darken(color, 0.12), {
      round: 10,
    });
    pen.mark("M384 96C378 140 376 190 380 226", color, 0.8);
  },
  wizard(pen, color) {
    pen.shape(
      "M214 222C260 120 300 -20 352 -128C372 -150 430 -140 448 -104C420 -96 420 -70 432 -30C470 80 520 160 560 216C460 252 310 254 214 222Z",
      color,
      { round: 34 },
    );
    pen.shape(
      "M210 230C220 210 228 196 236 180C320 206 460 204 538 176C548 192 556 206 562 222C470 256 310 262 210 230Z",
      "#d9a93a",
    );
    brim(pen, color, 330, 66, 234);
    pen.shape(star(360, 70, 30), "#f0d36a", { line: 0.6 });
    pen.shape(star(440, 120, 20), "#f0d36a", { line: 0.6 });
  },
  crown(pen, color) {
    pen.shape(
      "M232 206L214 66L300 132L386 48L474 130L560 64L544 204C460 236 316 238 232 206Z",
      color,
      { round: 18 },
    );
    for (const [x, y] of [
      [214, 62],
      [386, 44],
      [560, 60],
    ] as const)
      pen.shape(ellipse(x, y, 16), "#c8312b", { line: 0.7 });
    pen.shape(ellipse(386, 176, 20, 17), "#3568b0", { line: 0.7 });
  },
  captain(pen, color) {
    pen.shape(
      "M190 178C180 110 280 64 392 64C510 64 600 108 584 176C560 204 220 206 190 178Z",
      lighten("#f1efe6", 0),
      { round: 24 },
    );
    pen.shape("M214 186C300 214 480 212 566 180L568 236C480 264 300 264 212 238Z", color, {
      round: 12,
    });
    pen.shape("M330 250C420 236 540 232 640 262C580 306 420 306 330 262Z", "#23222b", { round: 8 });
    pen.shape(ellipse(420, 206, 28, 24), "#dcb048", { line: 0.7 });
  },
  tricorn(pen, color) {
    pen.shape("M232 220C240 130 320 100 388 100C470 100 540 140 548 214Z", color, { round: 20 });
    pen.shape(
      "M116 206C190 150 250 90 388 84C520 88 600 150 664 196C600 250 520 262 388 262C250 262 180 254 116 206Z",
      color,
      { round: 26 },
    );
    pen.mark("M140 206C230 240 540 242 642 198", "#d9b75a", 1.6);
    pen.shape(ellipse(396, 176, 30, 28), "#efe9da", { line: 0.6 });
    pen.mark("M366 210L426 214M372 220L420 204", "#efe9da", 1);
  },
  helmet(pen, color) {
    pen.shape(
      "M190 330C176 180 250 92 390 92C530 92 596 180 584 316L536 316C536 270 520 246 500 240L262 240C246 260 238 300 238 338Z",
      color,
      { round: 34 },
    );
    pen.shape("M372 92L410 92L412 242L372 242Z", darken(color, 0.18));
    pen.shape("M376 96C360 30 420 6 470 34C430 40 412 60 410 96Z", "#b5302c", { round: 14 });
  },
  bubble(pen, color) {
    pen.shape(ellipse(384, 350, 296, 296), "#bfe6f5", { raw: false, opacity: 0.2, line: 0 });
    const width = Math.max(12, pen.lineWidth(1.4));
    pen.raw(
      `<circle cx="384" cy="350" r="296" fill="none" stroke="${pen.paint(color)}" stroke-width="${width}"/>`,
    );
    pen.raw(
      `<path d="M176 250C200 180 250 130 310 112" fill="none" stroke="${pen.paint("#ffffff", { raw: true })}" stroke-width="22" stroke-linecap="round" opacity=".85"/>`,
    );
    pen.shape("M190 574C300 640 470 640 578 574L596 636C470 700 300 700 172 636Z", color, {
      round: 16,
    });
  },
  tophat(pen, color) {
    pen.shape("M226 226L214 -60C300 -90 470 -90 560 -60L546 226C470 254 300 254 226 226Z", color, {
      round: 32,
    });
    pen.shape(
      "M224 232L222 170C310 200 470 200 548 166L548 228C470 260 300 260 224 232Z",
      "#b0302c",
    );
    brim(pen, color, 270, 58, 238);
  },
  hood(pen, color) {
    pen.shape(
      "M196 620C110 480 110 190 250 104C340 50 480 64 548 140C580 176 590 220 586 262C540 190 470 160 400 168C290 180 246 300 262 420C270 500 290 560 330 610Z",
      color,
      { round: 34 },
    );
  },
  goggles(pen, color) {
    pen.shape("M204 232C300 196 470 190 572 214L574 256C470 232 300 238 206 276Z", color);
    for (const x of [360, 486]) {
      pen.shape(ellipse(x, 222, 56, 50), "#6d5a3c", { round: 10 });
      pen.shape(ellipse(x, 222, 38, 34), "#9fd0dc", { line: 0.7, round: 14 });
    }
  },
  bandana(pen, color) {
    pen.shape("M206 262C300 214 460 206 566 232L570 284C460 258 310 266 208 312Z", color, {
      round: 10,
    });
    pen.shape("M214 280C170 290 140 320 120 360C160 350 200 330 226 306Z", color, { round: 8 });
  },
};

export function star(x: number, y: number, radius: number): string {
  const points = Array.from({ length: 10 }, (_, index) => {
    const angle = (index / 10) * Math.PI * 2 - Math.PI / 2;
    const reach = index % 2 ? radius * 0.42 : radius;
    return `${(x + Math.cos(angle) * reach).toFixed(2)} ${(y + Math.sin(angle) * reach).toFixed(2)}`;
  });
  return `M${points.join("L")}Z`;
}

export function drawHat(pen: Pen, a: Appearance) {
  drawings[a.hat]?.(pen, a.hatColor);
}
