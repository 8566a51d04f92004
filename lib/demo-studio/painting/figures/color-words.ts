import { blend } from "../color";

/** Colours by the words people use for cloth, paint and fur. */
// biome-ignore format: a table reads better in rows
const named: Record<string, string> = {
  red: "#c8312b", crimson: "#a81f35", scarlet: "#d2301f", maroon: "#7a2230", burgundy: "#6f1f35", wine: "#7a2236",
  ruby: "#b01641", pink: "#e88aa8", rose: "#dd7f93", coral: "#e8796a", salmon: "#e89a84", magenta: "#c23b8c",
  orange: "#e2782a", rust: "#a8532b", amber: "#dd9a2b", copper: "#b56a3a", bronze: "#9b6b3c", russet: "#a85a2e",
  ginger: "#d98a44", yellow: "#eec23a", mustard: "#c99a2e", ochre: "#c48a34", gold: "#d9a93a", golden: "#d9a93a",
  cream: "#efe3c6", beige: "#d8c3a0", sand: "#d9c08f", tan: "#c6a57b", khaki: "#a99b6a", brown: "#7a5236",
  chestnut: "#7f4a2c", chocolate: "#5c3a26", leather: "#8a5a35", green: "#4a8f4c", emerald: "#1f8a5f", olive: "#75773a",
  lime: "#94c13d", mint: "#8fd1b0", forest: "#2f6042", jade: "#2f9d78", moss: "#6a7d45", sage: "#9bb08c", teal: "#23807f",
  turquoise: "#37b3b0", cyan: "#3bb8cf", aqua: "#55c0c8", blue: "#3568b0", navy: "#24355e", midnight: "#20264f",
  indigo: "#38398a", cobalt: "#2a53b5", azure: "#4c9be0", denim: "#4a6a99", purple: "#75479c", violet: "#7f55b5",
  lavender: "#a896d4", lilac: "#bfa3d6", plum: "#6d3460", white: "#f2efe8", ivory: "#efe8d8", silver: "#b9c0c8",
  steel: "#aab3bd", slate: "#5f6b78", grey: "#848a92", gray: "#848a92", charcoal: "#454a52", black: "#2a292e",
};
const words = Object.keys(named).join("|");
const alone: Record<string, string> = { dark: "#3b3640", light: "#e6dcc6", pale: "#e6dcc6" };

function shaded(color: string, adjective: string | undefined): string {
  if (!adjective) return color;
  if (/dark|deep/.test(adjective)) return blend(color, "#0c0a14", 0.36);
  if (/pale|light|faded|dusty|soft/.test(adjective)) return blend(color, "#fff8ec", 0.4);
  return color;
}

const adjective = "(?:(dark|deep|pale|light|faded|dusty|soft|bright)[- ])?";

/** The colour named for one of `nouns`: "dark blue wool coat" or "an oilskin jacket in yellow". */
export function colorBefore(text: string, nouns: string): string | undefined {
  const before = new RegExp(
    `\\b${adjective}(${words})(?:(?:ish)?[- ](?!hair|eyes|skin|fur|and\\b|with\\b|over\\b)[a-z-]+){0,2}?[- ](?:${nouns})\\b`,
    "i",
  ).exec(text);
  if (before?.[2]) return shaded(named[before[2].toLowerCase()] ?? "#888888", before[1]);
  const after = new RegExp(`\\b(?:${nouns}) in ${adjective}(${words})\\b`, "i").exec(text);
  if (after?.[2]) return shaded(named[after[2].toLowerCase()] ?? "#888888", after[1]);
  const vague = new RegExp(`\\b(dark|light|pale) (?:${nouns})\\b`, "i").exec(text);
  return vague?.[1] ? alone[vague[1].toLowerCase()] : undefined;
}

/** The first colour named anywhere. */
export function anyColor(text: string): string | undefined {
  const match = new RegExp(`\\b${adjective}(${words})\\b`, "i").exec(text);
  return match?.[2] ? shaded(named[match[2].toLowerCase()] ?? "#888888", match[1]) : undefined;
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
  const near = new RegExp(
    `((?:[a-z-]+[ ,]+(?:and )?){0,4})(?:[a-z-]*-)?\\b(?:${hairNouns})\\b`,
    "g",
  );
  for (const match of text.toLowerCase().matchAll(near)) {
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
  [/\b(green|teal|blue|purple|violet|grey|gray|turquoise)\b/, ""],
  [/\b(deep dark|very dark|ebony|black)\b/, "#573a2a"],
  [/\b(dark brown|deep brown|dark)\b/, "#714b34"],
  [/\b(light brown)\b/, "#c08a5e"],
  [/\b(brown)\b/, "#96623f"],
  [/\b(olive)\b/, "#cd9f72"],
  [/\b(tan|tanned|bronze|golden|beige|weathered|sun-?burnt|warm)\b/, "#e0ae80"],
  [/\b(pale|fair|porcelain|white|light|ivory|freckled)\b/, "#fbdcc2"],
];

const peoples: [RegExp, string][] = [
  [/\b(orc|goblin|troll|ogre)\b/, "#8fb35a"],
  [/\b(alien|martian|extraterrestrial)\b/, "#9ccf8a"],
  [/\bvampire\b/, "#efe6e2"],
];

/** Skin as described, if it is. */
export function skinColor(text: string): string | undefined {
  const lower = text.toLowerCase();
  const phrase = /((?:[a-z-]+ ){0,2}[a-z-]+)[ -](?:skin(?:ned)?|complexion)\b/.exec(lower)?.[1];
  if (phrase) {
    const found = skins.find(([pattern]) => pattern.test(phrase));
    if (found) return found[1] || blend(anyColor(phrase) ?? "#9ccf8a", "#ffffff", 0.3);
  }
  return peoples.find(([pattern]) => pattern.test(lower))?.[1];
}
