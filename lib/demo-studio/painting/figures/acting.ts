import { random } from "../random";
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

const moves = wordsOf({
  run: "runs?|running|chas\\w+|flee\\w*|dash\\w*|sprint\\w*|races?|racing|charg\\w+|escap\\w+",
  strike:
    "fight\\w*|attack\\w*|strik\\w+|swing\\w*|duel\\w*|brandish\\w*|rais(?:es|ing) (?:a|the|his|her|their) (?:sword|staff|wand|hand)",
  cheer:
    "cheer\\w*|celebrat\\w*|jump\\w*|triumph\\w*|victor\\w*|hooray|danc\\w+|rejoic\\w*|excited(?:ly)?",
  scared:
    "scared|afraid|terrified|fear\\w*|shock\\w*|gasp\\w*|frightened|startled|recoil\\w*|panic\\w*|horrified",
  point: "point\\w*|gestur\\w* (?:at|to)|shows? the way|directs?",
  read: "read\\w*|studies|studying|examin\\w*|inspect\\w*|unfold\\w*|opens? (?:the|a) (?:book|letter|map)",
  hold: "hold\\w*|carr(?:y|ies|ying)|lift\\w*|offer\\w*|hands? over|clutch\\w*|grips?|with a (?:lantern|torch|sword|cup|book)",
  wave: "wav(?:es|ing)|greet\\w*|hello|goodbye|farewell|welcom\\w*",
  think:
    "think\\w*|wonder\\w*|ponder\\w*|consider\\w*|puzzled|curious\\w*|thoughtful\\w*|hesitat\\w*",
  crossed:
    "cross(?:es|ed)? (?:his|her|their) arms|arms crossed|stubborn\\w*|stern\\w*|unimpressed|sulk\\w*|impatient\\w*",
  walk: "walk\\w*|stroll\\w*|wander\\w*|explor\\w*|approach\\w*|enter\\w*|arriv\\w*|march\\w*|sneak\\w*|leav(?:es|ing)|follow\\w*|hurr\\w+|steps?",
  explain:
    "explain\\w*|argu\\w*|announc\\w*|declar\\w*|insist\\w*|describ\\w*|shout\\w*|yell(?:s|ed|ing)?",
  talk: "talk\\w*|speak\\w*|say\\w*|ask\\w*|tell\\w*|whisper\\w*|answer\\w*|discuss\\w*|chat\\w*|repl\\w*",
});

/** What a figure does, from the words around its name or else from the whole prompt. */
export function choosePose(words: string, seed: string, talking: boolean): PoseName {
  const found = firstOf(moves, words);
  const chance = random(`pose:${seed}`);
  if (found === "talk" || (!found && talking))
    return chance.pick(["talk", "explain", "ease", "talk"] as const);
  return found ?? chance.pick(["stand", "ease", "ease", "stand", "walk"] as const);
}

/** Faces of Open Peeps and the words that call for them. */
const moods = wordsOf({
  "fear concernedFear hectic":
    "terrified|horrified|scream\\w*|panic\\w*|frightened|scared|afraid|fear\\w*",
  awe: "amaz\\w*|aston\\w*|awe|surpris\\w*|wide[- ]eyed|wonder\\w*|shock\\w*|stunned|gasp\\w*|startled",
  "veryAngry rage angryWithFang":
    "angr\\w+|furious\\w*|rage|raging|enraged|yell(?:s|ed|ing)?|snarl\\w*|glar\\w+|attack\\w*",
  "driven serious suspicious":
    "determined|resolute|fight\\w*|stern\\w*|serious\\w*|brave\\w*|defiant\\w*|focus\\w*|confront\\w*|charg\\w+",
  "suspicious contempt":
    "suspicious\\w*|sly|smirk\\w*|villain\\w*|skeptical\\w*|sceptical\\w*|scheming|mischievous\\w*",
  "solemn concerned tired":
    "sad\\w*|cry\\w*|crie[sd]|tears?|mourn\\w*|lonely|heartbroken|grie\\w+|sorrow\\w*|disappointed",
  "concerned concernedFear": "worr\\w+|nervous\\w*|anxious\\w*|uneasy|concerned|hesitat\\w*",
  "tired eyesClosed": "tired|exhausted|sleepy|yawn\\w*|weary",
  "smileLOL smileBig": "laugh\\w*|giggl\\w*|burst\\w* out|hilarious|joke\\w*",
  "smileTeethGap smileBig cute":
    "happ\\w+|joy\\w*|smil\\w*|grin\\w*|cheer\\w*|delight\\w*|excited\\w*|celebrat\\w*|triumph\\w*|proud\\w*",
  explaining:
    "shout\\w*|explain\\w*|announc\\w*|talk\\w*|speak\\w*|say\\w*|tell\\w*|call\\w*|argu\\w*|ask\\w*|repl\\w*|declar\\w*|sing\\w*",
  "blank serious":
    "think\\w*|ponder\\w*|consider\\w*|read\\w*|stud(?:y|ies)\\w*|examin\\w*|listen\\w*",
});

export function chooseExpression(words: string, seed: string, old: boolean): string {
  const usual = old ? "old smile calm" : "smile smile calm driven";
  return random(`mood:${seed}`).pick((firstOf(moods, words) ?? usual).split(" "));
}
