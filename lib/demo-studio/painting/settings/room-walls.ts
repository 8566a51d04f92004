import { darken, hex } from "../color";
import { type Point, polygon } from "../geometry";
import { column } from "../props/buildings";
import type { Stage } from "../stage";
import type { Room } from "./room-plans";

export function floorPattern(stage: Stage, room: Room, left: number, right: number, deep: number) {
  const { pen } = stage;
  const line = (a: [number, number, number], b: [number, number, number], factor = 0.5) =>
    pen.mark(`M${stage.point(...a).join(" ")}L${stage.point(...b).join(" ")}`, room.floor, factor, {
      opacity: 0.75,
    });
  if (room.pattern === "carpet") return;
  const step = room.pattern === "planks" ? 0.34 : 0.7;
  for (let x = Math.ceil(left / step) * step; x < right; x += step) line([x, 0, 0.7], [x, 0, deep]);
  if (room.pattern !== "planks")
    for (let z = deep; z > 0.8; z -= 0.7) line([left, 0, z], [right, 0, z]);
  else {
    const random = stage.random("planks");
    for (let x = Math.ceil(left / step) * step; x < right; x += step) {
      const z = random.range(1, deep);
      line([x, 0, z], [x + step, 0, z]);
    }
  }
  if (room.pattern === "tiles" && stage.reading.place !== "hall")
    for (let row = 0; row < 12; row++)
      for (let column = Math.ceil(left / 0.7); column < right / 0.7 - 1; column++) {
        const z = deep - row * 0.7;
        if ((row + column) % 2 || z < 1.3) continue;
        pen.shape(
          polygon([
            stage.point(column * 0.7, 0, z),
            stage.point((column + 1) * 0.7, 0, z),
            stage.point((column + 1) * 0.7, 0, z - 0.7),
            stage.point(column * 0.7, 0, z - 0.7),
          ]),
          darken(room.floor, 0.16),
          { turn: 0.35, line: 0.3 },
        );
      }
}

export function sideWall(stage: Stage, room: Room, x: number, deep: number, turn: number) {
  const { pen } = stage;
  const random = stage.random(`side:${Math.sign(x - 0.001)}`);
  const panel = (z1: number, z2: number, y1: number, y2: number): Point[] => [
    stage.point(x, y1, z1),
    stage.point(x, y2, z1),
    stage.point(x, y2, z2),
    stage.point(x, y1, z2),
  ];
  if (room.sides === "shelves") {
    for (let z = 1; z < deep - 0.3; z += 1.25) {
      const end = Math.min(deep - 0.1, z + 1.15);
      pen.shape(polygon(panel(z, end, 0, Math.min(room.height - 0.3, 3.2))), "#6f4a30", {
        turn,
        line: 0.8,
      });
      for (let y = 0.2; y < Math.min(room.height - 0.8, 2.9); y += 0.46) {
        pen.shape(polygon(panel(z + 0.06, end - 0.06, y, y + 0.4)), "#3f2a1e", { turn, line: 0.5 });
        for (let at = z + 0.08; at < end - 0.12; at += 0.09) {
          if (random.chance(0.12)) continue;
          pen.shape(
            polygon(panel(at, at + 0.08, y, y + random.range(0.26, 0.37))),
            random.pick([
              "#8f3a34",
              "#3f5f7a",
              "#5f7a4a",
              "#b58a3f",
              "#6a4a72",
              "#c9b48a",
            ] as const),
            { turn, line: 0.3 },
          );
        }
      }
    }
  } else if (room.sides === "windows") {
    const sky = hex(stage.light.sky[1]);
    for (let z = 1.3; z < deep - 1; z += 1.7) {
      pen.shape(polygon(panel(z, z + 1.2, 0.95, 2.45)), "#f2ead8", { turn, line: 0.8 });
      pen.shape(polygon(panel(z + 0.08, z + 1.12, 1.05, 2.35)), sky, { raw: true, line: 0.7 });
      pen.mark(
        `M${stage.point(x, 1.7, z).join(" ")}L${stage.point(x, 1.7, z + 1.2).join(" ")}M${stage.point(x, 1, z + 0.6).join(" ")}L${stage.point(x, 2.4, z + 0.6).join(" ")}`,
        "#f2ead8",
        1.1,
      );
    }
  } else if (room.sides === "frames") {
    for (let z = deep * 0.42; z < deep - 0.7; z += 1.4) {
      const top = random.range(2, 2.2);
      pen.shape(polygon(panel(z, z + 0.8, 1.4, top)), "#a87a3f", { turn, line: 0.8 });
      pen.shape(
        polygon(panel(z + 0.09, z + 0.71, 1.48, top - 0.08)),
        random.pick(["#a9cbd6", "#d9c08f", "#b5a0c0"] as const),
        { turn, line: 0.5 },
      );
    }
  } else if (room.sides === "columns") {
    const inner = x - Math.sign(x) * 0.5;
    for (let z = deep - 0.8; z > stage.camera.stand * 1.18; z -= Math.max(1.6, deep * 0.2)) {
      const seed = stage.random(`column:${z.toFixed(1)}`);
      stage.place(inner, z, (brush) => column(brush, seed, false));
    }
  } else if (room.sides === "stone") {
    for (let y = 0.4; y < room.height; y += 0.4)
      pen.mark(
        `M${stage.point(x, y, 0.6).join(" ")}L${stage.point(x, y, deep).join(" ")}`,
        "#55505a",
        0.5,
      );
    for (let index = 0; index < 26; index++) {
      const z = random.range(0.9, deep);
      const y = Math.floor(random.range(0, room.height / 0.4)) * 0.4;
      pen.mark(
        `M${stage.point(x, y, z).join(" ")}L${stage.point(x, y + 0.4, z).join(" ")}`,
        "#55505a",
        0.5,
      );
    }
  }
}

export function stoneWall(
  stage: Stage,
  left: number,
  right: number,
  h: number,
  deep: number,
  wall: string,
) {
  const { pen } = stage;
  const random = stage.random("stones");
  for (let row = 0; row * 0.4 < h; row++) {
    pen.mark(
      `M${stage.point(left, row * 0.4, deep).join(" ")}L${stage.point(right, row * 0.4, deep).join(" ")}`,
      wall,
      0.5,
    );
    for (let x = left + (row % 2) * 0.35; x < right; x += random.range(0.55, 0.85))
      pen.mark(
        `M${stage.point(x, row * 0.4, deep).join(" ")}L${stage.point(x, row * 0.4 + 0.4, deep).join(" ")}`,
        wall,
        0.5,
      );
  }
}
