import type { Random } from "../random";
import { colorBefore } from "./color-words";

export type Outer =
  | "none"
  | "jacket"
  | "coat"
  | "cape"
  | "vest"
  | "labcoat"
  | "cloak"
  | "armor"
  | "apron";
export type Bottom = "trousers" | "skirt" | "long-skirt" | "shorts";
export type Top =
  | "shirt"
  | "tee"
  | "sweater"
  | "hoodie"
  | "suit"
  | "dress"
  | "robe"
  | "overalls"
  | "spacesuit"
  | "striped";
// biome-ignore format: one list, read at a glance
export type Hat =
  | "none" | "fedora" | "wide" | "cap" | "wizard" | "crown" | "captain" | "tricorn" | "helmet"
  | "bubble" | "tophat" | "beanie" | "headscarf" | "turban" | "hood" | "goggles" | "bandana";

export interface Clothing {
  top: Top;
  topColor: string;
  outer: Outer;
  outerColor: string;
  bottom: Bottom;
  bottomColor: string;
  shoes: string;
  hat: Hat;
  hatColor: string;
  scarf?: string;
  tie?: string;
}

const bright = [
  "#c8453a",
  "#3568b0",
  "#4a8f4c",
  "#e2a12f",
  "#75479c",
  "#23807f",
  "#e2782a",
  "#b35a7a",
  "#46536b",
  "#8a5a35",
] as const;
const quiet = ["#36435c", "#4d4a52", "#5b4636", "#2f4a4a", "#6b5a3e", "#3a3550"] as const;

/** What is worn on the head: the kind, the words for it, and the nouns that may carry its colour. */
const hats: [Hat, RegExp, string][] = [
  [
    "bubble",
    /\b(astronaut|cosmonaut|(?:space|pressure|flight) ?suit|space ?helmet|diving helmet)\b/,
    "helmet",
  ],
  ["wizard", /\b(wizard|witch|sorcer\w+|point(?:ed|y) hat|mage)\b/, "hat"],
  ["crown", /\b(crown\w*|king|queen|tiara|emperor|empress)\b/, "crown"],
  ["tricorn", /\b(pirate|tricorne?|three-cornered hat)\b/, "hat|tricorne?"],
  ["helmet", /\b(knight|helmet|viking|centurion|samurai)\b/, "helmet"],
  [
    "captain",
    /\b(captain|admiral|peaked cap|police\w*|officer|conductor|skipper|chauffeur|sailor cap)\b/,
    "cap|hat",
  ],
  ["tophat", /\b(top hat|tall white hat|magician|ringmaster)\b/, "hat"],
  [
    "wide",
    /\b(cowboy|cowgirl|straw hat|wide[- ](?:brimmed|brown|black) hat|wide[- ]brimmed|sun ?hat|sheriff|explorer hat|floppy hat)\b/,
    "hat",
  ],
  ["fedora", /\b(fedora|trilby|detective|gangster|private eye|dark hat)\b/, "fedora|hat"],
  [
    "beanie",
    /\b(beanie|wool(?:en|ly)? (?:hat|cap)|knit(?:ted)? (?:hat|cap)|bobble hat)\b/,
    "beanie|hat|cap",
  ],
  ["headscarf", /\b(hijab|head ?scarf)\b/, "hijab|headscarf|scarf"],
  ["turban", /\b(turban)\b/, "turban"],
  ["goggles", /\b(goggles|aviator|pilot|steampunk|magnifying glass on a band)\b/, "goggles"],
  [
    "hood",
    /\b(hooded (?:cloak|cape|figure|robe)|hood up|in a hood|assassin|thief|rogue)\b/,
    "hood|cloak",
  ],
  ["bandana", /\b(bandana|headband|ninja)\b/, "bandana|headband"],
  ["cap", /\b(cap|baseball)\b/, "cap"],
  ["fedora", /\b(hat)\b/, "hat"],
];

export function hatOf(described: string): Hat {
  if (/\b(no|without a) (hat|helmet|crown)\b|helmet under/.test(described)) return "none";
  return hats.find(([, pattern]) => pattern.test(described))?.[0] ?? "none";
}

const outers: [Outer, RegExp][] = [
  ["labcoat", /\b(lab(?:oratory)? ?coat|scientist|doctor|chemist|white coat)\b/],
  ["armor", /\b(armou?r|knight)\b/],
  ["cloak", /\b(cloak|mantle|wizard|assassin|ranger|shawl)\b/],
  ["cape", /\b(cape|superhero\w*|super ?heroine|vampire)\b/],
  ["coat", /\b(trench ?coat|coat|overcoat|raincoat|peacoat|detective|parka|duster|oilskins)\b/],
  ["jacket", /\b(jacket|blazer|windbreaker|cardigan|bomber|doublet|tailcoat)\b/],
  ["vest", /\b(vest|waistcoat)\b/],
  ["apron", /\b(apron|baker|blacksmith|cook|chef|barista)\b/],
];

