import { darken, hex, lighten } from "../color";
import { ellipse, type Point, polygon, rect, roundRect } from "../geometry";
import { rocket } from "../props/vessels";
import { paintStars } from "../sky";
import type { Stage } from "../stage";

function nebula(stage: Stage) {
  const { pen, light, width, height } = stage;
  const random = stage.random("nebula");
  stage.put(5e6, () => {
    pen.veil(
      rect(-20, -20, width + 40, height + 40),
      light.sky.map((tone, index) => [index / 2, hex(tone), 1] as [number, string, number]),
    );
    for (let index = 0; index < 7; index++)
      pen.glow(
        random.range(0, width),
        random.range(0, height * 0.9),
        width * random.range(0.2, 0.5),
        random.pick(["#7a3fc0", "#2f6fd0", "#d04a8f", "#2fb0a8"] as const),
        0.34,
      );
  });
  paintStars(stage, 150, height);
}

function planet(stage: Stage, x: number, y: number, r: number, color: string, ring: boolean) {
  const { pen, light } = stage;
  const random = stage.random(`planet:${color}`);
  stage.put(4e5, () => {
    pen.distance = 0;
    pen.glow(x, y, r * 1.5, lighten(color, 0.3), 0.5);
    const disc = ellipse(x, y, r);
    pen.shape(disc, color, { round: r * 0.34, line: 0.9 });
    pen.clip(disc, () => {
      for (let band = 0; band < 6; band++) {
        const by = y - r + (2 * r * (band + 0.5)) / 6;
        pen.shape(
          `M${x - r} ${by}Q${x} ${by + r * random.range(-0.1, 0.16)} ${x + r} ${by}L${x + r} ${by + r * 0.12}Q${x} ${by + r * 0.2} ${x - r} ${by + r * 0.1}Z`,
          random.chance(0.5) ? lighten(color, 0.25) : darken(color, 0.2),
          { line: 0, opacity: 0.6 },
        );
      }
      pen.shape(ellipse(x - light.side * r * 0.55, y + r * 0.3, r * 1.05, r * 1.1), "#05060f", {
        raw: true,
        line: 0,
        opacity: 0.42,
      });
    });
    if (ring) {
      const arc = (sweep: 0 | 1) =>
        `M${x - r * 1.8} ${y + r * 0.3}A${r * 1.85} ${r * 0.42} -10 0 ${sweep} ${x + r * 1.8} ${y - r * 0.3}`;
      pen.stroke(arc(0), "#e6d2a8", r * 0.12, { raw: true, line: 0.5, opacity: 0.9 });
    }
  });
}

export function paintSpace(stage: Stage) {
  const { pen, width, height } = stage;
  const random = stage.random("space");
  nebula(stage);
  planet(
    stage,
    width * (stage.light.side > 0 ? 0.2 : 0.8),
    height * 0.3,
    height * 0.17,
    random.pick(["#d98a4a", "#4a8fc0", "#8a5fb5", "#5aa88a"] as const),
    true,
  );
  planet(
    stage,
    width * (stage.light.side > 0 ? 0.86 : 0.12),
    height * 0.14,
    height * 0.05,
    "#c9c2b8",
    false,
  );
  for (let index = 0; index < 9; index++) {
    const seed = stage.random(`asteroid:${index}`);
    const size = seed.range(8, 34);
    const [x, y] = [seed.range(0, width), height * seed.range(0.4, 0.8)];
    stage.put(300 - index, () => {
      pen.distance = 4;
      const points: Point[] = Array.from({ length: 9 }, (_, corner) => {
        const angle = (corner / 9) * Math.PI * 2;
        const reach = size * seed.range(0.7, 1.1);
        return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach * 0.8];
      });
      pen.shape(polygon(points), "#857a76", { round: size * 0.25 });
      pen.shape(ellipse(x - size * 0.2, y, size * 0.2, size * 0.14), "#655a58", { line: 0.5 });
    });
  }
  stage.put(200, () => {
    pen.distance = 6;
    pen.within(
      width * (stage.light.side > 0 ? 0.74 : 0.26),
      height * 0.34,
      height * 0.016,
      () => rocket(pen, true),
      false,
      stage.light.side > 0 ? 38 : -38,
    );
  });
  // A surface to stand on: a moon's horizon.
  const y = stage.ground(stage.camera.stand * 1.7);
  stage.put(100, () => {
    pen.distance = 3;
    pen.shape(
      `M-20 ${y + height * 0.04}Q${width / 2} ${y - height * 0.05} ${width + 20} ${y + height * 0.04}V${height + 30}H-20Z`,
      "#a8a2a8",
      { round: 6 },
    );
    for (let index = 0; index < 9; index++) {
      const cy = y + (height - y) * random.range(0.1, 0.95);
      const s = ((cy - stage.horizon) / height) * 60 * random.range(0.6, 1.4);
      const cx = random.range(0, width);
      pen.shape(ellipse(cx, cy, s, s * 0.3), "#8a848c", { line: 0.7 });
      pen.shape(ellipse(cx, cy + s * 0.07, s * 0.86, s * 0.2), "#767078", { line: 0 });
    }
  });
}

