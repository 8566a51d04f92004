import type { Plant } from "../props/plant";
import { bush, cactus, flowers, grass, rock, sheaf, spiral } from "../props/plants";
import { deadTree, mushroomTree, palm, pine, roundTree } from "../props/trees";
import type { Place } from "../reading";

/** A landscape under the open sky: what lies at the horizon, on the ground, and what grows there. */
export interface Landscape {
  ground: string;
  far: string;
  ridges: { color: string; rise: number; sharp?: boolean; snow?: boolean; z: number }[];
  /** What grows, how much of it, and between which distances. */
  growth: [plant: Plant, count: number, near: number, far: number][];
  path?: string;
  stripes?: string;
}

const ridgesOf = {
  hills: [
    { color: "#7fa38a", rise: 0.15, z: 260 },
    { color: "#74a05f", rise: 0.09, z: 140 },
  ],
  peaks: [
    { color: "#8b97ac", rise: 0.4, sharp: true, snow: true, z: 420 },
    { color: "#6f7f92", rise: 0.26, sharp: true, snow: true, z: 260 },
    { color: "#5b7a5f", rise: 0.1, z: 130 },
  ],
  dunes: [
    { color: "#d9a66a", rise: 0.16, z: 240 },
    { color: "#e2b878", rise: 0.1, z: 120 },
  ],
} satisfies Record<string, Landscape["ridges"]>;

export const landscapes: Partial<Record<Place, Landscape>> = {
  farm: {
    ground: "#7fa049",
    far: "#b9b45a",
    ridges: ridgesOf.hills,
    growth: [
      [roundTree, 5, 26, 80],
      [sheaf, 16, 5, 18],
      [grass, 16, 2.4, 8],
    ],
    path: "#c9a673",
    stripes: "#c9b052",
  },
  mountains: {
    ground: "#77924f",
    far: "#8da86f",
    ridges: ridgesOf.peaks,
    growth: [
      [pine, 12, 12, 60],
      [rock, 8, 4, 14],
      [grass, 12, 2.4, 7],
    ],
    path: "#b59d7c",
  },
  desert: {
    ground: "#e0b26c",
    far: "#eccb93",
    ridges: ridgesOf.dunes,
    growth: [
      [cactus, 6, 8, 34],
      [rock, 7, 5, 18],
      [grass, 4, 3, 7],
    ],
  },
  snowfield: {
    ground: "#e9f1f7",
    far: "#f6fafd",
    ridges: [
      { color: "#9db2cb", rise: 0.34, sharp: true, snow: true, z: 360 },
      { color: "#c3d3e2", rise: 0.12, z: 160 },
    ],
    growth: [
      [pine, 10, 12, 60],
      [rock, 6, 4, 14],
    ],
  },
  park: {
    ground: "#74a552",
    far: "#9abf6d",
    ridges: [{ color: "#5f8f5a", rise: 0.13, z: 110 }],
    growth: [
      [roundTree, 9, 11, 50],
      [bush, 8, 7, 20],
      [flowers, 14, 2.4, 8],
    ],
    path: "#d5bf96",
  },
  graveyard: {
    ground: "#5d7150",
    far: "#7a8a68",
    ridges: [{ color: "#4f5f63", rise: 0.11, z: 150 }],
    growth: [
      [deadTree, 4, 9, 30],
      [grass, 16, 2.4, 9],
    ],
    path: "#8d8068",
  },
  ruins: {
    ground: "#93a05f",
    far: "#b0b57c",
    ridges: ridgesOf.hills,
    growth: [
      [roundTree, 4, 22, 50],
      [bush, 7, 6, 16],
      [rock, 9, 4, 14],
      [grass, 10, 2.4, 7],
    ],
  },
  planet: {
    ground: "#b5654f",
    far: "#d98f6b",
    ridges: [
      { color: "#7d4f7a", rise: 0.34, sharp: true, z: 300 },
      { color: "#9a5560", rise: 0.16, z: 150 },
    ],
    growth: [
      [spiral, 7, 7, 26],
      [mushroomTree, 5, 8, 30],
      [rock, 9, 3.4, 16],
    ],
  },
  castle: {
    ground: "#7d9a50",
    far: "#9db06c",
    ridges: ridgesOf.hills,
    growth: [
      [pine, 7, 16, 60],
      [roundTree, 4, 22, 60],
      [grass, 12, 2.4, 8],
    ],
    path: "#cdb58a",
  },
  road: {
    ground: "#8fa35a",
    far: "#adb673",
    ridges: ridgesOf.hills,
    growth: [
      [roundTree, 6, 14, 60],
      [bush, 8, 7, 22],
      [grass, 10, 2.6, 8],
    ],
    path: "#77757a",
  },
  beach: {
    ground: "#ecd49c",
    far: "#f2e2b8",
    ridges: [],
    growth: [
      [palm, 3, 8, 20],
      [rock, 5, 5, 14],
      [grass, 5, 3, 7],
    ],
  },
};
