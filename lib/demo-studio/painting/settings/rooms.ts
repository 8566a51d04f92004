import { darken, hex, lighten } from "../color";
import { type Point, polygon, rect } from "../geometry";
import { type PieceName, pendant, pieces } from "../props/furniture";
import type { Piece, RoomLight } from "../props/furniture-parts";
import type { Stage } from "../stage";
import { type Room, rooms } from "./room-plans";
import { floorPattern, sideWall, stoneWall } from "./room-walls";

const skyOf = (stage: Stage): RoomLight => ({
  lamps: stage.light.lamps,
  sky: [hex(stage.light.sky[0]), hex(stage.light.sky[2])],
});

export function paintRoom(stage: Stage): boolean {
  const room = rooms[stage.reading.place];
  if (!room) return false;
  const { camera, pen } = stage;
  const random = stage.random("room");
  const deep =
    camera.stand + (camera.shot === "establishing" ? 6 : camera.shot === "wide" ? 3.4 : 2.4);
  // The side walls come into the picture whatever the lens.
  const close = camera.shot === "medium" || camera.shot === "close-up" || camera.shot === "detail";
  const half = Math.max(1.7, (camera.width * (close ? 0.64 : 0.42) * deep) / camera.focal);
  const middle = ((camera.width / 2 - camera.centre) * deep * 0.55) / camera.focal;
  const wall = random.pick(room.wall);
  const h = room.height;
  const [left, right] = [middle - half, middle + half];
  const quad = (corners: [number, number, number][]): Point[] =>
    corners.map(([x, y, z]) => stage.point(x, y, z));
  const near = 0.5;
  stage.put(500, () => {
    pen.distance = 3;
    pen.shape(rect(-30, -30, stage.width + 60, stage.height + 60), wall, { line: 0 });
  });
  stage.put(400, () => {
    pen.distance = 4;
    pen.shape(
      polygon(
        quad([
          [left, 0, deep],
          [right, 0, deep],
          [right * 1.02, 0, near],
          [left * 1.02, 0, near],
        ]),
      ),
      room.floor,
      { turn: 0.35, fade: 0.35, line: 0.8 },
    );
    pen.shape(
      polygon(
        quad([
          [left, h, deep],
          [right, h, deep],
          [right, h, near],
          [left, h, near],
        ]),
      ),
      room.ceiling,
      { turn: -0.2, line: 0.8 },
    );
    floorPattern(stage, room, left, right, deep);
    if (room.carpet) {
      const [a, b] =
        room.sides === "columns"
          ? [middle - half * 0.3, middle + half * 0.3]
          : [middle - half * 0.62, middle + half * 0.62];
      const far = room.sides === "columns" ? deep : deep - 0.7;
      pen.shape(
        polygon(
          quad([
            [a, 0, far],
            [b, 0, far],
            [b, 0, near + 0.4],
            [a, 0, near + 0.4],
          ]),
        ),
        room.carpet,
        { turn: 0.3, accent: room.sides === "columns" },
      );
      const inset = half * 0.05;
      pen.mark(
        `M${quad([
          [a + inset, 0, far - 0.1],
          [b - inset, 0, far - 0.1],
          [b - inset, 0, near + 0.5],
        ])
          .map((point) => point.join(" "))
          .join("L")}M${quad([
          [a + inset, 0, far - 0.1],
          [a + inset, 0, near + 0.5],
        ])
          .map((point) => point.join(" "))
          .join("L")}`,
        lighten(room.carpet, 0.5),
        0.9,
      );
    }
    pen.ruled(
      quad([
        [left, 0, deep],
        [left, h, deep],
        [right, h, deep],
        [right, 0, deep],
      ]),
      wall,
      { turn: 0.5, fade: 0.12 },
      11,
    );
    for (const [x, turn] of [
      [left, stage.light.side < 0 ? -0.4 : 0.2],
      [right, stage.light.side < 0 ? 0.2 : -0.4],
    ] as const) {
      pen.ruled(
        quad([
          [x, 0, near],
          [x, h, near],
          [x, h, deep],
          [x, 0, deep],
        ]),
        wall,
        { turn, fade: 0.12 },
        13,
      );
      if (room.wainscot)
        pen.shape(
          polygon(
            quad([
              [x, 0, near],
              [x, 0.95, near],
              [x, 0.95, deep],
              [x, 0, deep],
            ]),
          ),
          room.wainscot,
          { turn: turn - 0.1, line: 0.7 },
        );
      sideWall(stage, room, x, deep, turn);
    }
    if (room.wainscot) {
      pen.shape(
        polygon(
          quad([
            [left, 0, deep],
            [left, 0.95, deep],
            [right, 0.95, deep],
            [right, 0, deep],
          ]),
        ),
        room.wainscot,
        { turn: 0.3, line: 0.7 },
      );
      for (let x = left + 0.5; x < right; x += 0.5)
        pen.mark(
          `M${quad([
            [x, 0.05, deep],
            [x, 0.9, deep],
          ])
            .map((point) => point.join(" "))
            .join("L")}`,
          room.wainscot,
          0.45,
        );
    }
    if (room.pattern === "stone") stoneWall(stage, left, right, h, deep, wall);
    const skirting = darken(wall, 0.35);
    pen.shape(
      polygon(
        quad([
          [left, 0, deep],
          [left, 0.12, deep],
          [right, 0.12, deep],
          [right, 0, deep],
        ]),
      ),
      skirting,
      { line: 0.6 },
    );
  });
  furnish(stage, room, left, right, deep);
  if (room.lamps)
    for (const share of [-0.45, 0.5]) {
      const z = deep - 0.9;
      stage.place(middle + half * share, z, (brush) =>
        brush.within(0, -h, 1, () =>
          pendant(
            brush,
            stage.light.lamps,
            camera.shot === "close-up" ? 0.3 : 0.55,
            room.lamps ?? "#c8563f",
          ),
        ),
      );
    }
  for (const [index, name] of (room.free ?? []).entries()) {
    const z = deep - 1.1;
    if (z > camera.stand * 1.12)
      stage.place(
        left + (right - left) * ((index + 0.6) / ((room.free?.length ?? 1) + 0.2)),
        z,
        (brush) => pieces[name].draw(brush, stage.random(`free:${index}`), skyOf(stage)),
      );
  }
  if (stage.light.lamps) warmAir(stage);
  if (stage.look.name === "noir") blinds(stage);
  return true;
}

