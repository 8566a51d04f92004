import type { Random } from "./random";
import type { ShotSize } from "./read-scene";
import words from "./tables.json" with { type: "json" };

export type Camera = ReturnType<typeof chooseCamera>;

/** How a shot frames a picture; `person` is the height of 1.72 m as a fraction of it. */
export const { framings } = words;
/** Rooms are small: a picture of a whole one still shows people at a third of its height. */
const wholeRoom = { ...framings.establishing, person: 0.3, eye: 1.75 };

/** The size of a picture in its units: the area is always 1,000,000. */
export function pictureSize(width: number, height: number) {
  const ratio = width / height;
  return { width: 1000 * Math.sqrt(ratio), height: 1000 / Math.sqrt(ratio) };
}

/** A pinhole camera that looks straight ahead, in picture units; eye and figures in metres. */
export function chooseCamera(
  shot: ShotSize,
  people: number,
  { width, height }: { width: number; height: number },
  random: Random,
  indoors = false,
) {
  const framing = indoors && shot === "establishing" ? wholeRoom : framings[shot];
  const wanted = (framing.person * height) / 1.72;
  // Several people must fit side by side; a group moves away from the lens.
  const fits = people > 0 ? (width * 0.94) / (people * framing.wide) : wanted;
  // Limited by the width of the plates.
  const focal = framing.focal * Math.max(height, width * 0.85);
  return {
    width,
    height,
    focal,
    shot,
    eye: framing.eye,
    horizon: height * (framing.horizon + random.range(-0.02, 0.02)),
    centre: width * random.pick([0.42, 0.46, 0.5, 0.54, 0.58]),
    stand: focal / Math.min(wanted, fits),
  };
}

/** Row of the ground at a distance. */
export const groundAt = (camera: Camera, z: number) =>
  camera.horizon + (camera.focal * camera.eye) / z;
