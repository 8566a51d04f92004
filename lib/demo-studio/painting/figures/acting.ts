import type { Point } from "../geometry";
import { random } from "../random";
import table from "./poses.json" with { type: "json" };
import vocabulary from "./vocabulary.json" with { type: "json" };
import { firstOf, wordsOf } from "./words";

type Limb = readonly [Point, Point];

/** The joints, in cm, of a person of 172 cm who looks to the right: y is up negative. */
export interface Pose {
  name: PoseName;
  left: Limb; // elbow and hand of the left and the right arm in the picture
  right: Limb;
  legs: readonly [Limb, Limb]; // knee and ankle of both legs
  lean: number; // degrees that the body leans forward
  carries?: boolean; // the right hand can carry something
}
export type PoseName = keyof typeof table.poses;

export const stances = table.stances as unknown as Record<string, Pose["legs"]>;
type Entry = Omit<Pose, "name" | "legs"> & { stance: string };
const poses = table.poses as unknown as Record<PoseName, Entry>;

export function poseOf(name: PoseName): Pose {
  const { stance, ...pose } = poses[name];
  return { ...pose, name, legs: stances[stance] as Pose["legs"] };
}

const moves = wordsOf(vocabulary.moves);

/** A figure's action, from the words around its name or else from the whole prompt. */
export function choosePose(words: string, seed: string, talking: boolean): PoseName {
  const found = firstOf(moves, words);
  const chance = random(`pose:${seed}`);
  if (found === "talk" || (!found && talking))
    return chance.pick(["talk", "explain", "ease", "talk"] as const);
  return found ?? chance.pick(["stand", "ease", "ease", "stand", "walk"] as const);
}

/** Faces of Open Peeps, by the words for them. */
const moods = wordsOf(vocabulary.moods);

export function chooseExpression(words: string, seed: string, old: boolean): string {
  const usual = old ? "old smile calm" : "smile smile calm driven";
  return random(`mood:${seed}`).pick((firstOf(moods, words) ?? usual).split(" "));
}
