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

const times: Record<SceneReading["time"], Omit<Light, "side" | "clouds">> = {
  day: {
    sky: [rgb("#3f8fd6"), rgb("#7fbdea"), rgb("#d3ebf4")],
    key: [1.04, 1.02, 0.97],
    shade: [0.66, 0.7, 0.84],
    haze: rgb("#cfe3ee"),
    density: 0.011,
    lamps: false,
    body: "sun",
    stars: false,
    cloud: rgb("#ffffff"),
  },
  dawn: {
    sky: [rgb("#6f8fc9"), rgb("#e9b3b0"), rgb("#ffe0b0")],
    key: [1.06, 0.95, 0.86],
    shade: [0.62, 0.6, 0.8],
    haze: rgb("#f3cdbb"),
    density: 0.017,
    lamps: false,
    body: "low-sun",
    stars: false,
    cloud: rgb("#ffd9cf"),
  },
  dusk: {
    sky: [rgb("#3b3a78"), rgb("#c65c70"), rgb("#ffb35c")],
    key: [1.06, 0.82, 0.66],
    shade: [0.48, 0.42, 0.66],
    haze: rgb("#d98368"),
    density: 0.014,
    lamps: true,
    body: "low-sun",
    stars: false,
    cloud: rgb("#f08a6f"),
  },
  night: {
    sky: [rgb("#0b1233"), rgb("#1c2c63"), rgb("#3d558f")],
    key: [0.56, 0.66, 0.95],
    shade: [0.26, 0.31, 0.56],
    haze: rgb("#2d4179"),
    density: 0.016,
    lamps: true,
    body: "moon",
    stars: true,
    cloud: rgb("#3a4c86"),
  },
};

const overcast: Rgb = rgb("#a3afba");

function withWeather(
  light: Omit<Light, "side" | "clouds">,
  reading: SceneReading,
): Omit<Light, "side"> {
  const dim = (color: Rgb, by: number): Rgb => color.map((value) => value * by) as unknown as Rgb;
  const grey =
    reading.time === "night"
      ? dim(overcast, 0.3)
      : reading.time === "day"
        ? overcast
        : dim(overcast, 0.75);
  const veil = (
    amount: number,
    by: number,
  ): Pick<Light, "sky" | "key" | "shade" | "haze" | "cloud"> => ({
    sky: light.sky.map((tone) => dim(mix(tone, grey, amount), by)) as unknown as Light["sky"],
    key: dim(mix(light.key, [0.86, 0.88, 0.92], amount * 0.6), by),
    shade: dim(mix(light.shade, [0.6, 0.64, 0.72], amount * 0.4), by),
    haze: dim(mix(light.haze, grey, amount), by),
    cloud: dim(mix(light.cloud, grey, amount), by),
  });
  switch (reading.weather) {
    case "rain":
      return {
        ...light,
        ...veil(0.65, 0.86),
        density: light.density * 1.8,
        body: "none",
        stars: false,
        clouds: 6,
      };
    case "storm":
      return {
        ...light,
        ...veil(0.75, 0.62),
        density: light.density * 1.8,
        lamps: true,
        body: "none",
        stars: false,
        clouds: 8,
      };
    case "snow":
      return {
        ...light,
        ...veil(0.5, 1),
        density: light.density * 1.7,
        body: "none",
        stars: false,
        clouds: 3,
      };
    case "fog":
      return {
        ...light,
        ...veil(0.55, 0.98),
        density: light.density * 4.2,
        body: light.body === "sun" ? "none" : light.body,
        stars: false,
        clouds: 0,
      };
    case "cloudy":
      return { ...light, ...veil(0.35, 0.95), body: "none", clouds: 9 };
    case "wind":
      return { ...light, clouds: 6 };
    default:
      return { ...light, clouds: reading.time === "night" ? 2 : 4 };
  }
}

