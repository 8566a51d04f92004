import type { PieceName } from "../props/furniture";
import type { Place } from "../reading";

export interface Room {
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

export const rooms: Partial<Record<Place, Room>> = {
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
