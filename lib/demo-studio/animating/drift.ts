import { random } from "../painting/random";

/** A still as bytes, three per pixel. */
export interface Still {
  data: Uint8Array;
  width: number;
  height: number;
}

export type Drift = "rain" | "snow" | "sparks" | "fog" | "dust";

/** A soft dot of light: where in fractions of the picture, how large in 640ths of its longer side. */
type Dot = [x: number, y: number, radius: number, color: readonly number[], strength: number];

/** What belongs to one particle; the swings run from −1 to 1 and return once per loop. */
interface Particle {
  x: number;
  y: number;
  size: number;
  moment: number;
  sway: number;
  bob: number;
  flicker: number;
}

const fraction = (value: number) => value - Math.floor(value);

/** How many particles there are, and the dots of each. */
const drifts: Record<Drift, [number, (particle: Particle) => Dot[]]> = {
  rain: [
    70,
    ({ x, y: y0, size, moment }) => {
      const y = fraction(y0 + moment * (4 + Math.floor(size * 3))) * 1.2 - 0.1;
      return Array.from({ length: Math.ceil((10 + size * 14) / 1.4) }, (_, step) => [
        fraction(x + y * 0.08) - step * 0.00035,
        y + step * 0.0022,
        1.3,
        [225, 236, 246],
        0.34,
      ]);
    },
  ],
  snow: [
    80,
    ({ x, y, size, moment, sway }) => [
      [
        x + sway * 0.015,
        fraction(y + moment * (1 + Math.floor(size * 2))) * 1.1 - 0.05,
        1.6 + size * 3,
        [255, 255, 255],
        0.85,
      ],
    ],
  ],
  sparks: [
    34,
    ({ x: x0, y: y0, size, moment, sway, flicker }) => {
      const [x, y] = [x0 + sway * 0.03, 1 - fraction(y0 + moment)];
      return [
        [x, y, 3 + size * 4, [255, 208, 120], 0.3 * flicker],
        [x, y, 1 + size, [255, 244, 210], 0.9 * flicker],
      ];
    },
  ],
  fog: [
    7,
    ({ x, y, size, moment }) => {
      const way = fraction(x + moment);
      const strength = 0.16 * Math.sin(Math.PI * way);
      return [[way * 1.8 - 0.4, 0.35 + y * 0.6, 90 + size * 110, [226, 232, 238], strength]];
    },
  ],
  dust: [
    30,
    ({ x, y, size, sway, bob }) => [
      [x + sway * 0.02, y + bob * 0.015, 1.4 + size * 2.4, [255, 246, 220], 0.21 + 0.21 * sway],
    ],
  ],
};

/** Rain, snow, sparks, fog or dust; each particle returns to its place when the loop ends. */
export function drawDrift(frame: Still, drift: Drift, seed: string, moment: number) {
  const chance = random(`drift:${seed}:${drift}`);
  const [count, dotsOf] = drifts[drift];
  for (let index = 0; index < count; index++) {
    const [x, y, size, phase] = [chance(), chance(), chance(), chance()];
    const turn = (moment + phase) * Math.PI * 2;
    const flicker = 0.5 + 0.5 * Math.sin((moment * 3 + phase) * Math.PI * 2);
    const [sway, bob] = [Math.sin(turn), Math.cos(turn)];
    for (const dot of dotsOf({ x, y, size, moment, sway, bob, flicker })) mixIn(frame, dot);
  }
}

function mixIn({ data, width, height }: Still, [fx, fy, size, color, strength]: Dot) {
  const [x, y, radius] = [fx * width, fy * height, (size * Math.max(width, height)) / 640];
  const [left, right] = [Math.floor(x - radius), Math.ceil(x + radius)];
  const [top, bottom] = [Math.floor(y - radius), Math.ceil(y + radius)];
  for (let py = Math.max(0, top); py <= Math.min(height - 1, bottom); py++)
    for (let px = Math.max(0, left); px <= Math.min(width - 1, right); px++) {
      const distance = Math.hypot(px - x, py - y) / radius;
      if (distance >= 1) continue;
      const share = (1 - distance * distance) * strength;
      const at = (py * width + px) * 3;
      for (let channel = 0; channel < 3; channel++) {
        const value = data[at + channel] ?? 0;
        data[at + channel] = value + ((color[channel] ?? 255) - value) * share;
      }
    }
}