const tops: [Top, RegExp][] = [
  ["spacesuit", /\b((?:space|pressure|flight) ?suit|astronaut|cosmonaut)\b/],
  ["dress", /\b(dress(?! coat)|gown|princess|frock)\b/],
  ["robe", /\b(robes?|kimono|wizard|witch|monk|priest\w*|habit|toga|sorcer\w+|queen|king)\b/],
  ["overalls", /\b(overalls?|dungarees|mechanic|farmer|jumpsuit|boiler suit)\b/],
  ["suit", /\b(suit|tuxedo|tailcoat|businessman|businesswoman|butler|lawyer|agent)\b/],
  ["hoodie", /\b(hoodie|hooded (?:sweatshirt|jacket|jumper))\b/],
  ["striped", /\b(striped|stripes)\b/],
  ["sweater", /\b(sweater|jumper|pullover|turtleneck)\b/],
  ["tee", /\b(t-?shirt|tee|tank top|polo)\b/],
  ["shirt", /\b(shirt|blouse|uniform|flannel|tunic)\b/],
];

const nouns = {
  outer:
    "coats?|trenchcoat|raincoat|peacoat|jacket|blazer|cloak|cape|mantle|armou?r|vest|waistcoat|cardigan|parka|overcoat|apron|bomber|duster|doublet|oilskins|tailcoat|shawl",
  top: "shirt|t-?shirt|tee|sweater|jumper|pullover|hoodie|dress|gown|robes?|tunic|kimono|suit|overalls?|dungarees|uniform|blouse|spacesuit|jumpsuit|turtleneck|top|polo|clothes|outfit|habit",
  bottom: "trousers|pants|jeans|skirt|shorts|leggings|kilt|breeches",
};

const has = (text: string, table: RegExp) => table.test(text);

/** Clothes as the words say, the rest from the seed. */
export function dress(described: string, chance: Random, hat: Hat): Clothing {
  const main = chance.pick(bright);
  const second = chance.pick(quiet);
  const named = tops.find(([, words]) => words.test(described))?.[0];
  const over = outers.find(([, words]) => words.test(described))?.[0];
  const outer: Outer = over ?? (!named && chance.chance(0.4) ? "jacket" : "none");
  const top: Top =
    named ?? (outer === "vest" ? "shirt" : chance.pick(["tee", "shirt", "sweater"] as const));
  const bottom: Bottom = has(described, /\b(long skirt)\b/)
    ? "long-skirt"
    : has(described, /\b(skirt|kilt)\b/)
      ? "skirt"
      : has(described, /\b(shorts)\b/)
        ? "shorts"
        : "trousers";
  const coat = has(described, /raincoat|oilskin/)
    ? "#e6bb2e"
    : has(described, /trench/)
      ? "#b99a6b"
      : second;
  const usualOuter: Record<Outer, string> = {
    none: second,
    jacket: main,
    coat,
    cape: "#b5302c",
    vest: main,
    labcoat: "#f1f1ec",
    cloak: "#3e4a63",
    armor: "#aab3bd",
    apron: "#e6dcc4",
  };
  const usualTop: Partial<Record<Top, string>> = {
    suit: "#3a3d4a",
    robe: "#4b4a8f",
    spacesuit: "#e9e9e6",
    overalls: "#4a6a99",
  };
  const free = outer === "none" ? main : chance.pick(["#f2efe8", "#e9dcc0", main]);
  const below = chance.pick(quiet);
  const shoes = chance.pick(["#3a2c28", "#54392a", "#2b2d36", "#7a4a2e"] as const);
  const outerColor = colorBefore(described, nouns.outer) ?? usualOuter[outer];
  const topColor = colorBefore(described, nouns.top) ?? usualTop[top] ?? free;
  const usualHat: Record<Hat, string> = {
    none: second,
    fedora: "#5a4a3f",
    wide: "#c9a15e",
    cap: main,
    wizard: "#3f3f86",
    crown: "#e2b53e",
    captain: "#28365c",
    tricorn: "#2c2a33",
    helmet: "#aab3bd",
    bubble: "#e9e9e6",
    tophat: "#2a282f",
    beanie: main,
    headscarf: "#375a6b",
    turban: "#d8a33c",
    goggles: "#8a5a35",
    bandana: "#c8312b",
    hood: outer === "cloak" || outer === "cape" ? outerColor : topColor,
  };
  const hatWords = hats.find(([kind]) => kind === hat)?.[2];
  const neck = has(described, /\b(scarf|neckerchief)\b/) && hat !== "headscarf";
  return {
    outer,
    outerColor,
    top,
    topColor,
    bottom,
    bottomColor:
      colorBefore(described, nouns.bottom) ??
      (has(described, /\bjeans\b/) ? "#44618f" : top === "suit" ? topColor : below),
    shoes: colorBefore(described, "shoes|boots|sneakers|sandals") ?? shoes,
    hat,
    hatColor: (hatWords ? colorBefore(described, hatWords) : undefined) ?? usualHat[hat],
    scarf: neck ? (colorBefore(described, "scarf|neckerchief") ?? "#c8312b") : undefined,
    tie:
      has(described, /\b(tie|bow ?tie|necktie)\b/) || top === "suit"
        ? (colorBefore(described, "tie|bowtie|necktie") ?? "#b0302c")
        : undefined,
  };
}
