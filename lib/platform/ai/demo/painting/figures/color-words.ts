/** Colours by the words people use for cloth, paint and fur. */
const named: Record<string, string> = {
  red: "#c8312b",
  crimson: "#a81f35",
  scarlet: "#d2301f",
  maroon: "#7a2230",
  burgundy: "#6f1f35",
  ruby: "#b01641",
  pink: "#e88aa8",
  rose: "#dd7f93",
  magenta: "#c23b8c",
  orange: "#e2782a",
  rust: "#a8532b",
  amber: "#dd9a2b",
  copper: "#b56a3a",
  bronze: "#9b6b3c",
  yellow: "#eec23a",
  mustard: "#c99a2e",
  gold: "#d9a93a",
  golden: "#d9a93a",
  cream: "#efe3c6",
  beige: "#d8c3a0",
  tan: "#c6a57b",
  khaki: "#a99b6a",
  brown: "#7a5236",
  chocolate: "#5c3a26",
  leather: "#8a5a35",
  green: "#4a8f4c",
  emerald: "#1f8a5f",
  olive: "#75773a",
  lime: "#94c13d",
  mint: "#8fd1b0",
  forest: "#2f6042",
  jade: "#2f9d78",
  moss: "#6a7d45",
  sage: "#9bb08c",
  teal: "#23807f",
  turquoise: "#37b3b0",
  cyan: "#3bb8cf",
  aqua: "#55c0c8",
  blue: "#3568b0",
  navy: "#24355e",
  indigo: "#38398a",
  cobalt: "#2a53b5",
  azure: "#4c9be0",
  denim: "#4a6a99",
  purple: "#75479c",
  violet: "#7f55b5",
  lavender: "#a896d4",
  lilac: "#bfa3d6",
  plum: "#6d3460",
  white: "#f2efe8",
  ivory: "#efe8d8",
  silver: "#b9c0c8",
  grey: "#848a92",
  gray: "#848a92",
  charcoal: "#454a52",
  black: "#2a292e",
  dark: "#3b3640",
};
const words = Object.keys(named).join("|");

/** The colour named right before one of `nouns` ("red wool coat" with `coat`), if any. */
export function colorBefore(text: string, nouns: string): string | undefined {
  const match = new RegExp(
    `\\b(${words})(?:(?:ish)?[- ](?!hair|eyes|skin|and\\b|with\\b)[a-z-]+){0,2}?[- ](?:${nouns})\\b`,
    "i",
  ).exec(text);
  return match?.[1] ? named[match[1].toLowerCase()] : undefined;
}

/** The first colour named anywhere. */
export function anyColor(text: string): string | undefined {
  const match = new RegExp(`\\b(${words})\\b`, "i").exec(text);
  return match?.[1] ? named[match[1].toLowerCase()] : undefined;
}

const hair: [RegExp, string][] = [
  [/\b(ginger|red|redhead|copper|auburn|fiery)\b/, "#b5482a"],
  [/\b(strawberry blonde?)\b/, "#d68a55"],
  [/\b(blonde?|golden|fair|yellow|sandy|honey|straw)\b/, "#e0b65c"],
  [/\b(white|snowy)\b/, "#eeeae2"],
  [/\b(silver|gr[ea]y|greying|graying|salt[- ]and[- ]pepper|ash)\b/, "#a9a8ab"],
  [/\b(chestnut|brown|brunette|chocolate|hazel)\b/, "#6b4228"],
  [/\b(light brown|mousy)\b/, "#94683f"],
  [/\b(pink)\b/, "#e57fa6"],
  [/\b(purple|violet|lavender)\b/, "#7b53a6"],
  [/\b(blue|navy)\b/, "#3b6fb5"],
  [/\b(teal|turquoise)\b/, "#2b9a98"],
  [/\b(green|emerald)\b/, "#4c8f57"],
  [/\b(black|raven|dark|jet)\b/, "#231d22"],
];

const hairNouns =
  "hair|haired|curls?|braids?|bob|bun|ponytail|locks|mane|afro|dreadlocks|beard|bearded|moustache|mustache|fringe|pixie|redhead|blonde?|brunette|mohawk|plaits?|pigtails?";

/** Hair colour as described, if it is. */
export function hairColor(text: string): string | undefined {
  const lower = text.toLowerCase();
  const near = new RegExp(
    `((?:[a-z-]+[ ,]+(?:and )?){0,4})(?:[a-z-]*-)?\\b(?:${hairNouns})\\b`,
    "g",
  );
  for (const match of lower.matchAll(near)) {
    const phrase = match[0].replace(/.*\b(with|wearing|in|eyes?|skin|coat|jacket|dress)\b/, "");
    // The word nearest to the noun counts: "long black wavy hair".
    const found = hair
      .map(([pattern, color]) => ({ color, at: phrase.search(pattern) }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => b.at - a.at)[0];
    if (found) return found.color;
  }
  return undefined;
}

const skins: [RegExp, string][] = [
  [/\b(green[- ]skin\w*|orc|goblin|troll|ogre)\b/, "#8fb35a"],
  [/\b(blue[- ]skin\w*)\b/, "#7fb0d6"],
  [/\b(purple[- ]skin\w*)\b/, "#a98bc9"],
  [/\b(alien|martian|extraterrestrial)\b/, "#9ccf8a"],
  [
    /\b(dark|ebony|deep brown)[- ](brown )?(skin\w*|complexion)\b|\bblack (man|woman|girl|boy)\b|\bafrican\b/,
    "#6f4a33",
  ],
  [/\b(brown|dark olive)[- ](skin\w*|complexion)\b|\bindian\b/, "#a06a42"],
  [
    /\b(tan|tanned|olive|bronze|golden|weathered|sun-?burnt)[- ]?(skin\w*|complexion|face)?\b/,
    "#cf9466",
  ],
  [
    /\b(pale|fair|porcelain|white|light|ivory|freckled)[- ](skin\w*|complexion|face)\b|\bvampire\b/,
    "#fbe0c8",
  ],
];
export const skinColor = (text: string) =>
  skins.find(([pattern]) => pattern.test(text.toLowerCase()))?.[1];
