import { random } from "../random";
import vocabulary from "./vocabulary.json" with { type: "json" };
import { firstOf, wordsOf } from "./words";

type Joint = readonly [x: number, y: number];

/**
 * Where the joints are, in centimetres of a person of 172 cm who looks to the right: x from the
 * middle, y up is negative, the ground is 0.
 */
export interface Pose {
  name: PoseName;
  /** Elbow and hand of the arm on the left and on the right of the picture. */
  left: readonly [Joint, Joint];
  right: readonly [Joint, Joint];
  /** Knee and ankle of both legs. */
  legs: readonly [readonly [Joint, Joint], readonly [Joint, Joint]];
  /** Degrees the body leans forward. */
  lean: number;
  /** The right hand is free to carry something. */
  carries: boolean;
}

// biome-ignore format: a table reads better in rows
export const stances = {
  standing: [[[-9, -45], [-10, -6]], [[9, -45], [12, -6]]],
  relaxed: [[[-11, -45], [-15, -6]], [[8, -45], [9, -6]]],
  walking: [[[-4, -44], [-20, -9]], [[12, -46], [21, -6]]],
  running: [[[-8, -46], [-44, -34]], [[24, -56], [20, -14]]],
  skirted: [[[-7, -45], [-8, -5]], [[7, -45], [9, -5]]],
} as const;

/** Left elbow and hand, right elbow and hand, legs, lean. */
// biome-ignore format: a table reads better in rows
const poses = {
  stand: [[-26, -106], [-24, -80], [25, -106], [25, -80], "standing", 0],
  ease: [[-35, -107], [-17, -88], [25, -106], [24, -80], "relaxed", 0],
  talk: [[-27, -106], [-21, -82], [26, -105], [35, -126], "relaxed", 1],
  explain: [[-30, -110], [-14, -112], [27, -107], [34, -133], "standing", 1],
  point: [[-27, -106], [-22, -82], [36, -122], [60, -132], "relaxed", 2],
  think: [[-27, -108], [4, -103], [24, -108], [15, -131], "relaxed", 0],
  cheer: [[-37, -142], [-36, -170], [38, -142], [41, -171], "standing", 0],
  wave: [[-26, -106], [-23, -81], [35, -124], [42, -153], "relaxed", 0],
  scared: [[-29, -112], [-17, -129], [30, -112], [27, -131], "relaxed", -3],
  crossed: [[-26, -107], [8, -111], [26, -107], [-8, -108], "standing", 0],
  hold: [[-26, -106], [-23, -81], [27, -110], [39, -118], "relaxed", 1],
  read: [[-27, -108], [2, -107], [27, -108], [20, -109], "standing", 2],
  walk: [[-29, -110], [-20, -86], [22, -108], [33, -90], "walking", 3],
  run: [[-36, -118], [-45, -97], [26, -110], [44, -124], "running", 11],
  strike: [[-36, -118], [-24, -98], [36, -136], [50, -158], "walking", 6],
} as const;
export type PoseName = keyof typeof poses;

export function poseOf(name: PoseName): Pose {
  const [elbow, hand, otherElbow, otherHand, legs, lean] = poses[name];
  return {
    name,
    left: [elbow, hand],
    right: [otherElbow, otherHand],
    legs: stances[legs],
    lean,
    carries: name === "hold" || name === "read" || name === "strike",
  };
}

const moves = wordsOf(vocabulary.moves);

/** What a figure does, from the words around its name or else from the whole prompt. */
export function choosePose(words: string, seed: string, talking: boolean): PoseName {
  const found = firstOf(moves, words);
  const chance = random(`pose:${seed}`);
  if (found === "talk" || (!found && talking))
    return chance.pick(["talk", "explain", "ease", "talk"] as const);
  return found ?? chance.pick(["stand", "ease", "ease", "stand", "walk"] as const);
}

/** Faces of Open Peeps and the words that call for them. */
const moods = wordsOf(vocabulary.moods);

export function chooseExpression(words: string, seed: string, old: boolean): string {
  const usual = old ? "old smile calm" : "smile smile calm driven";
  return random(`mood:${seed}`).pick((firstOf(moods, words) ?? usual).split(" "));
}
