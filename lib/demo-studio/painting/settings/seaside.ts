import { ellipse, type Point, polygon, rect, ridge } from "../geometry";
import { lighthouse } from "../props/buildings";
import { cottage, type Lit } from "../props/fronts";
import { grass, rock } from "../props/plants";
import { galleon, sailboat } from "../props/vessels";
import { paintSky } from "../sky";
import type { Stage } from "../stage";
import { paintGrowth } from "./open";
import { paintSkyline } from "./urban";
import { paintShore, paintWater } from "./water";

const litOf = (stage: Stage): Lit => ({ lamps: stage.light.lamps, snow: stage.reading.wintry });

export function paintSea(stage: Stage) {
  paintSky(stage);
  const close = stage.camera.shot === "close-up" || stage.camera.shot === "medium";
  const deck = stage.camera.stand + (close ? 1.2 : 2.6);
  const y = stage.ground(deck);
  paintWater(stage, Math.min(stage.height + 20, y + 30));
  const random = stage.random("ships");
  stage.put(700, (pen) => {
    pen.distance = 70;
    const x = stage.width * (stage.light.side < 0 ? 0.74 : 0.24);
    pen.shape(
      ridge(
        random,
        x - stage.width * 0.16,
        x + stage.width * 0.16,
        stage.horizon + 2,
        stage.height * 0.05,
        4,
        false,
        true,
      ),
      "#6f8f88",
      { line: 0.6 },
    );
    pen.distance = 26;
    pen.within(
      stage.width * (stage.light.side < 0 ? 0.56 : 0.42),
      stage.horizon + stage.height * 0.03,
      stage.height * 0.011,
      () => galleon(pen),
      stage.light.side > 0,
    );
  });
  paintDeck(stage, deck, y);
}

/** The rail and the planks of the ship that the viewer stands on. */
function paintDeck(stage: Stage, deck: number, y: number) {
  const { pen, width, height } = stage;
  const s = stage.scale(deck);
  stage.put(deck + 0.4, () => {
    pen.distance = 5;
    pen.shape(rect(-20, y, width + 40, height - y + 30), "#b5824f", { fade: 0.35, line: 0.8 });
    for (let index = -16; index <= 16; index++)
      pen.mark(
        `M${stage.point(index * 0.34, 0, deck).join(" ")}L${stage.point(index * 0.34, 0, 0.8).join(" ")}`,
        "#b5824f",
        0.6,
      );
    pen.shape(rect(-20, y - s * 0.12, width + 40, s * 0.16), "#8a5a35");
    for (let x = -s * 0.2; x < width + s * 0.3; x += s * 0.42)
      pen.shape(
        polygon([
          [x - s * 0.05, y],
          [x + s * 0.05, y],
          [x + s * 0.03, y - s * 0.3],
          [x + s * 0.06, y - s * 0.45],
          [x + s * 0.03, y - s * 0.9],
          [x - s * 0.03, y - s * 0.9],
          [x - s * 0.06, y - s * 0.45],
          [x - s * 0.03, y - s * 0.3],
        ]),
        "#efe2c4",
        { line: 0.9, round: s * 0.012 },
      );
    pen.shape(rect(-20, y - s * 1.02, width + 40, s * 0.14), "#8a5a35", { round: s * 0.02 });
  });
  const mast = stage.light.side > 0 ? 0.1 : 0.9;
  stage.put(deck - 0.2, () => {
    pen.distance = 5;
    const x = width * mast;
    pen.shape(
      polygon([
        [x - s * 0.17, y + s * 0.2],
        [x + s * 0.17, y + s * 0.2],
        [x + s * 0.12, -30],
        [x - s * 0.12, -30],
      ]),
      "#7a4f32",
      { round: s * 0.05 },
    );
    const side = mast < 0.5 ? 1 : -1;
    for (const offset of [1.1, 1.7])
      pen.mark(`M${x} -40L${x + side * s * offset} ${y - s * 0.9}`, "#4a3a30", 1);
    for (let step = 1; step < 9; step++) {
      const t = step / 9;
      const py = -40 + (y - s * 0.9 + 40) * t;
      pen.mark(`M${x + side * s * 1.1 * t} ${py}L${x + side * s * 1.7 * t} ${py}`, "#4a3a30", 0.8);
    }
  });
}

