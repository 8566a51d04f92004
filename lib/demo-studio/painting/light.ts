import { mix, multiply, type Rgb, rgb } from "./color";
import type { LookName } from "./looks";
import type { SceneReading } from "./reading";

/** What the time of day, the weather and the place do to every colour of a picture. */
export interface Light {
  /** Sky from zenith to horizon. */
  sky: [Rgb, Rgb, Rgb];
  /** Multiplies the side that faces the light, and the side that does not. */
  key: Rgb;
  shade: Rgb;
  /** What distance fades to, and how fast. */
  haze: Rgb;
  density: number;
  /** Windows and lamps are lit. */
  lamps: boolean;
  /** Where the light comes from: −1 left, 1 right. */
  side: -1 | 1;
  body: "sun" | "low-sun" | "moon" | "none";
  stars: boolean;
  clouds: number;
  cloud: Rgb;
}

const skyOf = (...tones: [string, string, string]) => tones.map(rgb) as unknown as Light["sky"];

const day: Omit<Light, "side"> = {
  sky: skyOf("#3f8fd6", "#7fbdea", "#d3ebf4"),
  ...{ key: [1.04, 1.02, 0.97], shade: [0.66, 0.7, 0.84], haze: rgb("#cfe3ee"), density: 0.011 },
  ...{ lamps: false, body: "sun", stars: false, clouds: 4, cloud: rgb("#ffffff") },
};
const times: Record<SceneReading["time"], Omit<Light, "side">> = {
  day,
  dawn: {
    ...day,
    sky: skyOf("#6f8fc9", "#e9b3b0", "#ffe0b0"),
    ...{ key: [1.06, 0.95, 0.86], shade: [0.62, 0.6, 0.8], haze: rgb("#f3cdbb"), density: 0.017 },
    ...{ body: "low-sun", cloud: rgb("#ffd9cf") },
  },
  dusk: {
    ...day,
    sky: skyOf("#3b3a78", "#c65c70", "#ffb35c"),
    ...{ key: [1.06, 0.82, 0.66], shade: [0.48, 0.42, 0.66], haze: rgb("#d98368"), density: 0.014 },
    ...{ lamps: true, body: "low-sun", cloud: rgb("#f08a6f") },
  },
  night: {
    sky: skyOf("#0b1233", "#1c2c63", "#3d558f"),
    ...{ key: [0.56, 0.66, 0.95], shade: [0.26, 0.31, 0.56], haze: rgb("#2d4179"), density: 0.016 },
    ...{ lamps: true, body: "moon", stars: true, clouds: 2, cloud: rgb("#3a4c86") },
  },
};

/** How grey the weather makes the light, how dim, how thick the air, and how many clouds it has. */
const weathers: Partial<Record<SceneReading["weather"], [number, number, number, number]>> = {
  rain: [0.65, 0.86, 1.8, 6],
  storm: [0.75, 0.62, 1.8, 8],
  snow: [0.5, 1, 1.7, 3],
  fog: [0.55, 0.98, 4.2, 0],
  cloudy: [0.35, 0.95, 1, 9],
};
const overcast: Rgb = rgb("#a3afba");

const dim = (color: Rgb, by: number): Rgb => multiply(color, [by, by, by]);

function withWeather(light: Omit<Light, "side">, { weather, time }: SceneReading) {
  if (weather === "wind") return { ...light, clouds: 6 };
  const found = weathers[weather];
  if (!found) return light;
  const [amount, by, thick, clouds] = found;
  const grey = dim(overcast, time === "night" ? 0.3 : time === "day" ? 1 : 0.75);
  const veil = (color: Rgb, to = grey, share = amount) => dim(mix(color, to, share), by);
  return {
    ...light,
    sky: light.sky.map((tone) => veil(tone)) as unknown as Light["sky"],
    key: veil(light.key, [0.86, 0.88, 0.92], amount * 0.6),
    shade: veil(light.shade, [0.6, 0.64, 0.72], amount * 0.4),
    haze: veil(light.haze),
    cloud: veil(light.cloud),
    density: light.density * thick,
    lamps: light.lamps || weather === "storm",
    body: weather === "fog" && light.body !== "sun" ? light.body : ("none" as const),
    stars: light.stars && weather === "cloudy",
    clouds,
  };
}

