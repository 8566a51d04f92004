import { random } from "../painting/random";

export type Drift = "rain" | "snow" | "sparks" | "fog" | "dust";

/** State of one particle; swings run from −1 to 1 and return once per loop. */
type Particle = Record<"x" | "y" | "size" | "moment" | "sway" | "bob" | "flicker", number>;

const fraction = (value: number) => value - Math.floor(value);

const tones = { snow: "#fff", ember: "#ffd078", spark: "#fff4d2", fog: "#e2e8ee", dust: "#fff6dc" };
const gradients = Object.entries(tones).map(([tone, color]) => {
  const stops = [0, 0.25, 0.5, 0.75, 1].map(
    (at) => `<stop offset="${at}" stop-color="${color}" stop-opacity="${1 - at ** 2}"/>`,
  );
  return `<radialGradient id="${tone}">${stops.join("")}</radialGradient>`;
});

/** A soft dot of light: position in fractions of the picture, size in pixels. */
const dot = (x: number, y: number, r: number, tone: keyof typeof tones, opacity: number) =>
  `<circle cx="${x * 100}%" cy="${y * 100}%" r="${r}" fill="url(#${tone})" opacity="${opacity.toFixed(3)}"/>`;

/** Number of particles. */
const counts: Record<Drift, number> = { rain: 70, snow: 80, sparks: 34, fog: 7, dust: 30 };
const drawParticle: Record<Drift, (particle: Particle) => string> = {
  rain: ({ x: x0, y: y0, size, moment }) => {
    const y = 120 * fraction(y0 + moment * (4 + Math.floor(size * 3))) - 10;
    const x = 100 * fraction(x0 + y * 0.0008);
    const length = 10 + size * 14;
    return `<line x1="${x}%" y1="${y}%" x2="${x - length * 0.025}%" y2="${y + length * 0.157}%" stroke="#e1ecf6" stroke-width="1.8" opacity=".45"/>`;
  },
  snow: ({ x, y: y0, size, moment, sway }) => {
    const y = fraction(y0 + moment * (1 + Math.floor(size * 2))) * 1.1 - 0.05;
    return dot(x + sway * 0.015, y, 1.6 + size * 3, "snow", 0.85);
  },
  sparks: ({ x: x0, y: y0, size, moment, sway, flicker }) => {
    const [x, y] = [x0 + sway * 0.03, 1 - fraction(y0 + moment)];
    const halo = dot(x, y, 3 + size * 4, "ember", 0.3 * flicker);
    return halo + dot(x, y, 1 + size, "spark", 0.9 * flicker);
  },
  fog: ({ x, y, size, moment }) => {
    const way = fraction(x + moment);
    const opacity = 0.16 * Math.sin(Math.PI * way);
    return dot(way * 1.8 - 0.4, 0.35 + y * 0.6, 90 + size * 110, "fog", opacity);
  },
  dust: ({ x, y, size, sway, bob }) =>
    dot(x + sway * 0.02, y + bob * 0.015, 1.4 + size * 2.4, "dust", 0.21 + 0.21 * sway),
};

/**
 * Rain, snow, sparks, fog or dust as SVG; each particle returns to its start when the loop ends.
 */
export function drawDrift(drift: Drift, seed: string, moment: number): string {
  const chance = random(`drift:${seed}:${drift}`);
  const particles = Array.from({ length: counts[drift] }, () => {
    const [x, y, size, phase] = [chance(), chance(), chance(), chance()];
    const turn = (moment + phase) * Math.PI * 2;
    const flicker = 0.5 + 0.5 * Math.sin((moment * 3 + phase) * Math.PI * 2);
    const [sway, bob] = [Math.sin(turn), Math.cos(turn)];
    return drawParticle[drift]({ x, y, size, moment, sway, bob, flicker });
  });
  return gradients.join("") + particles.join("");
}