/** Planks of a pier, bollards and moored boats. */
export function paintHarbour(stage: Stage) {
  const { pen, width } = stage;
  paintSky(stage);
  paintSkyline(stage, 0.07);
  const edge = stage.camera.stand + 2.4;
  const y = stage.ground(edge);
  paintWater(stage, y + 30, "#2f7590", 0.8);
  const random = stage.random("quay");
  for (let index = 0; index < 7; index++) {
    const seed = stage.random(`quay:${index}`);
    stage.put(1500 - index, () => {
      pen.distance = 30;
      pen.within(
        width * (index / 6 + random.range(-0.04, 0.04)),
        stage.horizon + 5,
        stage.height * 0.021,
        () => cottage(pen, seed, litOf(stage)),
      );
    });
  }
  stage.put(1400, () => {
    pen.distance = 28;
    pen.shape(rect(-20, stage.horizon, width + 40, stage.height * 0.016), "#8a8278", { line: 0.7 });
  });
  for (const [index, [share, depth, big]] of (
    [
      [0.2, 0.18, false],
      [0.82, 0.3, true],
      [0.55, 0.1, false],
    ] as const
  ).entries()) {
    const row = stage.horizon + (y - stage.horizon) * depth + 8;
    stage.put(600 - index, () => {
      pen.distance = 20 - depth * 30;
      const scale = (stage.height * 0.017 + (row - stage.horizon) * 0.16) * (big ? 1 : 0.8);
      pen.within(width * share, row, scale, () => sailboat(pen), index === 1);
      pen.fadeTo(0.25, () =>
        pen.within(width * share, row + scale * 0.4, scale, () =>
          pen.shape("M-2.4 0H2.4Q1.6 1 1.8 2H-1.6Q-2 1 -2.4 0Z", "#20405a", { line: 0 }),
        ),
      );
    });
  }
  stage.put(edge + 0.3, () => {
    pen.distance = 5;
    const s = stage.scale(edge);
    pen.shape(rect(-20, y, width + 40, stage.height - y + 30), "#a8845a", {
      fade: 0.35,
      line: 0.8,
    });
    for (let z = edge; z > 0.8; z *= 0.86)
      pen.mark(`M-20 ${stage.ground(z)}H${width + 20}`, "#a8845a", 0.7);
    const nails = stage.random("nails");
    for (let index = 0; index < 26; index++) {
      const z = edge * 0.86 ** nails.int(0, 8);
      const x = nails.range(0, width);
      pen.mark(`M${x} ${stage.ground(z)}V${stage.ground(z * 0.86)}`, "#a8845a", 0.5);
    }
    pen.shape(rect(-20, y, width + 40, s * 0.16), "#7a5a3a");
  });
  for (const [share, flip] of [
    [0.07, false],
    [0.93, true],
  ] as const)
    stage.stand(
      share,
      edge - 0.3,
      (brush) => {
        brush.shape("M-.22 0L-.18 -.8H-.3V-.98H.3V-.8H.18L.22 0Z", "#5a5a62", { round: 0.05 });
        brush.stroke("M-.2 -.3Q0 -.2 .2 -.34M-.2 -.42Q0 -.32 .2 -.46", "#d9c49a", 0.07, {
          line: 0.6,
        });
        for (const [x, by] of [
          [0.85, 0],
          [1.5, 0],
          [1.15, -0.62],
        ] as const) {
          brush.shape(rect(x - 0.3, by - 0.6, 0.6, 0.6), "#b58f5c", { round: 0.06 });
          brush.mark(`M${x - 0.3} ${by - 0.4}h.6M${x - 0.3} ${by - 0.2}h.6`, "#b58f5c", 0.7);
        }
      },
      flip,
    );
}

export function paintLighthouse(stage: Stage) {
  const { pen, width, height, horizon } = stage;
  paintSky(stage);
  paintWater(stage, height + 20, "#2f7590", 1.1);
  const left = stage.light.side > 0;
  const x = left ? width * 0.24 : width * 0.76;
  const top = horizon - height * 0.06;
  const flip = (value: number) => (left ? value : width - value);
  stage.put(300, () => {
    pen.distance = 24;
    const cliff: Point[] = [
      [-30, top - 12],
      [width * 0.16, top],
      [width * 0.4, top + 6],
      [width * 0.46, top + height * 0.05],
      [width * 0.43, top + height * 0.1],
      [width * 0.5, top + height * 0.17],
      [width * 0.52, horizon + height * 0.14],
      [-30, horizon + height * 0.2],
    ];
    pen.shape(polygon(cliff.map(([px, py]) => [flip(px), py])), "#8d8074", { round: 12 });
    pen.shape(
      polygon(
        [
          [-30, top - 12],
          [width * 0.16, top],
          [width * 0.4, top + 6],
          [width * 0.43, top + 22],
          [width * 0.25, top + 30],
          [-30, top + 26],
        ].map(([px, py]) => [flip(px as number), py as number] as Point),
      ),
      stage.reading.wintry ? "#eef3f8" : "#6f9a50",
      { line: 0.8 },
    );
    for (const [fx, fy] of [
      [0.1, 0.12],
      [0.24, 0.16],
      [0.36, 0.1],
      [0.4, 0.2],
    ] as const)
      pen.mark(
        `M${flip(width * fx)} ${top + height * fy * 0.6}l${left ? 12 : -12} ${height * 0.04}l${left ? -6 : 6} ${height * 0.03}`,
        "#8d8074",
        0.8,
      );
    pen.distance = 14;
    pen.within(
      x,
      top + 8,
      height * 0.0225,
      () => lighthouse(pen, stage.light.lamps || stage.reading.weather === "fog"),
      !left,
    );
    if (stage.light.lamps) {
      const ly = top + 8 - height * 0.0225 * 13.6;
      pen.veil(
        polygon([
          [x, ly - 5],
          [flip(width * 1.3), ly - height * 0.16],
          [flip(width * 1.3), ly + height * 0.06],
          [x, ly + 5],
        ]),
        left
          ? [
              [0, "#fff3c0", 0.75],
              [1, "#fff3c0", 0],
            ]
          : [
              [0, "#fff3c0", 0],
              [1, "#fff3c0", 0.75],
            ],
        true,
      );
    }
    pen.stroke(
      `M${flip(width * 0.36)} ${horizon + height * 0.17}Q${flip(width * 0.5)} ${horizon + height * 0.12} ${flip(width * 0.56)} ${horizon + height * 0.15}`,
      "#ffffff",
      7,
      { raw: true, opacity: 0.8 },
    );
  });
  const edge = stage.camera.stand * 1.5;
  paintShore(stage, stage.reading.wintry ? "#e6eef4" : "#7a9a52", edge, false);
  paintGrowth(
    stage,
    [
      [rock, 6, stage.camera.stand * 1.05, edge],
      [grass, 18, 2, edge * 0.95],
    ],
    0.26,
  );
}

