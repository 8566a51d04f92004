import { ellipse } from "../geometry";
import type { Pen } from "../pen";

/** Eyes with a light in them; `mood` is an Open Peeps expression. */
export function eyes(
  pen: Pen,
  x: number,
  y: number,
  gap: number,
  size: number,
  mood: string,
  iris = "#3a2a20",
) {
  const shut = mood === "calm" || mood === "eyesClosed" || mood === "smileLOL";
  const wide = /awe|fear|hectic|rage/i.test(mood) ? 1.25 : 1;
  const cross = /angry|rage|driven|serious|suspicious/i.test(mood);
  const sad = /solemn|concerned|tired|fear/i.test(mood);
  for (const side of [-1, 1]) {
    const cx = x + side * gap;
    if (shut) {
      pen.mark(`M${cx - size} ${y}Q${cx} ${y - size * 1.3} ${cx + size} ${y}`, "#2a2024", 1);
      continue;
    }
    pen.shape(ellipse(cx, y, size * wide, size * 1.18 * wide), "#fffdf6", { raw: true, line: 0.7 });
    pen.shape(ellipse(cx + size * 0.24, y + size * 0.08, size * 0.62, size * 0.78), iris, {
      raw: true,
      line: 0,
    });
    pen.shape(ellipse(cx + size * 0.42, y - size * 0.24, size * 0.22), "#ffffff", {
      raw: true,
      line: 0,
    });
    if (cross || sad) {
      const tilt = cross ? size * 0.5 * -side : size * 0.45 * side;
      pen.mark(
        `M${cx - size * 1.1} ${y - size * 1.5 - tilt * -0.8}L${cx + size * 1.1} ${y - size * 1.5 + tilt * -0.8}`,
        "#2a2024",
        1.2,
      );
    }
  }
}

export function mouth(pen: Pen, x: number, y: number, size: number, mood: string, color: string) {
  if (/explaining|Grin|smileBig|smileTeeth|LOL|rage/.test(mood)) {
    pen.shape(
      `M${x - size} ${y}Q${x} ${y + size * 0.3} ${x + size} ${y}Q${x + size * 0.5} ${y + size * 1.4} ${x} ${y + size * 1.4}Q${x - size * 0.6} ${y + size * 1.4} ${x - size} ${y}Z`,
      "#7a2530",
      { line: 0.8 },
    );
    return;
  }
  const down = /solemn|Angry|concerned|fear|tired/.test(mood);
  pen.mark(
    down
      ? `M${x - size} ${y + size * 0.6}Q${x} ${y - size * 0.4} ${x + size} ${y + size * 0.6}`
      : `M${x - size} ${y}Q${x - size * 0.4} ${y + size * 0.8} ${x} ${y}Q${x + size * 0.4} ${y + size * 0.8} ${x + size} ${y}`,
    color,
    0.9,
  );
}
