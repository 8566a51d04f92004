import { ellipse, polygon, rect } from "./geometry";
import type { Stage } from "./stage";

/** What falls, drifts and flashes between the viewer and the scene. */
export function paintWeather(stage: Stage) {
  const { reading } = stage;
  if (reading.air !== "open") return;
  switch (reading.weather) {
    case "rain":
      return rain(stage, 110, 0.16);
    case "storm":
      lightning(stage);
      return rain(stage, 170, 0.34);
    case "snow":
      return snow(stage);
    case "fog":
      return fog(stage);
    case "wind":
      return wind(stage);
    default:
  }
}

function rain(stage: Stage, count: number, slant: number) {
  const { width, height, light } = stage;
  const random = stage.random("rain");
  for (const [z, share, long, strong] of [
    [stage.camera.stand * 1.6, 0.5, 0.03, 0.3],
    [0.4, 0.5, 0.06, 0.5],
  ] as const)
    stage.put(z, (pen) => {
      let thin = "";
      for (let index = 0; index < count * share; index++) {
        const x = random.range(-0.1, 1.2) * width;
        const y = random.range(-0.05, 1) * height;
        const l = height * long * random.range(0.7, 1.5);
        thin += `M${x.toFixed(1)} ${y.toFixed(1)}l${(-light.side * slant * l).toFixed(1)} ${l.toFixed(1)}`;
      }
      pen.stroke(thin, "#e6f0f8", z < 1 ? 2.1 : 1.3, { raw: true, opacity: strong + 0.15 });
    });
  // Rings and splashes on the ground.
  stage.put(stage.camera.stand * 1.05, (pen) => {
    pen.distance = 5;
    for (let index = 0; index < 26; index++) {
      const z = stage.camera.stand * random.range(0.8, 3);
      const y = stage.ground(z);
      if (y > height) continue;
      const x = random.range(0, width);
      const s = stage.scale(z) * 0.09;
      pen.stroke(
        `M${x - s} ${y}A${s} ${s * 0.3} 0 1 0 ${x + s} ${y}M${x - s * 0.7} ${y - s}L${x - s * 0.4} ${y - s * 0.3}M${x + s * 0.7} ${y - s}L${x + s * 0.4} ${y - s * 0.3}`,
        "#e6f0f8",
        1.3,
        { raw: true, opacity: 0.6 },
      );
    }
  });
}

function lightning(stage: Stage) {
  const { width, horizon } = stage;
  const random = stage.random("lightning");
  stage.put(9e5, (pen) => {
    const x = width * (stage.light.side > 0 ? 0.76 : 0.24);
    pen.glow(x, horizon * 0.3, width * 0.5, "#dfe8ff", 0.75);
    let [px, py] = [x, -10];
    const left: [number, number][] = [[px, py]];
    const right: [number, number][] = [];
    for (let step = 0; step < 7; step++) {
      px += random.range(-0.06, 0.06) * width;
      py += horizon * 0.15;
      const thick = (7 - step) * 1.5;
      left.push([px - thick / 2, py]);
      right.unshift([px + thick / 2, py - 6]);
    }
    pen.shape(polygon([...left, ...right]), "#fffef0", { raw: true, line: 0 });
    pen.stroke(
      `M${left[3]?.join(" ")}l${width * 0.06} ${horizon * 0.12}l${-width * 0.02} ${horizon * 0.1}`,
      "#fffef0",
      2.4,
      { raw: true },
    );
  });
}

function snow(stage: Stage) {
  const { width, height } = stage;
  const random = stage.random("snow");
  for (const [z, count, least, most] of [
    [stage.camera.stand * 3, 90, 1.2, 2.6],
    [stage.camera.stand * 1.2, 60, 2, 4],
    [0.4, 26, 4, 8],
  ] as const)
    stage.put(z, (pen) => {
      for (let index = 0; index < count; index++)
        pen.shape(
          ellipse(random.range(0, width), random.range(0, height), random.range(least, most)),
          "#ffffff",
          { raw: true, line: 0, opacity: 0.88 },
        );
    });
}

function fog(stage: Stage) {
  const { width, height, horizon, light, pen } = stage;
  const random = stage.random("fog");
  const tone = `#${light.haze
    .map((value) =>
      Math.round(Math.min(1, value * 1.06) * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
  for (const [z, strength] of [
    [stage.camera.stand * 2.4, 0.6],
    [stage.camera.stand * 1.3, 0.42],
    [0.4, 0.3],
  ] as const)
    stage.put(z, () => {
      const y = z < 1 ? height * 0.9 : horizon + random.range(-0.02, 0.12) * height;
      const band = height * (z < 1 ? 0.14 : 0.18);
      pen.veil(rect(-20, y - band, width + 40, band * 2), [
        [0, tone, 0],
        [0.5, tone, strength],
        [1, tone, 0],
      ]);
      for (let index = 0; index < 4; index++)
        pen.glow(
          random.range(0, width),
          y + random.range(-0.5, 0.5) * band,
          width * random.range(0.2, 0.36),
          tone,
          strength * 0.7,
        );
    });
}

function wind(stage: Stage) {
  const { width, height, light } = stage;
  const random = stage.random("wind");
  stage.put(0.4, (pen) => {
    pen.distance = 3;
    for (let index = 0; index < 9; index++) {
      const x = random.range(-0.1, 0.9) * width;
      const y = random.range(0.04, 0.8) * height;
      const l = width * random.range(0.14, 0.3);
      pen.stroke(
        `M${x} ${y}q${l * 0.4} ${-l * 0.1} ${l * 0.8} 0q${l * 0.14} ${l * 0.05} ${l * 0.1} ${l * 0.1}q${-l * 0.05} ${l * 0.04} ${-l * 0.08} 0`,
        "#ffffff",
        2,
        { raw: true, opacity: 0.5 },
      );
    }
    for (let index = 0; index < 16; index++)
      pen.within(
        random.range(0, width),
        random.range(0, height),
        random.range(0.7, 1.5),
        () =>
          pen.shape(
            "M-9 0C-5 -7 5 -8 10 -2C5 4 -4 5 -9 0Z",
            random.pick(["#c9793a", "#d9a43a", "#a8503a", "#8a9a4a"] as const),
            { line: 0.7 },
          ),
        light.side < 0,
        random.range(-60, 60),
      );
  });
}

/** Lines that rush towards a point, left free around it: speed and shock in comics. */
export function paintFocusLines(stage: Stage, x: number, y: number, dark: boolean) {
  const { width, height } = stage;
  const random = stage.random("focus");
  stage.put(stage.camera.stand * 1.02, (pen) => {
    const reach = Math.hypot(width, height);
    const clear = Math.min(width, height) * 0.46;
    let d = "";
    for (let index = 0; index < 90; index++) {
      const angle = ((index + random.range(-0.4, 0.4)) / 90) * Math.PI * 2;
      const from = clear * random.range(1, 1.5);
      const half = random.range(0.002, 0.011);
      const at = (turn: number, far: number) =>
        `${(x + Math.cos(turn) * far).toFixed(1)} ${(y + Math.sin(turn) * far).toFixed(1)}`;
      d += `M${at(angle, from)}L${at(angle - half, reach)}L${at(angle + half, reach)}Z`;
    }
    pen.raw(
      `<path d="${d}" fill="${dark ? (pen.look.tonal ? "#000000" : "#15110e") : "#ffffff"}" opacity="${dark ? 0.8 : 0.5}"/>`,
    );
  });
}