/** Light of closed rooms: lamps rule, the outside shows through windows only. */
function indoors({ time, weather }: SceneReading): Partial<Light> {
  const dark = time === "night" || weather === "storm";
  const [key, shade]: [Rgb, Rgb] = dark
    ? [
        [0.92, 0.76, 0.58],
        [0.44, 0.38, 0.46],
      ]
    : time === "dusk"
      ? [
          [1, 0.86, 0.7],
          [0.56, 0.5, 0.6],
        ]
      : [
          [1.02, 0.99, 0.94],
          [0.7, 0.7, 0.78],
        ];
  const haze = multiply(key, rgb("#c9b79c"));
  return { key, shade, haze, density: 0.006, lamps: dark || time === "dusk" };
}

/** Places whose air is not the open one. */
function airOf(reading: SceneReading): Partial<Light> {
  switch (reading.air) {
    case "room":
      return indoors(reading);
    case "cave":
      return {
        ...{ key: [0.72, 0.78, 0.88], shade: [0.3, 0.33, 0.5], haze: rgb("#33506b") },
        ...{ density: 0.035, lamps: true },
      };
    case "underwater":
      return {
        sky: skyOf("#8fe6e2", "#1f93b0", "#0d4f7d"),
        ...{ key: [0.72, 0.98, 1], shade: [0.28, 0.5, 0.7], haze: rgb("#1c7fa3"), density: 0.07 },
        ...{ lamps: false, body: "none", stars: false, clouds: 0 },
      };
    case "space":
      return {
        sky: skyOf("#05060f", "#0d1030", "#251a4d"),
        ...{ key: [0.9, 0.94, 1.05], shade: [0.34, 0.36, 0.58], haze: rgb("#1a1b40") },
        ...{ density: 0.004, lamps: true, stars: true, body: "none", clouds: 0 },
      };
    default:
      if (reading.place !== "planet") return {};
      if (reading.time === "night")
        return { sky: skyOf("#140a2e", "#3a1d5e", "#7a3f7f"), clouds: 0 };
      return {
        sky: skyOf("#2f2a6b", "#8f5aa8", "#ffb08a"),
        ...{ haze: rgb("#d99aa8"), cloud: rgb("#e0a8c0"), clouds: 3, stars: true, body: "none" },
      };
  }
}

export const chooseLight = (reading: SceneReading, side: -1 | 1): Light => ({
  ...withWeather(times[reading.time], reading),
  ...airOf(reading),
  side,
});

/** A surface's colour in this light; `turn` is 1 towards the light, 0 across, −1 away from it. */
export function lit(light: Light, color: Rgb, distance: number, turn: number, haze: number): Rgb {
  const here = multiply(color, mix(light.shade, light.key, 0.5 + turn / 2));
  if (!Number.isFinite(distance)) return here;
  return mix(here, light.haze, Math.min(0.92, 1 - Math.exp(-distance * light.density * haze)));
}

/** Styles without colour have a sky and an air of their own: paper in manga, darkness in noir. */
export function restyle(light: Light, look: LookName, reading: SceneReading): Light {
  const toPaper = (color: Rgb, amount: number): Rgb => mix(color, [1, 1, 1], amount);
  const eachSky = (change: (tone: Rgb, index: number) => Rgb) =>
    light.sky.map(change) as unknown as Light["sky"];
  if (look === "manga") {
    const dark = reading.time === "night" || reading.air === "space" || reading.air === "cave";
    return {
      ...light,
      sky: eachSky((tone, index) =>
        dark ? dim(tone, index === 2 ? 0.8 : 0.4) : toPaper(tone, 0.3 + index * 0.3),
      ),
      haze: toPaper(light.haze, dark ? 0.12 : 0.6),
      cloud: toPaper(light.cloud, dark ? 0.3 : 0.8),
    };
  }
  if (look !== "noir") return light;
  return {
    ...light,
    sky: eachSky((tone, index) => dim(tone, 0.42 + index * 0.2)),
    shade: dim(light.shade, 0.5),
    haze: dim(light.haze, 0.62),
    cloud: dim(light.cloud, 0.6),
    lamps: true,
  };
}
