import { mix, multiply, type Rgb, rgb } from "./color";
import table from "./light.json" with { type: "json" };
import type { LookName } from "./looks";
import type { SceneReading } from "./read-scene";

/** Effect of the time of day, the weather and the location on every colour of a picture. */
export interface Light {
  sky: [Rgb, Rgb, Rgb]; // sky from zenith to horizon
  key: Rgb; // multiplies the side that faces the light, and the side that does not
  shade: Rgb;
  haze: Rgb; // colour of the haze, and its density
  density: number;
  lamps: boolean; // windows and lamps are lit
  side: -1 | 1; // direction of the light: −1 left, 1 right
  body: "sun" | "low-sun" | "moon" | "none";
  stars: boolean;
  clouds: number;
  cloud: Rgb;
}

type Entry = Record<string, unknown>;
/** An entry of the light table, with its `#rrggbb` as colours. */
const lightOf = (entry: Entry): Partial<Light> => {
  const read = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(read) : String(value)[0] === "#" ? rgb(`${value}`) : value;
  return Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, read(value)]));
};

type Weather = Record<"grey" | "dim" | "thick" | "clouds", number>;
const weathers: Record<string, Weather> = table.weathers;
const airs: Record<string, Entry> = table.airs;
const overcast = rgb("#a3afba");

const dim = (color: Rgb, by: number): Rgb => multiply(color, [by, by, by]);

function withWeather(light: Light, { weather, time }: SceneReading): Light {
  if (weather === "wind") return { ...light, clouds: 6 };
  const found = weathers[weather];
  if (!found) return light;
  const grey = dim(overcast, time === "night" ? 0.3 : time === "day" ? 1 : 0.75);
  const veil = (color: Rgb, to = grey, share = found.grey) => dim(mix(color, to, share), found.dim);
  return {
    ...light,
    sky: light.sky.map((tone) => veil(tone)) as unknown as Light["sky"],
    key: veil(light.key, [0.86, 0.88, 0.92], found.grey * 0.6),
    shade: veil(light.shade, [0.6, 0.64, 0.72], found.grey * 0.4),
    haze: veil(light.haze),
    cloud: veil(light.cloud),
    density: light.density * found.thick,
    lamps: light.lamps || weather === "storm",
    body: weather === "fog" && light.body !== "sun" ? light.body : "none",
    stars: light.stars && weather === "cloudy",
    clouds: found.clouds,
  };
}

/** Rooms have lamps; caves, the sea floor, space and planets have an air of their own. */
function airOf({ air, place, time, weather }: SceneReading): Partial<Light> {
  const name = place === "planet" ? place : air;
  const dark = time === "night" || (air === "room" && weather === "storm");
  const hour = dark ? `${name} in the dark` : `${name} at ${time}`;
  return lightOf(airs[hour] ?? airs[name] ?? {});
}

export function chooseLight(reading: SceneReading, side: -1 | 1): Light {
  const outside = { lamps: false, stars: false, side, ...lightOf(table.times[reading.time]) };
  return { ...withWeather(outside as Light, reading), ...airOf(reading) };
}

/** A surface's colour in this light; `turn` is 1 towards the light, 0 across, −1 away from it. */
export function lit(light: Light, color: Rgb, distance: number, turn: number, haze: number): Rgb {
  const here = multiply(color, mix(light.shade, light.key, 0.5 + turn / 2));
  return mix(here, light.haze, Math.min(0.92, 1 - Math.exp(-distance * light.density * haze)));
}

/** Styles without colour have fixed skies and haze: paper in manga, darkness in noir. */
export function restyle(light: Light, look: LookName, { time, air }: SceneReading): Light {
  if (look !== "manga" && look !== "noir") return light;
  const noir = look === "noir";
  const dark = time === "night" || air === "space" || air === "cave";
  // Noir has daylight only on request: a bright sky over hard shadows.
  const day = time === "day" && air === "open" ? 1.6 : 1;
  const toPaper = (color: Rgb, share: number): Rgb => mix(color, [1, 1, 1], share);
  const seen = (tone: Rgb, index: number) => {
    if (noir) return dim(tone, (0.42 + index * 0.2) * day);
    return dark ? dim(tone, index === 2 ? 0.8 : 0.4) : toPaper(tone, 0.3 + index * 0.3);
  };
  return {
    ...light,
    sky: light.sky.map(seen) as unknown as Light["sky"],
    shade: noir ? dim(light.shade, 0.5) : light.shade,
    haze: noir ? dim(light.haze, 0.62 * day) : toPaper(light.haze, dark ? 0.12 : 0.6),
    cloud: noir ? dim(light.cloud, 0.6 * day) : toPaper(light.cloud, dark ? 0.3 : 0.8),
    lamps: light.lamps || (noir && day === 1),
  };
}
