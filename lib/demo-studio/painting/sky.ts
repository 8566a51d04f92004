import { hex, mix, type Rgb } from "./color";
import { ellipse, puff, rect } from "./geometry";
import type { Stage } from "./stage";

const FAR = 1e6;

/** The sky: its gradient, the sun or the moon, stars and clouds. Always behind everything. */
export function paintSky(stage: Stage, options: { clouds?: boolean; moon?: boolean } = {}) {
  const { light, width, horizon, camera } = stage;
  const random = stage.random("sky");
  const [zenith, middle, low] = light.sky;
  const bottom = Math.max(horizon + 30, stage.height * 0.3);
  stage.put(FAR, (pen) => {
    pen.veil(rect(-20, -20, width + 40, bottom + 20), [
      [0, hex(zenith), 1],
      [0.55, hex(middle), 1],
      [1, hex(low), 1],
    ]);
  });
  const size = Math.sqrt(width * stage.height) * 0.001;
  if (light.stars) paintStars(stage, 90, bottom * 0.9);
  const moon = light.body === "moon" || options.moon;
  const x = width * (light.side < 0 ? random.range(0.14, 0.3) : random.range(0.7, 0.86));
  const zoom = camera.shot === "close-up" ? 1.5 : 1;
  if (light.body === "sun" && !options.moon) {
    const y = horizon * 0.24;
    stage.put(FAR - 1, (pen) => {
      pen.glow(x, y, 230 * size * zoom, "#fff6d8", 0.75);
      pen.shape(ellipse(x, y, 40 * size * zoom), "#fffbe8", { raw: true, line: 0 });
    });
  } else if (light.body === "low-sun" && !options.moon) {
    const y = horizon - 46 * size;
    const color = stage.reading.time === "dusk" ? "#ffd27a" : "#fff0c4";
    stage.put(FAR - 1, (pen) => {
      pen.glow(x, y, 420 * size * zoom, color, 0.85);
      pen.shape(ellipse(x, y, 66 * size * zoom), color, { raw: true, line: 0 });
    });
  } else if (moon) {
    paintMoon(stage, x, horizon * 0.27, 58 * size * zoom);
  }
  if (options.clouds !== false) paintClouds(stage, light.clouds, bottom);
}

export function paintStars(stage: Stage, count: number, bottom: number) {
  const random = stage.random("stars");
  stage.put(FAR - 0.5, (pen) => {
    for (let index = 0; index < count; index++) {
      const x = random.range(0, stage.width);
      const y = random.range(0, bottom) * random.range(0.4, 1);
      const size = random.chance(0.12) ? random.range(2.2, 3.4) : random.range(0.8, 1.7);
      if (size > 2.1) {
        const arm = size * 2.4;
        pen.shape(
          `M${x} ${y - arm}Q${x} ${y} ${x + arm} ${y}Q${x} ${y} ${x} ${y + arm}Q${x} ${y} ${x - arm} ${y}Q${x} ${y} ${x} ${y - arm}Z`,
          "#fdfbe9",
          { raw: true, line: 0 },
        );
      } else {
        pen.shape(ellipse(x, y, size), "#f4f2ff", {
          raw: true,
          line: 0,
          opacity: random.range(0.5, 1),
        });
      }
    }
  });
}

export function paintMoon(stage: Stage, x: number, y: number, radius: number, color = "#fbf3d4") {
  stage.put(FAR - 1, (pen) => {
    pen.glow(x, y, radius * 4.2, "#c9d6ff", 0.7);
    const disc = ellipse(x, y, radius);
    pen.shape(disc, color, { raw: true, line: 0 });
    pen.clip(disc, () => {
      for (const [dx, dy, r] of [
        [-0.3, -0.25, 0.22],
        [0.28, 0.1, 0.3],
        [-0.15, 0.45, 0.17],
        [0.42, -0.48, 0.12],
      ] as const) {
        pen.shape(ellipse(x + dx * radius, y + dy * radius, r * radius), "#e2d6ae", {
          raw: true,
          line: 0,
        });
      }
      pen.shape(ellipse(x - radius * 0.55, y, radius * 1.5, radius * 1.6), "#fffbe6", {
        raw: true,
        line: 0,
        opacity: 0.35,
      });
    });
  });
}

function paintClouds(stage: Stage, count: number, bottom: number) {
  const random = stage.random("clouds");
  const { light, width } = stage;
  const under: Rgb = mix(light.cloud, light.sky[1], 0.45);
  for (let index = 0; index < count; index++) {
    const depth = random.range(0, 1);
    const x = width * random.range(-0.05, 1.05);
    const y = bottom * (0.1 + depth * 0.62);
    const rx = width * random.range(0.12, 0.2) * (1.25 - depth * 0.75);
    const ry = rx * random.range(0.24, 0.34);
    const shape = puff(random, x, y, rx, ry, 10, true);
    const storm = stage.reading.weather === "storm" || stage.reading.weather === "rain";
    stage.put(FAR - 10 - index, (pen) => {
      pen.distance = 80;
      pen.fadeTo(storm ? 0.9 : 0.92, () => {
        pen.shape(shape, hex(under), { raw: true, line: pen.look.name === "watercolor" ? 0 : 0.8 });
        pen.clip(shape, () => {
          pen.shape(
            puff(random, x + rx * 0.06 * light.side, y - ry * 0.3, rx * 0.97, ry * 0.92, 10, true),
            hex(light.cloud),
            {
              raw: true,
              line: 0,
            },
          );
        });
      });
    });
  }
}
