/** A polygon along a bubble's path (M L Q A a Z), for tests of its shape. */
export function pathPoints(d: string): { x: number; y: number }[] {
  const points: { x: number; y: number }[] = [];
  let x = 0;
  let y = 0;
  const tokens = d.match(/[MLQAaZ]|-?\d+(?:\.\d+)?(?:e-?\d+)?/g) ?? [];
  let index = 0;
  const next = () => Number(tokens[index++]);
  let command = "";
  const to = (a: number, b: number) => {
    x = a;
    y = b;
    points.push({ x, y });
  };
  while (index < tokens.length) {
    if (/[MLQAaZ]/.test(tokens[index] ?? "")) command = tokens[index++] ?? "";
    if (command === "Z") continue;
    if (command === "M" || command === "L") to(next(), next());
    else if (command === "Q") {
      const [cx, cy, ex, ey, sx, sy] = [next(), next(), next(), next(), x, y];
      for (let t = 0.1; t < 1; t += 0.1) {
        const u = 1 - t;
        points.push({
          x: u * u * sx + 2 * u * t * cx + t * t * ex,
          y: u * u * sy + 2 * u * t * cy + t * t * ey,
        });
      }
      to(ex, ey);
    } else if (command === "A" || command === "a") {
      const [rx, ry, , large, sweep] = [next(), next(), next(), next(), next()];
      const [dx, dy] = [next(), next()];
      const end = command === "A" ? { x: dx, y: dy } : { x: x + dx, y: y + dy };
      points.push(...arcPoints({ x, y }, end, rx, ry, large === 1, sweep === 1));
      to(end.x, end.y);
    } else throw new Error(`unexpected ${tokens[index]} in ${d}`);
  }
  return points;
}

interface P {
  x: number;
  y: number;
}

/** SVG 1.1, F.6.5, without rotation. */
function arcPoints(from: P, to: P, rx0: number, ry0: number, large: boolean, sweep: boolean): P[] {
  const mx = (from.x - to.x) / 2;
  const my = (from.y - to.y) / 2;
  if ((mx === 0 && my === 0) || rx0 === 0 || ry0 === 0) return [];
  const grow = Math.sqrt(Math.max(1, (mx / rx0) ** 2 + (my / ry0) ** 2));
  const rx = rx0 * grow;
  const ry = ry0 * grow;
  const rest = Math.max(0, (rx * ry) ** 2 - (rx * my) ** 2 - (ry * mx) ** 2);
  const factor = (large === sweep ? -1 : 1) * Math.sqrt(rest / ((rx * my) ** 2 + (ry * mx) ** 2));
  const cx = (factor * rx * my) / ry + (from.x + to.x) / 2;
  const cy = (-factor * ry * mx) / rx + (from.y + to.y) / 2;
  const angle = (p: P) => Math.atan2((p.y - cy) / ry, (p.x - cx) / rx);
  const start = angle(from);
  let span = angle(to) - start;
  if (sweep && span < 0) span += 2 * Math.PI;
  if (!sweep && span > 0) span -= 2 * Math.PI;
  return Array.from({ length: 23 }, (_, step) => {
    const at = start + (span * (step + 1)) / 24;
    return { x: cx + rx * Math.cos(at), y: cy + ry * Math.sin(at) };
  });
}