export function paintBridge(stage: Stage) {
  const { pen, width, height, horizon } = stage;
  paintSky(stage);
  paintSkyline(stage, 0.14);
  paintWater(stage, height + 20, "#3f7f9a", 0.7);
  const far = stage.scale(1);
  stage.put(500, () => {
    pen.distance = 40;
    const y = horizon + height * 0.012;
    pen.shape(
      `M-20 ${y - height * 0.05}Q${width * 0.5} ${y - height * 0.12} ${width + 20} ${y - height * 0.05}V${y + height * 0.03}H${width * 0.9}Q${width * 0.78} ${y - height * 0.05} ${width * 0.66} ${y + height * 0.03}H${width * 0.6}Q${width * 0.47} ${y - height * 0.06} ${width * 0.34} ${y + height * 0.03}H${width * 0.28}Q${width * 0.16} ${y - height * 0.05} ${width * 0.06} ${y + height * 0.03}H-20Z`,
      "#9a8f86",
      { line: 0.8 },
    );
  });
  // The bridge under the viewer's feet: paving and a stone parapet.
  const deck = stage.camera.stand + 2;
  const y = stage.ground(deck);
  const s = stage.scale(deck);
  stage.put(deck + 0.4, () => {
    pen.distance = 5;
    pen.shape(
      rect(-20, y, width + 40, height - y + 30),
      stage.reading.wintry ? "#e3eaf1" : "#a89c8c",
      { fade: 0.35 },
    );
    const stones = stage.random("paving");
    for (let z = deck; z > 0.8; z *= 0.84) {
      pen.mark(`M-20 ${stage.ground(z)}H${width + 20}`, "#a89c8c", 0.5);
      for (let x = stones.range(-1, 0); x * far < width * z; x += 0.6)
        pen.mark(
          `M${(x * far) / z} ${stage.ground(z)}L${(x * far) / z} ${stage.ground(z * 0.84)}`,
          "#a89c8c",
          0.4,
          { opacity: 0.6 },
        );
    }
    pen.shape(rect(-20, y - s * 0.85, width + 40, s * 0.9), "#b8ab98", { fade: 0.25 });
    for (let row = 1; row < 4; row++) {
      pen.mark(`M-20 ${y - s * 0.85 + row * s * 0.21}H${width + 20}`, "#b8ab98", 0.5);
      for (let x = -10 + (row % 2) * s * 0.22; x < width; x += s * 0.45)
        pen.mark(`M${x} ${y - s * 0.85 + row * s * 0.21}v${s * 0.21}`, "#b8ab98", 0.5);
    }
    pen.shape(
      rect(-20, y - s * 1.02, width + 40, s * 0.19),
      stage.reading.wintry ? "#f4f8fc" : "#cdc1ae",
      { round: s * 0.02 },
    );
  });
  stage.stand(stage.light.side > 0 ? 0.08 : 0.92, deck - 0.1, (brush) => {
    if (stage.light.lamps) brush.glow(0, -2.9, 2.4, "#ffd98a", 0.8);
    brush.shape(
      polygon([
        [-0.1, -0.9],
        [0.1, -0.9],
        [0.05, -2.6],
        [-0.05, -2.6],
      ]),
      "#3c4149",
    );
    brush.shape(ellipse(0, -2.85, 0.26), stage.light.lamps ? "#fff0b8" : "#e6eef0", {
      raw: stage.light.lamps,
    });
  });
}
