import { blend, darken, hex, mix, type Rgb } from "../color";
import { ellipse, rect, ridge } from "../geometry";
import { grass, rock } from "../props/plants";
import { palm, pine, roundTree } from "../props/trees";
import { sailboat } from "../props/vessels";
import { paintSky } from "../sky";
import type { Stage } from "../stage";
import { paintGrowth } from "./open";

/** Water from the horizon down to a row of the picture, with waves, sparkle and the sky's reflection. */
export function paintWater(stage: Stage, to: number, color = "#2f7fa8", rough = 1) {
  const { pen, light, width, horizon } = stage;
  const random = stage.random("water");
  const storm = stage.reading.weather === "storm" || stage.reading.weather === "wind";
  stage.put(900, () => {
    pen.distance = 40;
    const far: Rgb = mix(light.sky[2], pen.tone(color, 0.3), 0.45);
    pen.distance = 4;
    const near = pen.tone(darken(color, 0.3), 0.2);
    const area = rect(-20, horizon - 1, width + 40, to - horizon + 2);
    pen.veil(area, [
      [0, hex(far), 1],
      [0.4, hex(mix(far, near, 0.6)), 1],
      [1, hex(near), 1],
    ]);
    // The light's road on the water.
    if (light.body !== "none") {
      const x = width * (light.side < 0 ? 0.22 : 0.78);
      const tone = light.body === "moon" ? "#dfe6ff" : light.body === "sun" ? "#ffffff" : "#ffe2a6";
      for (let index = 0; index < 24; index++) {
        const depth = (index / 24) ** 1.5;
        const y = horizon + 4 + (to - horizon) * depth * 0.75;
        const w = 6 + 60 * depth + random.range(0, 26);
        pen.shape(
          ellipse(x + random.range(-16, 16) * (0.4 + depth * 2), y, w, 1.4 + depth * 3),
          tone,
          { raw: true, line: 0, opacity: 0.62 - depth * 0.4 },
        );
      }
    }
  });
  const rows = 15;
  for (let row = 0; row < rows; row++) {
    const depth = (row + 0.6) / rows;
    const y = horizon + (to - horizon) * depth ** 1.7;
    const size = (8 + 96 * depth ** 1.5) * (storm ? 1.5 : 1) * rough;
    const lift = size * (storm ? 0.34 : 0.14);
    stage.put(899 - row, () => {
      pen.distance = 60 * (1 - depth) ** 2 + 4;
      for (let index = 0; index < 9 - row * 0.3; index++) {
        const x = random.range(-40, width + 20);
        pen.shape(
          `M${x} ${y}Q${x + size * 0.5} ${y - lift * 2} ${x + size} ${y}Q${x + size * 0.5} ${y - lift * 0.7} ${x} ${y}Z`,
          row % 2 ? blend(color, "#ffffff", 0.3) : darken(color, 0.22),
          { line: 0.35, opacity: 0.85 },
        );
        if (storm && row > 5 && random.chance(0.4))
          pen.mark(
            `M${x + size * 0.2} ${y - lift * 0.8}q${size * 0.3} ${-lift * 0.7} ${size * 0.6} 0`,
            "#f4fafc",
            1.6,
            { raw: true },
          );
      }
    });
  }
}

/** Ground in front of the water with a foaming, curved edge. */
export function paintShore(stage: Stage, color: string, z: number, foam = true) {
  const { pen, width, height } = stage;
  const y = stage.ground(z);
  const bow = (height - y) * 0.16 * stage.light.side;
  const edge = `M-30 ${y + bow}Q${width * 0.3} ${y - bow * 0.6 + 12} ${width * 0.55} ${y + 6}T${width + 30} ${y - bow}`;
  stage.put(860, () => {
    pen.distance = 6;
    const shape = `${edge}L${width + 30} ${height + 30}L-30 ${height + 30}Z`;
    if (foam) {
      pen.stroke(edge, "#f4fafa", 26, { raw: true, opacity: 0.55 });
      pen.stroke(edge, "#ffffff", 11, { raw: true, opacity: 0.95 });
    }
    pen.shape(shape, color, { line: foam ? 0 : 1, turn: 0.5, fade: 0.3 });
    if (foam)
      pen.stroke(
        edge.replace(/-?[\d.]+/g, (value, at: number) => (at >= 0 ? value : value)),
        darken(color, 0.16),
        5,
        { opacity: 0.35 },
      );
  });
}