/** Light of closed rooms: lamps rule, the outside shows through windows only. */
function indoors(light: Omit<Light, "side">, reading: SceneReading): Omit<Light, "side"> {
  const dark = reading.time === "night" || reading.weather === "storm";
  const warm: Rgb = dark
    ? [0.92, 0.76, 0.58]
    : reading.time === "dusk"
      ? [1, 0.86, 0.7]
      : [1.02, 0.99, 0.94];
  const cool: Rgb = dark
    ? [0.44, 0.38, 0.46]
    : reading.time === "dusk"
      ? [0.56, 0.5, 0.6]
      : [0.7, 0.7, 0.78];
  return {
    ...light,
    key: warm,
    shade: cool,
    haze: multiply(warm, rgb("#c9b79c")),
    density: 0.006,
    lamps: dark || reading.time === "dusk",
  };
}

/** Skies of strange worlds. */
function alienSky(time: SceneReading["time"]): Partial<Light> {
  if (time === "night") return { sky: [rgb("#140a2e"), rgb("#3a1d5e"), rgb("#7a3f7f")], clouds: 0 };
  return {
    sky: [rgb("#2f2a6b"), rgb("#8f5aa8"), rgb("#ffb08a")],
    haze: rgb("#d99aa8"),
    cloud: rgb("#e0a8c0"),
    clouds: 3,
    stars: true,
    body: "none",
  };
}

export function chooseLight(reading: SceneReading, side: -1 | 1): Light {
  const outside = withWeather(times[reading.time], reading);
  switch (reading.air) {
    case "room":
      return { ...indoors(outside, reading), side };
    case "cave":
      return {
        ...outside,
        key: [0.72, 0.78, 0.88],
        shade: [0.3, 0.33, 0.5],
        haze: rgb("#33506b"),
        density: 0.035,
        lamps: true,
        side,
      };
    case "underwater":
      return {
        ...outside,
        sky: [rgb("#8fe6e2"), rgb("#1f93b0"), rgb("#0d4f7d")],
        key: [0.72, 0.98, 1],
        shade: [0.28, 0.5, 0.7],
        haze: rgb("#1c7fa3"),
        density: 0.07,
        lamps: false,
        body: "none",
        stars: false,
        clouds: 0,
        side,
      };
    case "space":
      return {
        ...times.night,
        sky: [rgb("#05060f"), rgb("#0d1030"), rgb("#251a4d")],
        key: [0.9, 0.94, 1.05],
        shade: [0.34, 0.36, 0.58],
        haze: rgb("#1a1b40"),
        density: 0.004,
        body: "none",
        clouds: 0,
        side,
      };
    default:
      if (reading.place === "planet") return { ...outside, ...alienSky(reading.time), side };
      return { ...outside, side };
  }
}

/** A surface's colour in this light; `turn` is 1 towards the light, 0 across, −1 away from it. */
export function lit(light: Light, color: Rgb, distance: number, turn: number, haze: number): Rgb {
  const here = multiply(color, mix(light.shade, light.key, 0.5 + turn / 2));
  if (!Number.isFinite(distance)) return here;
  return mix(here, light.haze, Math.min(0.92, 1 - Math.exp(-distance * light.density * haze)));
}

/** Styles without colour have a sky and an air of their own: paper in manga, darkness in noir. */
export function restyle(light: Light, look: LookName, reading: SceneReading): Light {
  const toPaper = (color: Rgb, amount: number): Rgb => mix(color, [1, 1, 1], amount);
  const dim = (color: Rgb, by: number): Rgb => multiply(color, [by, by, by]);
  if (look === "manga") {
    const dark = reading.time === "night" || reading.air === "space" || reading.air === "cave";
    const sky = light.sky.map((tone, index) =>
      dark ? dim(tone, index === 2 ? 0.8 : 0.4) : toPaper(tone, 0.3 + index * 0.3),
    ) as unknown as Light["sky"];
    return {
      ...light,
      sky,
      haze: toPaper(light.haze, dark ? 0.12 : 0.6),
      cloud: toPaper(light.cloud, dark ? 0.3 : 0.8),
    };
  }
  if (look === "noir") {
    const sky = light.sky.map((tone, index) =>
      dim(tone, 0.42 + index * 0.2),
    ) as unknown as Light["sky"];
    return {
      ...light,
      sky,
      shade: dim(light.shade, 0.5),
      haze: dim(light.haze, 0.62),
      cloud: dim(light.cloud, 0.6),
      lamps: true,
    };
  }
  return light;
}
