import { darken, hex, lighten } from "../color";
import { type Point, polygon, rect } from "../geometry";
import { column } from "../props/buildings";
import { type Piece, type PieceName, pendant, pieces, type RoomLight } from "../props/furniture";
import type { Place } from "../reading";
import type { Stage } from "../stage";

interface Room {
  wall: readonly string[];
  floor: string;
  ceiling: string;
  height: number;
  pattern: "planks" | "tiles" | "stone" | "carpet";
  wainscot?: string;
  /** Along the back wall, the first ones first. */
  back: readonly PieceName[];
  /** On the side walls, in perspective. */
  sides: "frames" | "shelves" | "windows" | "stone" | "columns" | "plain";
  /** Standing free between the back wall and the figures. */
  free?: readonly PieceName[];
  lamps?: string;
  carpet?: string;
}

const rooms: Partial<Record<Place, Room>> = {
  kitchen: {
    wall: ["#f0d9a8", "#cfe0d2", "#f2cdb4"],
    floor: "#d9b88a",
    ceiling: "#f4ead6",
    height: 2.9,
    pattern: "tiles",
    wainscot: "#e9efe6",
    back: ["stove", "window", "counter", "fridge", "shelves", "clock"],
    sides: "frames",
    lamps: "#c8563f",
  },
  living: {
    wall: ["#d9b49a", "#b9c9b4", "#c9b8d0", "#e2cfa4"],
    floor: "#b07a4c",
    ceiling: "#f2e8d8",
    height: 2.9,
    pattern: "planks",
    wainscot: "#efe3cc",
    back: ["sofa", "fireplace", "window", "bookshelf", "painting", "plant", "floorLamp"],
    sides: "frames",
    carpet: "#9a4a4a",
  },
  bedroom: {
    wall: ["#a9bcd6", "#d6b3bf", "#b9cdb0", "#c6b8dc"],
    floor: "#b98a5c",
    ceiling: "#f2ece0",
    height: 2.7,
    pattern: "planks",
    back: ["bed", "window", "nightstand", "wardrobe", "painting", "bookshelf"],
    sides: "frames",
    carpet: "#5a7a9a",
  },
  library: {
    wall: ["#7a5a42"],
    floor: "#8a5a38",
    ceiling: "#5a4032",
    height: 4.2,
    pattern: "planks",
    back: ["archWindow", "bookshelf", "bookshelf", "desk", "globe", "bookshelf"],
    sides: "shelves",
    carpet: "#8a3038",
    lamps: "#3f7a5f",
  },
  laboratory: {
    wall: ["#bcd0d6", "#c9d0c4"],
    floor: "#aab4ba",
    ceiling: "#dfe8ea",
    height: 3.2,
    pattern: "tiles",
    back: ["labBench", "machine", "blackboard", "shelves", "computer", "cabinet"],
    sides: "plain",
    lamps: "#e9eef0",
  },
  workshop: {
    wall: ["#b59a78", "#a08a78"],
    floor: "#8f7a64",
    ceiling: "#7a6450",
    height: 3.2,
    pattern: "planks",
    back: ["tools", "window", "barrels", "shelves", "machine"],
    sides: "plain",
    lamps: "#4a6a5a",
  },
  school: {
    wall: ["#e6dcae", "#cfe0d8"],
    floor: "#c99f6b",
    ceiling: "#f4f0e2",
    height: 3.1,
    pattern: "planks",
    wainscot: "#a8c0a4",
    back: ["blackboard", "globe", "door", "clock", "bookshelf"],
    sides: "windows",
    free: ["schoolDesk", "schoolDesk", "schoolDesk"],
  },
  cafe: {
    wall: ["#c9a58a", "#9ab5a4", "#d9b27a"],
    floor: "#8a6248",
    ceiling: "#e9d9be",
    height: 3.1,
    pattern: "planks",
    wainscot: "#6f4a3a",
    back: ["cafeCounter", "window", "shelves", "painting", "plant"],
    sides: "windows",
    free: ["cafeTable", "cafeTable"],
    lamps: "#c8563f",
  },
  tavern: {
    wall: ["#b08a5f"],
    floor: "#7a5236",
    ceiling: "#5a3f2c",
    height: 3,
    pattern: "planks",
    wainscot: "#6f4a2e",
    back: ["bar", "fireplace", "barrels", "window", "door"],
    sides: "frames",
    free: ["cafeTable"],
    lamps: "#8a5a35",
  },
  shop: {
    wall: ["#d9c08f", "#b5c9c4", "#d6aa9a"],
    floor: "#a87a50",
    ceiling: "#f0e6d0",
    height: 3,
    pattern: "planks",
    wainscot: "#8a5f3c",
    back: ["shelves", "bar", "shelves", "window", "clock"],
    sides: "shelves",
    lamps: "#3f6b5a",
  },
  office: {
    wall: ["#aebcc6", "#c4bca4", "#b5a894"],
    floor: "#8a7462",
    ceiling: "#e6e2d6",
    height: 2.9,
    pattern: "carpet",
    back: ["cityWindow", "computer", "cabinet", "bookshelf", "plant", "painting"],
    sides: "frames",
  },
  hall: {
    wall: ["#b5a58c", "#a89aa4"],
    floor: "#c4b294",
    ceiling: "#8f8270",
    height: 5.6,
    pattern: "tiles",
    back: ["throne", "stainedWindow", "stainedWindow", "banner", "banner", "torch"],
    sides: "columns",
    carpet: "#a8303a",
  },
  dungeon: {
    wall: ["#6f6a6a", "#66707a"],
    floor: "#5a5654",
    ceiling: "#45424a",
    height: 3,
    pattern: "stone",
    back: ["bars", "torch", "barrels", "door", "torch"],
    sides: "stone",
  },
};

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
}

function floorPattern(stage: Stage, room: Room, left: number, right: number, deep: number) {
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

function sideWall(stage: Stage, room: Room, x: number, deep: number, turn: number) {
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

function stoneWall(
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