/** The command deck of a ship: a wide window on the stars, consoles, ribs of light. */
export function paintShip(stage: Stage) {
  const { pen, width, height, horizon, camera } = stage;
  nebula(stage);
  const random = stage.random("deck");
  planet(
    stage,
    width * random.range(0.25, 0.75),
    horizon - height * 0.12,
    height * 0.14,
    random.pick(["#4a8fc0", "#d98a4a", "#8a5fb5"] as const),
    random.chance(0.5),
  );
  const deep = camera.stand + 2.6;
  const half = (camera.width * 0.52 * deep) / camera.focal;
  const middle = ((camera.width / 2 - camera.centre) * deep * 0.5) / camera.focal;
  const corner = (x: number, y: number, z = deep): Point => stage.point(middle + x * half, y, z);
  const hull = "#56637a";
  stage.put(60, () => {
    pen.distance = 3;
    const frame = (outer: Point[], inner: Point[]) =>
      `${polygon(outer)}${polygon([...inner].reverse())}`;
    const window: Point[] = [
      corner(-0.82, 0.95),
      corner(-0.92, 2),
      corner(-0.66, 2.9),
      corner(0.66, 2.9),
      corner(0.92, 2),
      corner(0.82, 0.95),
    ];
    pen.raw(`<g fill-rule="evenodd">`);
    pen.shape(
      frame(
        [
          [-30, -30],
          [width + 30, -30],
          [width + 30, height + 30],
          [-30, height + 30],
        ],
        window,
      ),
      hull,
      { line: 1.1 },
    );
    pen.raw("</g>");
    for (const x of [-0.34, 0.34])
      pen.stroke(
        `M${corner(x, 0.95).join(" ")}L${corner(x * 0.86, 2.9).join(" ")}`,
        darken(hull, 0.25),
        stage.scale(deep) * 0.07,
        { line: 0.9 },
      );
    pen.shape(
      polygon([corner(-1, 0), corner(1, 0), corner(1.02, 0, 0.6), corner(-1.02, 0, 0.6)]),
      "#3d475c",
      { fade: 0.3 },
    );
    for (let z = deep; z > 0.8; z -= 0.7)
      pen.mark(`M${corner(-1, 0, z).join(" ")}L${corner(1, 0, z).join(" ")}`, "#3d475c", 0.6);
    for (const x of [-0.5, 0, 0.5])
      pen.mark(`M${corner(x, 0).join(" ")}L${corner(x, 0, 0.8).join(" ")}`, "#3d475c", 0.6);
    for (const side of [-1, 1]) {
      pen.shape(
        polygon([corner(side, 0), corner(side, 3.2), corner(side, 3.2, 0.6), corner(side, 0, 0.6)]),
        lighten(hull, 0.06),
        { turn: side === stage.light.side ? -0.3 : 0.3 },
      );
      for (let z = deep - 0.3; z > 1; z -= 0.8) {
        pen.shape(
          polygon([
            corner(side, 0.3, z),
            corner(side, 2.8, z),
            corner(side, 2.8, z - 0.14),
            corner(side, 0.3, z - 0.14),
          ]),
          darken(hull, 0.3),
          { line: 0.6 },
        );
        pen.shape(
          polygon([
            corner(side, 1.1, z - 0.24),
            corner(side, 1.7, z - 0.24),
            corner(side, 1.7, z - 0.66),
            corner(side, 1.1, z - 0.66),
          ]),
          random.pick(["#5fd6e8", "#f0b04a", "#7ae0a0"] as const),
          { raw: true, line: 0.7 },
        );
      }
      const [lx, ly] = corner(side * 0.5, 3.3, deep - 0.4);
      pen.glow(lx, ly, stage.scale(deep) * 1.1, "#bfeaff", 0.55);
    }
    pen.shape(
      polygon([
        corner(-0.6, 3.3, deep - 0.2),
        corner(0.6, 3.3, deep - 0.2),
        corner(0.6, 3.3, deep - 0.5),
        corner(-0.6, 3.3, deep - 0.5),
      ]),
      "#dff6ff",
      { raw: true, line: 0.8 },
    );
  });
  const lights = stage.random("lights");
  for (const share of [-0.52, 0.52])
    stage.place(middle + half * share, deep - 0.2, (brush) => {
      const w = half * 0.36;
      brush.shape(
        polygon([
          [-w, 0],
          [w, 0],
          [w * 1.05, -0.7],
          [w * 0.8, -1.05],
          [-w * 0.8, -1.05],
          [-w * 1.05, -0.7],
        ]),
        "#6a7890",
        { round: 0.06 },
      );
      brush.shape(
        polygon([
          [-w * 0.98, -0.72],
          [w * 0.98, -0.72],
          [w * 0.76, -1],
          [-w * 0.76, -1],
        ]),
        "#27303f",
        { line: 0.8 },
      );
      for (let index = 0; index < 16; index++)
        brush.shape(
          roundRect(
            -w * 0.8 + (index % 8) * w * 0.2,
            index < 8 ? -0.96 : -0.84,
            w * 0.12,
            0.07,
            0.02,
          ),
          lights.pick(["#5fd6e8", "#f0b04a", "#ff6a5a", "#7ae0a0", "#e8f2ff"] as const),
          { raw: true, line: 0.3 },
        );
      brush.glow(0, -0.9, w, "#7ae0f0", 0.34);
    });
}
