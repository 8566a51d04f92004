import { random } from "../random";

const moods: [readonly string[], RegExp][] = [
  [
    ["fear", "concernedFear", "hectic"],
    /\b(terrified|horrified|scream\w*|panic\w*|frightened|scared|afraid|fear\w*)\b/,
  ],
  [
    ["awe", "awe"],
    /\b(amaz\w*|astonish\w*|aston\w*|awe|surpris\w*|wide[- ]eyed|wonder\w*|shock\w*|stunned|gasp\w*|startled)\b/,
  ],
  [
    ["veryAngry", "rage", "angryWithFang"],
    /\b(angr\w+|furious\w*|rage|raging|enraged|yell(?:s|ed|ing)?|snarl\w*|glar\w+|attack\w*)\b/,
  ],
  [
    ["driven", "serious", "suspicious"],
    /\b(determined|resolute|fight\w*|stern\w*|serious\w*|brave\w*|defiant\w*|focus\w*|confront\w*|charg\w+)\b/,
  ],
  [
    ["suspicious", "contempt"],
    /\b(suspicious\w*|sly|smirk\w*|villain\w*|skeptical\w*|sceptical\w*|scheming|mischievous\w*)\b/,
  ],
  [
    ["solemn", "concerned", "tired"],
    /\b(sad\w*|cry\w*|crie[sd]|tears?|mourn\w*|lonely|heartbroken|grie\w+|sorrow\w*|disappointed)\b/,
  ],
  [
    ["concerned", "concernedFear"],
    /\b(worr\w+|nervous\w*|anxious\w*|uneasy|concerned|hesitat\w*)\b/,
  ],
  [["tired", "eyesClosed"], /\b(tired|exhausted|sleepy|yawn\w*|weary)\b/],
  [["smileLOL", "smileBig"], /\b(laugh\w*|giggl\w*|burst\w* out|hilarious|joke\w*)\b/],
  [
    ["smileTeethGap", "smileBig", "cute"],
    /\b(happ\w+|joy\w*|smil\w*|grin\w*|cheer\w*|delight\w*|excited\w*|celebrat\w*|triumph\w*|proud\w*)\b/,
  ],
  [
    ["explaining"],
    /\b(shout\w*|explain\w*|announc\w*|talk\w*|speak\w*|say\w*|tell\w*|call\w*|argu\w*|ask\w*|repl\w*|declar\w*|sing\w*)\b/,
  ],
  [
    ["blank", "serious"],
    /\b(think\w*|ponder\w*|consider\w*|read\w*|stud(?:y|ies)\w*|examin\w*|listen\w*)\b/,
  ],
];

export function chooseExpression(words: string, seed: string, old: boolean): string {
  const chance = random(`mood:${seed}`);
  const found = moods.find(([, pattern]) => pattern.test(words))?.[0];
  return chance.pick(
    found ?? (old ? ["old", "smile", "calm"] : ["smile", "smile", "calm", "driven"]),
  );
}
