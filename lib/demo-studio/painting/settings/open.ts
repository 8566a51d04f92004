import { blend } from "../color";
import { type Point, polygon, ridge } from "../geometry";
import { flowers, grass } from "../props/plants";
import { paintSky } from "../sky";
import type { Stage } from "../stage";
import type { Landscape } from "./landscapes";

function paintRidges(stage: Stage, landscape: Landscape) {
  const random = stage.random("ridges");
  const { width, height, horizon, camera } = stage;
  const zoom = camera.shot === "close-up" ? 1.45 : camera.shot === "medium" ? 1.2 : 1;
  const wintry = stage.reading.wintry;
  for (const [index, { color, rise, sharp, snow, z }] of landscape.ridges.entries()) {
    const tall = height * rise * zoom * Math.min(1, (width / height) * 1.15);
    const d = ridge(random, -40, width + 40, horizon + 3, tall, sharp ? 9 : 5, Boolean(sharp));
    stage.put(z * 10 - index, (pen) => {
      pen.distance = z * 0.42;
      pen.shape(d, wintry ? blend(color, "#e6eef5", 0.55) : color, {
        turn: 0.3,
        line: 0.8,
        fade: 0.3,
      });
      if (sharp) ridgeFacets(stage, d, color, Boolean(snow), tall);
    });
  }
}

/** The lit and the shaded side of each peak, and its cap of snow. */
function ridgeFacets(stage: Stage, d: string, color: string, snow: boolean, tall: number) {
  const { pen } = stage;
  const points = d
    .slice(1, -1)
    .split("L")
    .map((part) => part.split(" ").map(Number) as unknown as Point);
  for (let index = 1; index < points.length - 3; index++) {
    const [before, peak, after] = [points[index - 1], points[index], points[index + 1]] as [
      Point,
      Point,
      Point,
    ];
    if (!(peak[1] < before[1] && peak[1] < after[1])) continue;
    const away = pen.light.side > 0 ? before : after;
    const foot = stage.horizon + 3;
    const sway = (away[0] - peak[0]) * 0.18;
    pen.shape(
      polygon([
        peak,
        [peak[0] + sway * 0.4, peak[1] + tall * 0.22],
        [peak[0] - sway * 0.3, peak[1] + tall * 0.45],
        [peak[0] + sway, foot],
        [away[0], foot],
        away,
      ]),
      color,
      { turn: -0.75, line: 0 },
    );
    if (!snow) continue;
    const cut = (to: Point, share: number): Point => [
      peak[0] + (to[0] - peak[0]) * share,
      peak[1] + (to[1] - peak[1]) * share,
    ];
    const low = peak[1] + tall * 0.3;
    const [l, r] = [cut(before, 0.48), cut(after, 0.48)];
    pen.shape(
      polygon([
        peak,
        r,
        [peak[0] + (r[0] - peak[0]) * 0.5, low - tall * 0.09],
        [peak[0], low],
        [peak[0] + (l[0] - peak[0]) * 0.45, low - tall * 0.1],
        l,
      ]),
      "#f4f8fc",
      { turn: 0.8, line: 0.5 },
    );
    const shade = pen.light.side > 0 ? l : r;
    pen.shape(
      polygon([
        peak,
        [peak[0], low],
        [peak[0] + (shade[0] - peak[0]) * 0.45, low - tall * 0.1],
        shade,
      ]),
      "#d4e0ee",
      { turn: -0.2, line: 0 },
    );
  }
}

