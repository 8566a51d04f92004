import { blend } from "../color";
import { type Point, polygon, ridge } from "../geometry";
import type { Plant } from "../props/plants";
import * as plants from "../props/plants";
import type { Place } from "../reading";
import { paintSky } from "../sky";
import type { Stage } from "../stage";

/** A landscape under the open sky: what lies at the horizon, on the ground, and what grows there. */
export interface Landscape {
  ground: string;
  far: string;
  ridges: { color: string; rise: number; sharp?: boolean; snow?: boolean; z: number }[];
  /** What grows, how much of it, and between which distances. */
  growth: [plant: Plant, count: number, near: number, far: number][];
  path?: string;
  stripes?: string;
}

const ridgesOf = {
  hills: [
    { color: "#7fa38a", rise: 0.15, z: 260 },
    { color: "#74a05f", rise: 0.09, z: 140 },
  ],
  peaks: [
    { color: "#8b97ac", rise: 0.4, sharp: true, snow: true, z: 420 },
    { color: "#6f7f92", rise: 0.26, sharp: true, snow: true, z: 260 },
    { color: "#5b7a5f", rise: 0.1, z: 130 },
  ],
  dunes: [
    { color: "#d9a66a", rise: 0.16, z: 240 },
    { color: "#e2b878", rise: 0.1, z: 120 },
  ],
} satisfies Record<string, Landscape["ridges"]>;

const {
  bush,
  cactus,
  deadTree,
  flowers,
  grass,
  mushroomTree,
  palm,
  pine,
  rock,
  roundTree,
  sheaf,
  spiral,
} = plants;

export const landscapes: Partial<Record<Place, Landscape>> = {
  farm: {
    ground: "#7fa049",
    far: "#b9b45a",
    ridges: ridgesOf.hills,
    growth: [
      [roundTree, 5, 26, 80],
      [sheaf, 16, 5, 18],
      [grass, 16, 2.4, 8],
    ],
    path: "#c9a673",
    stripes: "#c9b052",
  },
  mountains: {
    ground: "#77924f",
    far: "#8da86f",
    ridges: ridgesOf.peaks,
    growth: [
      [pine, 12, 12, 60],
      [rock, 8, 4, 14],
      [grass, 12, 2.4, 7],
    ],
    path: "#b59d7c",
  },
  desert: {
    ground: "#e0b26c",
    far: "#eccb93",
    ridges: ridgesOf.dunes,
    growth: [
      [cactus, 6, 8, 34],
      [rock, 7, 5, 18],
      [grass, 4, 3, 7],
    ],
  },
  snowfield: {
    ground: "#e9f1f7",
    far: "#f6fafd",
    ridges: [
      { color: "#9db2cb", rise: 0.34, sharp: true, snow: true, z: 360 },
      { color: "#c3d3e2", rise: 0.12, z: 160 },
    ],
    growth: [
      [pine, 10, 12, 60],
      [rock, 6, 4, 14],
    ],
  },
  park: {
    ground: "#74a552",
    far: "#9abf6d",
    ridges: [{ color: "#5f8f5a", rise: 0.13, z: 110 }],
    growth: [
      [roundTree, 9, 11, 50],
      [bush, 8, 7, 20],
      [flowers, 14, 2.4, 8],
    ],
    path: "#d5bf96",
  },
  graveyard: {
    ground: "#5d7150",
    far: "#7a8a68",
    ridges: [{ color: "#4f5f63", rise: 0.11, z: 150 }],
    growth: [
      [deadTree, 4, 9, 30],
      [grass, 16, 2.4, 9],
    ],
    path: "#8d8068",
  },
  ruins: {
    ground: "#93a05f",
    far: "#b0b57c",
    ridges: ridgesOf.hills,
    growth: [
      [roundTree, 4, 22, 50],
      [bush, 7, 6, 16],
      [rock, 9, 4, 14],
      [grass, 10, 2.4, 7],
    ],
  },
  planet: {
    ground: "#b5654f",
    far: "#d98f6b",
    ridges: [
      { color: "#7d4f7a", rise: 0.34, sharp: true, z: 300 },
      { color: "#9a5560", rise: 0.16, z: 150 },
    ],
    growth: [
      [spiral, 7, 7, 26],
      [mushroomTree, 5, 8, 30],
      [rock, 9, 3.4, 16],
    ],
  },
  castle: {
    ground: "#7d9a50",
    far: "#9db06c",
    ridges: ridgesOf.hills,
    growth: [
      [pine, 7, 16, 60],
      [roundTree, 4, 22, 60],
      [grass, 12, 2.4, 8],
    ],
    path: "#cdb58a",
  },
  road: {
    ground: "#8fa35a",
    far: "#adb673",
    ridges: ridgesOf.hills,
    growth: [
      [roundTree, 6, 14, 60],
      [bush, 8, 7, 22],
      [grass, 10, 2.6, 8],
    ],
    path: "#77757a",
  },
  beach: {
    ground: "#ecd49c",
    far: "#f2e2b8",
    ridges: [],
    growth: [
      [palm, 3, 8, 20],
      [rock, 5, 5, 14],
      [grass, 5, 3, 7],
    ],
  },
};

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
      const least = camera.stand * (plant === grass || plant === flowers ? 0.82 : 1.35);
      if (z < least && !(close && z > camera.stand)) {
        if (plant !== grass && plant !== flowers) continue;
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
