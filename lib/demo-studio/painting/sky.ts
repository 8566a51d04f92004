import { ellipse } from "./geometry";
import { paintAir } from "./plates";
import type { Stage } from "./stage";

const far = 1e6;

/** The sky: gradient, sun or moon, stars and clouds. Always behind everything else. */
export function paintSky(stage: Stage) {
  const { light, width, height, camera } = stage;
  const random = stage.random("sky");
  const bottom = Math.max(camera.horizon + 30, height * 0.3);
  stage.band(far, -20, bottom + 20, light.sky, 0.55);
  const scale = Math.max(width, bottom * 2.08);
  const whole: [number, number, number] = [(width - scale) / 2, 0, scale];
  if (light.stars) paintAir(stage, "stars", { at: whole });
  const zoom = camera.shot === "close-up" ? 1.5 : 1;
  const x = width * (light.side < 0 ? random.range(0.14, 0.3) : random.range(0.7, 0.86));
  if (light.body === "moon") paintMoon(stage, x, camera.horizon * 0.27, 58 * zoom);
  else if (light.body !== "none") {
    const high = light.body === "sun";
    const low = stage.reading.time === "dusk" ? "#ffd27a" : "#fff0c4";
    const y = high ? camera.horizon * 0.24 : camera.horizon - 46;
    stage.put(far - 1, (pen) => {
      pen.glow(x, y, (high ? 230 : 420) * zoom, high ? "#fff6d8" : low, high ? 0.75 : 0.85);
      const disc = ellipse(x, y, (high ? 40 : 66) * zoom);
      pen.shape(disc, high ? "#fffbe8" : low, { raw: true, line: 0 });
    });
  }
  const kind = random.pick(["a", "b"] as const);
  paintAir(stage, `clouds-${kind}`, { count: light.clouds, at: whole });
}

export const paintMoon = (stage: Stage, x: number, y: number, radius: number) =>
  paintAir(stage, "moon", { at: [x, y, radius * 10] });

/** Rain, drifting fog and flashes in front of the scene, and the light of a room. */
export function paintWeather(stage: Stage) {
  const { reading, light, look } = stage;
  const { weather, air } = reading;
  if (air === "room" && reading.place !== "train") {
    if (light.lamps) paintAir(stage, "corners", { stretch: true });
    if (look.name === "noir") paintAir(stage, "blinds", { stretch: true });
  } else if (air === "cave") paintAir(stage, "corners", { stretch: true });
  else if (air === "open" && weather !== "clear" && weather !== "cloudy")
    paintAir(stage, weather, { stretch: weather === "fog" });
}