/** Plants in their distances, thicker to the sides so that the middle stays free. */
export function paintGrowth(stage: Stage, growth: Landscape["growth"], clear = 0.16) {
  const { camera, reading } = stage;
  for (const [kind, [plant, count, near, far]] of growth.entries()) {
    const random = stage.random(`growth:${kind}`);
    const close = camera.shot === "close-up" || camera.shot === "medium";
    for (let index = 0; index < count; index++) {
      const depth = (index + random()) / count;
      const z = near * (far / near) ** depth;
      let share = random.range(-0.08, 1.08);
      const middle = camera.centre / camera.width;
      if (Math.abs(share - middle) < clear)
        share = middle + (share < middle ? -1 : 1) * (clear + random.range(0, 0.3));
      const seed = stage.random(`plant:${kind}:${index}`);
      // What stands nearer than the figures would hide them; what lies low may stay.
      const least = camera.stand * (plant === grass ? 0.82 : plant === flowers ? 1.05 : 1.35);
      if (z < least && !(close && z > camera.stand)) {
        if (plant !== grass) continue;
        if (z < camera.stand * 0.55) continue;
      }
      stage.stand(share, z, (pen) => plant(pen, seed, reading.wintry), seed.chance(0.5));
    }
  }
}

/** A path that runs from the viewer to the horizon in a bend. */
export function paintPath(stage: Stage, color: string, half = 1.2) {
  const random = stage.random("path");
  const bend = random.range(1.5, 4) * (random.chance(0.5) ? 1 : -1);
  const left: Point[] = [];
  const right: Point[] = [];
  for (let step = 0; step <= 10; step++) {
    const z = 1.1 * (60 / 1.1) ** (step / 10);
    const x = Math.sin(step / 3.1) * bend * (step / 10) * 1.6;
    left.push(stage.point(x - half, 0, z));
    right.unshift(stage.point(x + half, 0, z));
  }
  const d = polygon([...left, ...right]);
  stage.put(800, (pen) => {
    pen.distance = 6;
    pen.shape(d, stage.reading.wintry ? "#d5dde4" : color, { turn: 0.5, line: 0.6 });
    pen.distance = 4;
    for (let index = 0; index < 16; index++) {
      const z = 1.6 * (24 / 1.6) ** random();
      const [x, y] = stage.point(random.range(-half, half) * 0.8, 0, z);
      const size = stage.scale(z) * random.range(0.03, 0.08);
      pen.mark(`M${x - size} ${y}q${size} ${-size * 0.5} ${size * 2} 0`, color, 0.6);
    }
  });
}

function paintStripes(stage: Stage, color: string) {
  stage.put(850, (pen) => {
    pen.distance = 12;
    for (let index = -14; index <= 14; index += 2) {
      const [nx, ny] = stage.point(index * 1.4, 0, 1.4);
      const [mx, my] = stage.point((index + 1) * 1.4, 0, 1.4);
      const [fx, fy] = stage.point(index * 1.4, 0, 300);
      const [gx, gy] = stage.point((index + 1) * 1.4, 0, 300);
      pen.shape(
        polygon([
          [nx, ny],
          [mx, my],
          [gx, gy],
          [fx, fy],
        ]),
        color,
        { line: 0.3, opacity: 0.8 },
      );
    }
  });
}

/** Short strokes that give the ground a grain, denser near the viewer. */
export function paintGroundMarks(stage: Stage, color: string, count = 34) {
  const random = stage.random("ground");
  stage.put(840, (pen) => {
    for (let index = 0; index < count; index++) {
      const z = 1.5 * (40 / 1.5) ** random();
      const y = stage.ground(z);
      const x = random.range(0, stage.width);
      const size = Math.min(60, stage.scale(z) * random.range(0.12, 0.3));
      pen.distance = z * 0.6;
      pen.mark(`M${x} ${y}q${size * 0.5} ${-size * 0.1} ${size} 0`, color, 0.7, { opacity: 0.6 });
    }
  });
}

export function paintLandscape(stage: Stage, landscape: Landscape) {
  paintSky(stage);
  paintRidges(stage, landscape);
  const snow = stage.reading.wintry;
  const ground = snow ? "#e6eef4" : landscape.ground;
  stage.floor(ground, snow ? "#f3f7fa" : landscape.far);
  if (landscape.stripes && !snow) paintStripes(stage, landscape.stripes);
  paintGroundMarks(stage, ground);
  if (landscape.path) paintPath(stage, landscape.path);
  paintGrowth(stage, landscape.growth);
}