/** Places the pieces along the back wall: the important ones at the sides of the figures first. */
function furnish(stage: Stage, room: Room, left: number, right: number, deep: number) {
  const random = stage.random("furniture");
  const wide = right - left;
  let used = 0;
  const chosen: PieceName[] = [];
  for (const name of room.back) {
    const piece: Piece = pieces[name];
    if (used + piece.width > wide * 0.98) continue;
    chosen.push(name);
    used += piece.width;
  }
  // The first piece of the list stands where nothing hides it; the rest from left to right.
  const order = chosen
    .map((name, index) => ({
      name,
      at:
        room.sides === "columns"
          ? ([0.5, 0.2, 0.8, 0.05, 0.95, 0.35][index] ?? random())
          : index === 0
            ? 0.5
            : random(),
    }))
    .sort((a, b) => a.at - b.at);
  const gap = (wide - used) / (order.length + 1);
  let x = left + gap;
  for (const { name } of order) {
    const piece: Piece = pieces[name];
    const centre = x + piece.width / 2;
    stage.place(centre, deep - 0.02, (brush) =>
      piece.draw(brush, stage.random(`piece:${name}`), skyOf(stage)),
    );
    x += piece.width + gap;
  }
  // What found no room there stands along the side walls, nearer to the viewer.
  const z = deep * 0.74;
  if (z < stage.camera.stand * 1.15 || room.sides === "columns") return;
  const rest = room.back.filter((name) => !chosen.includes(name) && pieces[name].width < 2.1);
  for (const [index, name] of rest.slice(0, 2).entries()) {
    const piece: Piece = pieces[name];
    const wall = index ? right - piece.width * 0.45 : left + piece.width * 0.45;
    stage.place(wall, z, (brush) => piece.draw(brush, stage.random(`rest:${name}`), skyOf(stage)));
  }
}

/** Darkness gathers in the corners of a lamplit room. */
function warmAir(stage: Stage) {
  const { pen } = stage;
  stage.put(stage.camera.stand * 1.3, () => {
    const whole = rect(-20, -20, stage.width + 40, stage.height + 40);
    pen.veil(whole, [
      [0, "#1a1026", 0.5],
      [0.35, "#1a1026", 0.06],
      [0.75, "#1a1026", 0],
      [1, "#1a1026", 0.32],
    ]);
    pen.veil(
      whole,
      [
        [0, "#1a1026", 0.34],
        [0.3, "#1a1026", 0],
        [0.7, "#1a1026", 0],
        [1, "#1a1026", 0.34],
      ],
      true,
    );
  });
}

/** Light through a blind, the oldest trick of film noir. */
function blinds(stage: Stage) {
  const { pen, width, height, light } = stage;
  stage.put(stage.camera.stand * 1.32, () => {
    const slant = light.side * height * 0.16;
    for (let row = 0; row < 8; row++) {
      const y = height * (0.06 + row * 0.085);
      const h = height * 0.04;
      pen.shape(
        polygon([
          [width * 0.08, y + slant * 0.3],
          [width * 0.92, y - slant * 0.3],
          [width * 0.92, y - slant * 0.3 + h],
          [width * 0.08, y + slant * 0.3 + h],
        ]),
        "#ffffff",
        { raw: true, line: 0, opacity: 0.3 },
      );
    }
  });
}
