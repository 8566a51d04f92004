import { type Random, random } from "../random";

type Joint = readonly [number, number];

/**
 * Where the joints are, in centimetres of a person of 172 cm who looks to the right: x from the
 * middle, y up is negative, the ground is 0.
 */
export interface Pose {
  name: string;
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

const standing = [
  [
    [-9, -45],
    [-10, -6],
  ],
  [
    [9, -45],
    [12, -6],
  ],
] as const;
const relaxed = [
  [
    [-11, -45],
    [-15, -6],
  ],
  [
    [8, -45],
    [9, -6],
  ],
] as const;
const walking = [
  [
    [-4, -44],
    [-20, -9],
  ],
  [
    [12, -46],
    [21, -6],
  ],
] as const;
const running = [
  [
    [-8, -46],
    [-44, -34],
  ],
  [
    [24, -56],
    [20, -14],
  ],
] as const;

const poses = {
  stand: {
    left: [
      [-26, -106],
      [-24, -80],
    ],
    right: [
      [25, -106],
      [25, -80],
    ],
    legs: standing,
    lean: 0,
    carries: false,
  },
  ease: {
    left: [
      [-35, -107],
      [-17, -88],
    ],
    right: [
      [25, -106],
      [24, -80],
    ],
    legs: relaxed,
    lean: 0,
    carries: false,
  },
  talk: {
    left: [
      [-27, -106],
      [-21, -82],
    ],
    right: [
      [26, -105],
      [35, -126],
    ],
    legs: relaxed,
    lean: 1,
    carries: false,
  },
  explain: {
    left: [
      [-30, -110],
      [-14, -112],
    ],
    right: [
      [27, -107],
      [34, -133],
    ],
    legs: standing,
    lean: 1,
    carries: false,
  },
  point: {
    left: [
      [-27, -106],
      [-22, -82],
    ],
    right: [
      [36, -122],
      [60, -132],
    ],
    legs: relaxed,
    lean: 2,
    carries: false,
  },
  think: {
    left: [
      [-27, -108],
      [4, -103],
    ],
    right: [
      [24, -108],
      [15, -131],
    ],
    legs: relaxed,
    lean: 0,
    carries: false,
  },
  cheer: {
    left: [
      [-37, -142],
      [-36, -170],
    ],
    right: [
      [38, -142],
      [41, -171],
    ],
    legs: standing,
    lean: 0,
    carries: false,
  },
  wave: {
    left: [
      [-26, -106],
      [-23, -81],
    ],
    right: [
      [35, -124],
      [42, -153],
    ],
    legs: relaxed,
    lean: 0,
    carries: false,
  },
  scared: {
    left: [
      [-29, -112],
      [-17, -129],
    ],
    right: [
      [30, -112],
      [27, -131],
    ],
    legs: relaxed,
    lean: -3,
    carries: false,
  },
  crossed: {
    left: [
      [-26, -107],
      [8, -111],
    ],
    right: [
      [26, -107],
      [-8, -108],
    ],
    legs: standing,
    lean: 0,
    carries: false,
  },
  hold: {
    left: [
      [-26, -106],
      [-23, -81],
    ],
    right: [
      [27, -110],
      [39, -118],
    ],
    legs: relaxed,
    lean: 1,
    carries: true,
  },
  read: {
    left: [
      [-27, -108],
      [2, -107],
    ],
    right: [
      [27, -108],
      [20, -109],
    ],
    legs: standing,
    lean: 2,
    carries: true,
  },
  walk: {
    left: [
      [-29, -110],
      [-20, -86],
    ],
    right: [
      [22, -108],
      [33, -90],
    ],
    legs: walking,
    lean: 3,
    carries: false,
  },
  run: {
    left: [
      [-36, -118],
      [-45, -97],
    ],
    right: [
      [26, -110],
      [44, -124],
    ],
    legs: running,
    lean: 11,
    carries: false,
  },
  strike: {
    left: [
      [-36, -118],
      [-24, -98],
    ],
    right: [
      [36, -136],
      [50, -158],
    ],
    legs: walking,
    lean: 6,
    carries: true,
  },
} satisfies Record<string, Omit<Pose, "name">>;
export type PoseName = keyof typeof poses;

export const pose = (name: PoseName): Pose => ({ name, ...poses[name] });

const moves: [PoseName, RegExp][] = [
  [
    "run",
    /\b(run|runs|running|chas\w+|flee\w*|fleeing|dash\w*|sprint\w*|race|races|racing|charg\w+|escap\w+)\b/,
  ],
  [
    "strike",
    /\b(fight\w*|attack\w*|strik\w+|swing\w*|duel\w*|brandish\w*|rais(?:es|ing) (?:a|the|his|her|their) (?:sword|staff|wand|hand))\b/,
  ],
  [
    "cheer",
    /\b(cheer\w*|celebrat\w*|jump\w*|triumph\w*|victor\w*|hooray|danc\w+|rejoic\w*|excited(?:ly)?)\b/,
  ],
  [
    "scared",
    /\b(scared|afraid|terrified|fear\w*|shock\w*|gasp\w*|frightened|startled|recoil\w*|panic\w*|horrified)\b/,
  ],
  ["point", /\b(point\w*|gestur\w* (?:at|to)|shows? the way|directs?)\b/],
  [
    "read",
    /\b(read\w*|studies|studying|examin\w*|inspect\w*|unfold\w*|opens? (?:the|a) (?:book|letter|map))\b/,
  ],
  [
    "hold",
    /\b(hold\w*|carr(?:y|ies|ying)|lift\w*|offer\w*|hands? over|clutch\w*|grips?|with a (?:lantern|torch|sword|cup|book))\b/,
  ],
  ["wave", /\b(wav(?:es|ing)|greet\w*|hello|goodbye|farewell|welcom\w*)\b/],
  [
    "think",
    /\b(think\w*|wonder\w*|ponder\w*|consider\w*|puzzled|curious\w*|thoughtful\w*|hesitat\w*)\b/,
  ],
  [
    "crossed",
    /\b(cross(?:es|ed)? (?:his|her|their) arms|arms crossed|stubborn\w*|stern\w*|unimpressed|sulk\w*|impatient\w*)\b/,
  ],
  [
    "walk",
    /\b(walk\w*|stroll\w*|wander\w*|explor\w*|approach\w*|enter\w*|arriv\w*|march\w*|sneak\w*|leav(?:es|ing)|follow\w*|hurr\w+|steps?)\b/,
  ],
  [
    "explain",
    /\b(explain\w*|argu\w*|announc\w*|declar\w*|insist\w*|describ\w*|shout\w*|yell(?:s|ed|ing)?)\b/,
  ],
  [
    "talk",
    /\b(talk\w*|speak\w*|say\w*|ask\w*|tell\w*|whisper\w*|answer\w*|discuss\w*|chat\w*|repl\w*)\b/,
  ],
];

/** What a figure does, from the words around its name or else from the whole prompt. */
export function choosePose(words: string, seed: string, talking: boolean): PoseName {
  const found = moves.find(([, pattern]) => pattern.test(words))?.[0];
  const chance: Random = random(`pose:${seed}`);
  if (found === "talk" || (!found && talking))
    return chance.pick(["talk", "explain", "ease", "talk"] as const);
  return found ?? chance.pick(["stand", "ease", "ease", "stand", "walk"] as const);
}