export function paintBeach(stage: Stage) {
  paintSky(stage);
  const edge = stage.camera.stand * 2;
  paintWater(stage, stage.ground(edge) + 40, "#2fa3b5");
  const random = stage.random("island");
  stage.put(800, (pen) => {
    pen.distance = 60;
    const x = stage.width * random.range(0.2, 0.8);
    pen.shape(
      ridge(
        random,
        x - stage.width * 0.22,
        x + stage.width * 0.22,
        stage.horizon + 2,
        stage.height * 0.07,
        5,
        false,
        true,
      ),
      "#6f9f80",
      { line: 0.6 },
    );
    pen.distance = 30;
    pen.within(
      stage.width * (x > stage.width / 2 ? 0.28 : 0.7),
      stage.horizon + stage.height * 0.025,
      stage.height * 0.012,
      () => sailboat(pen),
    );
  });
  paintShore(stage, "#ecd39a", edge);
  paintGrowth(
    stage,
    [
      [palm, 4, Math.max(6, stage.camera.stand * 1.4), Math.max(8, stage.camera.stand * 1.9)],
      [rock, 4, stage.camera.stand * 1.2, stage.camera.stand * 1.9],
      [grass, 6, 2.4, stage.camera.stand * 1.8],
    ],
    0.3,
  );
  const shells = stage.random("shells");
  stage.put(850, (pen) => {
    pen.distance = 3;
    for (let index = 0; index < 18; index++) {
      const z = 1.2 * ((edge * 0.9) / 1.2) ** shells();
      const s = stage.scale(z) * 0.05;
      const x = shells.range(0, stage.width);
      const y = stage.ground(z);
      if (index % 3 === 0)
        pen.shape(
          `M${x - s} ${y}Q${x} ${y - s * 2} ${x + s} ${y}Z`,
          shells.pick(["#f4e6d2", "#e8b09a", "#f2d0c0"] as const),
          { line: 0.6 },
        );
      else pen.mark(`M${x - s} ${y}q${s} ${-s * 0.4} ${s * 2} 0`, "#ecd39a", 0.6);
    }
  });
}

export function paintRiver(stage: Stage) {
  paintSky(stage);
  const random = stage.random("river");
  const { pen, width, height, horizon } = stage;
  for (const [index, [rise, color, z]] of (
    [
      [0.22, "#7f95a5", 70],
      [0.12, "#6a9468", 40],
    ] as const
  ).entries())
    stage.put(2000 - index, () => {
      pen.distance = z;
      pen.shape(ridge(random, -40, width + 40, horizon + 3, height * rise, 6, index === 0), color, {
        line: 0.7,
        fade: 0.3,
      });
    });
  const edge = stage.camera.stand * 1.8;
  paintWater(stage, stage.ground(edge) + 60, "#3f8aa0", 0.7);
  stage.put(870, () => {
    pen.distance = 34;
    const y = horizon;
    pen.shape(
      `M-20 ${y - 2}H${width * 0.42}Q${width * 0.2} ${y + height * 0.03} -20 ${y + height * 0.06}ZM${width + 20} ${y - 2}H${width * 0.6}Q${width * 0.8} ${y + height * 0.02} ${width + 20} ${y + height * 0.045}Z`,
      stage.reading.wintry ? "#dfe8ef" : "#6f9a55",
      { line: 0.7 },
    );
  });
  for (let index = 0; index < 9; index++)
    stage.stand(index / 8 + random.range(-0.05, 0.05), 46 - index, (brush) =>
      (index % 2 ? pine : roundTree)(brush, stage.random(`bank:${index}`), stage.reading.wintry),
    );
  paintShore(stage, stage.reading.wintry ? "#e6eef4" : "#7fa04f", edge, false);
  paintGrowth(
    stage,
    [
      [roundTree, 3, stage.camera.stand * 1.4, stage.camera.stand * 1.7],
      [rock, 6, stage.camera.stand * 1.1, stage.camera.stand * 1.75],
      [grass, 16, 2, stage.camera.stand * 1.7],
    ],
    0.3,
  );
}
