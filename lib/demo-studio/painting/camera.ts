import type { Random } from "./random";
import type { ShotSize } from "./reading";

/**
 * A pinhole camera that looks straight ahead. Distances are metres: Z away from the lens, the eye
 * over the ground.
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

/** How a shot sees people and places. The plates of places were drawn from these eyes. */
interface Framing {
  plate: "far" | "mid" | "near";
  /** Height of a person of 1.72 m as a fraction of the picture. */
  person: number;
  eye: number;
  horizon: number;
  focal: number;
  /** What shoulders and arms of a figure need, metres. */
  wide: number;
}

const framings: Record<ShotSize, Framing> = {
  establishing: { plate: "far", person: 0.17, eye: 3.6, horizon: 0.47, focal: 1, wide: 1.1 },
  wide: { plate: "mid", person: 0.4, eye: 1.3, horizon: 0.46, focal: 1.1, wide: 0.95 },
  full: { plate: "mid", person: 0.62, eye: 1.3, horizon: 0.47, focal: 1.15, wide: 0.85 },
  medium: { plate: "near", person: 1.24, eye: 1.5, horizon: 0.44, focal: 1.2, wide: 0.58 },
  "close-up": { plate: "near", person: 2.35, eye: 1.5, horizon: 0.43, focal: 1.45, wide: 0.44 },
  detail: { plate: "near", person: 1.9, eye: 1.5, horizon: 0.3, focal: 1.4, wide: 0.5 },
};
/** Rooms are small: a picture of a whole one still shows people at a third of its height. */
const wholeRoom: Framing = { ...framings.establishing, person: 0.3, eye: 1.75, horizon: 0.46 };

export const plateOf = (shot: ShotSize) => framings[shot].plate;

export function pictureSize(width: number, height: number) {
  const ratio = width / height;
  return { width: 1000 * Math.sqrt(ratio), height: 1000 / Math.sqrt(ratio) };
}

export function chooseCamera(
  shot: ShotSize,
  people: number,
  { width, height }: { width: number; height: number },
  random: Random,
  indoors = false,
): Camera {
  const framing = indoors && shot === "establishing" ? wholeRoom : framings[shot];
  const wanted = (framing.person * height) / 1.72;
  // Several people must fit side by side; a group moves away from the lens.
  const fits = people > 0 ? (width * 0.94) / (people * framing.wide) : wanted;
  // No wider than the plates.
  const focal = framing.focal * Math.max(height, width * 0.85);
  return {
    ...{ width, height, focal, shot, eye: framing.eye },
    horizon: height * (framing.horizon + random.range(-0.02, 0.02)),
    centre: width * random.pick([0.42, 0.46, 0.5, 0.54, 0.58]),
    stand: focal / Math.min(wanted, fits),
  };
}

/** Row of the ground at a distance. */
export const groundAt = (camera: Camera, z: number) =>
  camera.horizon + (camera.focal * camera.eye) / z;
