import type { ShotSize } from "@/lib/ai/painter";
import type { Random } from "./random";

/**
 * A pinhole camera that looks straight ahead. World coordinates are metres: X to the right of the
 * optical axis, Y up from the ground, Z away from the lens.
 */
export interface Camera {
  /** Picture size in units; the area is always 1,000,000. */
  width: number;
  height: number;
  /** Focal length in picture units. */
  focal: number;
  /** Height of the lens over the ground, metres. */
  eye: number;
  /** Row of the horizon and column of the vanishing point, picture units. */
  horizon: number;
  centre: number;
  /** Distance at which figures stand. */
  stand: number;
  shot: ShotSize;
}

interface Framing {
  /** Height of a person of 1.72 m as a fraction of the picture. */
  person: number;
  eye: number;
  horizon: number;
  focal: number;
}

const framings: Record<ShotSize, Framing> = {
  establishing: { person: 0.17, eye: 3.6, horizon: 0.47, focal: 1 },
  wide: { person: 0.4, eye: 1.9, horizon: 0.45, focal: 1.1 },
  full: { person: 0.62, eye: 1.3, horizon: 0.47, focal: 1.15 },
  medium: { person: 1.24, eye: 1.5, horizon: 0.44, focal: 1.2 },
  "close-up": { person: 2.35, eye: 1.56, horizon: 0.43, focal: 1.45 },
  detail: { person: 1.9, eye: 1.35, horizon: 0.3, focal: 1.4 },
};

/** Rooms are small: a picture of a whole one still shows people at a third of its height. */
const wholeRoom: Framing = { person: 0.3, eye: 1.75, horizon: 0.46, focal: 0.95 };

/** A figure's share of the picture's width that its shoulders and arms need, per metre of scale. */
const metresWide: Record<ShotSize, number> = {
  establishing: 1.1,
  wide: 0.95,
  full: 0.85,
  medium: 0.58,
  "close-up": 0.44,
  detail: 0.5,
};

export function pictureSize(width: number, height: number) {
  const ratio = width / height;
  return { width: 1000 * Math.sqrt(ratio), height: 1000 / Math.sqrt(ratio) };
}

export function chooseCamera(
  shot: ShotSize,
  people: number,
  size: { width: number; height: number },
  random: Random,
  indoors = false,
): Camera {
  const framing = indoors && shot === "establishing" ? wholeRoom : framings[shot];
  const { width, height } = size;
  const wanted = (framing.person * height) / 1.72;
  // Several people must fit side by side; a group moves away from the lens.
  const fits = people > 0 ? (width * 0.94) / (people * metresWide[shot]) : wanted;
  const scale = Math.min(wanted, fits);
  const focal = framing.focal * Math.max(height, width * 0.72);
  const horizon = height * (framing.horizon + random.range(-0.02, 0.02));
  // Where the group is smaller than the framing asks for, heads stay high in the picture.
  const eye = Math.max(0.9, framing.eye - (1 - scale / wanted) * 0.5);
  return {
    width,
    height,
    focal,
    eye,
    horizon,
    centre: width * random.pick([0.36, 0.42, 0.5, 0.58, 0.64]),
    stand: focal / scale,
    shot,
  };
}

/** Picture units per metre at a distance. */
export const scaleAt = (camera: Camera, z: number) => camera.focal / z;
/** Row of the ground at a distance. */
export const groundAt = (camera: Camera, z: number) =>
  camera.horizon + (camera.focal * camera.eye) / z;
/** Projects a point of the world. */
export const project = (camera: Camera, x: number, y: number, z: number): [number, number] => [
  camera.centre + (camera.focal * x) / z,
  camera.horizon + (camera.focal * (camera.eye - y)) / z,
];
