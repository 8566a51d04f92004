import { blend } from "../color";

/** What words mean: for each meaning the words, as a regular expression that matches whole words. */
export type Words<Meaning extends string> = readonly (readonly [Meaning, RegExp])[];

export const wordsOf = <Meaning extends string>(table: Record<Meaning, string>) =>
  (Object.entries(table) as [Meaning, string][]).map(
    ([meaning, words]) => [meaning, new RegExp(`\\b(?:${words})\\b`, "g")] as const,
  );

/** The first meaning in the table's order that a text has a word for. */
export const firstOf = <Meaning extends string>(table: Words<Meaning>, text: string) =>
  table.find(([, words]) => text.search(words) >= 0)?.[0];

/** The meaning whose words cover most of a text: "wool cap" is no "cap". */
export function longestOf<Meaning extends string>(table: Words<Meaning>, text: string) {
  let best: Meaning | undefined;
  let most = 0;
  for (const [meaning, words] of table)
    for (const [{ length }] of text.matchAll(words))
      if (length > most) [best, most] = [meaning, length];
  return best;
}

/** The meaning whose word comes last in a text. */
export function lastOf<Meaning extends string>(table: Words<Meaning>, text: string) {
  const found = table.flatMap(([meaning, words]) =>
    [...text.matchAll(words)].map(({ index }) => ({ meaning, index })),
  );
  return found.sort((a, b) => b.index - a.index)[0]?.meaning;
}

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
const color = `(?:(dark|deep|pale|light|faded|dusty|soft|bright)[- ])?(${Object.keys(named).join("|")})`;

function colorIn(match: RegExpExecArray | null): string | undefined {
  const [, adjective = "", name = ""] = match ?? [];
  const plain = named[name];
  if (!plain) return undefined;
  if (/dark|deep/.test(adjective)) return blend(plain, "#0c0a14", 0.36);
  return /pale|light|faded|dusty|soft/.test(adjective) ? blend(plain, "#fff8ec", 0.4) : plain;
}

/** The first colour named anywhere. */
export const anyColor = (text: string) => colorIn(new RegExp(`\\b${color}\\b`).exec(text));

/** The colour named for one of `nouns`: "dark blue wool coat" or "an oilskin jacket in yellow". */
export function colorBefore(text: string, nouns: string): string | undefined {
  const before = `\\b${color}(?:(?:ish)?[- ](?!hair|eyes|skin|fur|and\\b|with\\b|over\\b)[a-z-]+){0,2}?[- ](?:${nouns})\\b`;
  const found =
    colorIn(new RegExp(before).exec(text)) ??
    colorIn(new RegExp(`\\b(?:${nouns}) in ${color}\\b`).exec(text));
  if (found) return found;
  const vague = new RegExp(`\\b(dark|light|pale) (?:${nouns})\\b`).exec(text)?.[1];
  return vague && (vague === "dark" ? "#3b3640" : "#e6dcc6");
}

const hairs = wordsOf({
  "#b5482a": "ginger|red|redhead|copper|auburn|fiery",
  "#d68a55": "strawberry blonde?",
  "#e0b65c": "blonde?|golden|fair|yellow|sandy|honey|straw",
  "#eeeae2": "white|snowy",
  "#a9a8ab": "silver|gr[ea]y|greying|graying|salt[- ]and[- ]pepper|ash",
  "#6b4228": "chestnut|brown|brunette|chocolate|hazel",
  "#94683f": "light brown|mousy",
  "#e57fa6": "pink",
  "#7b53a6": "purple|violet|lavender",
  "#3b6fb5": "blue|navy",
  "#2b9a98": "teal|turquoise",
  "#4c8f57": "green|emerald",
  "#231d22": "black|raven|dark|jet",
});
const hairNouns =
  "hair|haired|curls?|braids?|bob|bun|ponytail|locks|mane|afro|dreadlocks|beard|bearded|moustache|mustache|fringe|pixie|redhead|blonde?|brunette|mohawk|plaits?|pigtails?";
const nearHair = new RegExp(
  `((?:[a-z-]+[ ,]+(?:and )?){0,4})(?:[a-z-]*-)?\\b(?:${hairNouns})\\b`,
  "g",
);

/** Hair colour as described, if it is: the word nearest to the noun, as in "long black wavy hair". */
export function hairColor(text: string): string | undefined {
  for (const [words] of text.matchAll(nearHair)) {
    const found = lastOf(
      hairs,
      words.replace(/.*\b(with|wearing|in|eyes?|skin|coat|jacket|dress)\b/, ""),
    );
    if (found) return found;
  }
  return undefined;
}

const skins = wordsOf({
  own: "green|teal|blue|purple|violet|grey|gray|turquoise",
  "#573a2a": "deep dark|very dark|ebony|black",
  "#714b34": "dark brown|deep brown|dark",
  "#c08a5e": "light brown",
  "#96623f": "brown",
  "#cd9f72": "olive",
  "#e0ae80": "tan|tanned|bronze|golden|beige|weathered|sun-?burnt|warm",
  "#fbdcc2": "pale|fair|porcelain|white|light|ivory|freckled",
});
const peoples = wordsOf({
  "#8fb35a": "orc|goblin|troll|ogre",
  "#9ccf8a": "alien|martian|extraterrestrial",
  "#efe6e2": "vampire",
});

/** Skin as described, if it is. */
export function skinColor(text: string): string | undefined {
  const phrase =
    /((?:[a-z-]+ ){0,2}[a-z-]+)[ -](?:skin(?:ned)?|complexion)\b/.exec(text)?.[1] ?? "";
  const found = firstOf(skins, phrase);
  if (found === "own") return blend(anyColor(phrase) ?? "#9ccf8a", "#ffffff", 0.3);
  return found ?? firstOf(peoples, text);
}
