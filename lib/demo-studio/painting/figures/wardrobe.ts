import type { Random } from "../random";
import { colorBefore, firstOf, longestOf, wordsOf } from "./words";

// biome-ignore format: one list, read at a glance
export type Hat =
  | "none" | "fedora" | "wide" | "cap" | "wizard" | "crown" | "captain" | "tricorn" | "helmet" | "hardhat"
  | "bubble" | "tophat" | "beanie" | "headscarf" | "turban" | "hood" | "goggles" | "bandana";

/** What is worn; the names are those of the drawings. */
export interface Clothing {
  top: string;
  topColor: string;
  outer: string;
  outerColor: string;
  bottom: string;
  bottomColor: string;
  shoes: string;
  hat: Hat;
  hatColor: string;
  scarf?: string;
  tie?: string;
}

const bright =
  "#c8453a #3568b0 #4a8f4c #e2a12f #75479c #23807f #e2782a #b35a7a #46536b #8a5a35".split(" ");
const quiet = "#36435c #4d4a52 #5b4636 #2f4a4a #6b5a3e #3a3550".split(" ");

/**
 * What callings are known by, in the words of a description. A calling that is not here is drawn in
 * plain clothes: it never borrows those of another.
 */
const callings = wordsOf({
  "white space suit and space helmet": "astronaut|cosmonaut|space(?:man|woman|men|women|farer)",
  "robe, cloak and pointed hat": "wizard|mage",
  "robe and pointed hat": "witch|sorcer\\w+|enchantress",
  "robe and crown": "king|queen|emperor|empress",
  "blue dress": "princess",
  "three-cornered hat": "pirate",
  "armour and helmet": "knight",
  helmet: "viking|centurion|samurai",
  "navy peaked cap": "captain|admiral|skipper|chauffeur|officer|conductor",
  "navy jacket, navy trousers and navy peaked cap":
    "police(?:man|woman| officer| constable| sergeant)?|constable|cop",
  "blue jacket, grey trousers and blue peaked cap":
    "post(?:man|woman|master|mistress|ie)|mail(?:man|woman)|(?:mail|letter|post) carrier",
  "mustard coat, dark trousers and red hard hat": "fire(?:man|woman|fighter| fighter)",
  "yellow hard hat and orange vest": "builder|construction worker|miner|bricklayer",
  "pale blue shirt and white apron": "nurse|midwife",
  "yellow oilskins, navy jumper and navy wool cap": "fisher(?:man|woman)?|angler|trawlerman",
  "striped shirt": "sailor|gondolier",
  "white shirt and black waistcoat": "waiter|waitress|barkeeper|bartender|innkeeper",
  "green apron and straw hat": "gardener",
  "top hat and tailcoat": "magician|ringmaster",
  "wide-brimmed hat": "cowboy|cowgirl|sheriff",
  "fedora and coat": "detective|private eye|inspector",
  fedora: "gangster",
  goggles: "aviator|pilot",
  "hooded cloak": "assassin",
  "hood up": "thief|rogue",
  bandana: "ninja",
  cloak: "ranger",
  cape: "super ?hero\\w*|vampire",
  "white coat": "scientist|doctor|chemist|surgeon|vet|veterinarian",
  apron: "baker|blacksmith|cook|chef|barista|butcher",
  robe: "monk|priest\\w*|nun|judge",
  overalls: "mechanic|farmer|plumber",
  suit: "business(?:man|woman)|butler|lawyer|agent|banker",
});

/** "The daughter of a king" and "dreams of being an astronaut" tell of somebody else. */
const elsewhere =
  /\b(?:of|for|like|as good as|to|than|loves?|meets?|knows?|met|hates?|becom\w+|being) (?:be |become |being )?(?:an?|the|her|his|their|every|no)(?: \w+)?$|\b(?:to|can|will)$/;

/** The clothes of the calling that a description names first, or with which a name begins. */
export function callingOf(described: string, name: string): string {
  const rank = name.toLowerCase().replace(/^(?:(?:the|old|young|little) )+/, "");
  const found = [
    ...callingsIn(described),
    ...callingsIn(rank).filter(({ index }) => index === 0),
  ][0];
  return found?.clothes ?? "";
}

const callingsIn = (text: string) =>
  callings
    .flatMap(([clothes, words]) =>
      [...text.matchAll(words)].map(({ 0: word, index }) => ({
        clothes,
        index,
        end: index + word.length,
      })),
    )
    .filter(
      ({ index, end }) =>
        !elsewhere.test(text.slice(0, index).trimEnd()) && !/^s?['’]/.test(text.slice(end)),
    )
    .sort((a, b) => a.index - b.index || b.end - a.end);

const hats = wordsOf<Hat>({
  none: "no (?:hat|helmet|crown)|without a (?:hat|helmet|crown)|helmet under",
  bubble: "(?:space|pressure|flight) ?suit|space ?helmet|diving helmet|round helmet",
  wizard: "point(?:ed|y) hat",
  crown: "crown\\w*|tiara",
  tricorn: "tricorne?|three-cornered hat",
  hardhat: "hard ?hat",
  helmet: "helmet",
  captain: "peaked cap|sailor cap",
  tophat: "top hat|tall white hat",
  wide: "(?:straw|explorer|floppy|cowboy) hat|wide[- ](?:brimmed|brown|black) hat|wide[- ]brimmed|sun ?hat",
  fedora: "fedora|trilby|dark hat|hat",
  beanie: "beanie|(?:grey |navy )?(?:wool(?:en|ly)?|knit(?:ted)?|bobble) (?:hat|cap)",
  headscarf: "hijab|head ?scarf",
  turban: "turban",
  goggles: "goggles|steampunk|magnifying glass on a band",
  hood: "hooded (?:cloak|cape|figure|robe)|hood up|in a hood",
  bandana: "bandana|headband",
  cap: "cap|baseball",
});

const outers = wordsOf({
  labcoat: "lab(?:oratory)? ?coat|white (?:laboratory )?coat",
  armor: "armou?r",
  cloak: "cloak|mantle|shawl",
  cape: "cape",
  coat: "trench ?coat|coat|overcoat|raincoat|peacoat|parka|duster|oilskins",
  jacket: "jacket|blazer|windbreaker|cardigan|bomber|doublet|tailcoat",
  vest: "vest|waistcoat",
  apron: "apron",
});

const tops = wordsOf({
  spacesuit: "(?:space|pressure|flight) ?suit",
  dress: "dress(?! coat)|gown|frock",
  robe: "robes?|kimono|habit|toga",
  overalls: "overalls?|dungarees|jumpsuit|boiler suit",
  suit: "suit|tuxedo|tailcoat",
  hoodie: "hoodie|hooded (?:sweatshirt|jacket|jumper)",
  striped: "striped|stripes",
  sweater: "sweater|jumper|pullover|turtleneck",
  tee: "t-?shirt|tee|tank top|polo",
  shirt: "shirt|blouse|uniform|flannel|tunic",
});

const bottoms = wordsOf({
  "long-skirt": "long skirt",
  skirt: "skirt|kilt",
  shorts: "shorts",
  trousers: "trousers|pants|jeans|leggings|breeches",
});

/** The nouns that may carry the colour of what is worn. */
const nouns = {
  outer:
    "coats?|trench ?coat|raincoat|peacoat|jacket|blazer|cloak|cape|mantle|armou?r|vest|waistcoat|cardigan|parka|overcoat|apron|bomber|duster|doublet|oilskins|tailcoat|shawl",
  top: "shirt|t-?shirt|tee|sweater|jumper|pullover|hoodie|dress|gown|robes?|tunic|kimono|suit|overalls?|dungarees|uniform|blouse|spacesuit|jumpsuit|turtleneck|top|polo|clothes|outfit|habit",
  bottom: "trousers|pants|jeans|skirt|shorts|leggings|kilt|breeches",
  hat: "hat|cap|beanie|helmet|crown|hood|fedora|turban|bandana|headband|goggles|tricorne?|hijab|head ?scarf|tiara",
  scarf: "scarf|neckerchief",
  tie: "tie|bow ?tie|necktie",
};

/** What is worn on the head; words of the description count more than the calling. */
export const hatOf = (described: string, calling: string): Hat =>
  longestOf(hats, described) ?? longestOf(hats, calling) ?? "none";

// biome-ignore format: one table, read at a glance
const usual: Partial<Record<string, string>> = {
  cape: "#b5302c", labcoat: "#f1f1ec", cloak: "#3e4a63", armor: "#aab3bd", apron: "#e6dcc4",
  suit: "#3a3d4a", robe: "#4b4a8f", spacesuit: "#e9e9e6", overalls: "#4a6a99",
  fedora: "#5a4a3f", wide: "#c9a15e", wizard: "#3f3f86", crown: "#e2b53e", captain: "#28365c", tricorn: "#2c2a33",
  helmet: "#aab3bd", hardhat: "#e2b53e", bubble: "#e9e9e6", tophat: "#2a282f", headscarf: "#375a6b", turban: "#d8a33c",
  goggles: "#8a5a35", bandana: "#c8312b",
};

/** Clothes as the words say, then those of the calling, the rest from the seed. */
export function dress(described: string, calling: string, chance: Random, hat: Hat): Clothing {
  const main = chance.pick(bright);
  const second = chance.pick(quiet);
  const either = <T>(read: (text: string) => T | undefined) => read(described) ?? read(calling);
  const colored = (words: string) => either((text) => colorBefore(text, words));
  const named = either((text) => longestOf(tops, text));
  const over = either((text) => longestOf(outers, text));
  const outer = over ?? (!named && chance.chance(0.4) ? "jacket" : "none");
  const top =
    named ?? (outer === "vest" ? "shirt" : chance.pick(["tee", "shirt", "sweater"] as const));
  const bottom = either((text) => firstOf(bottoms, text)) ?? "trousers";
  const coat = /raincoat|oilskin/.test(described + calling)
    ? "#e6bb2e"
    : /trench/.test(described)
      ? "#b99a6b"
      : second;
  const free = outer === "none" ? main : chance.pick(["#f2efe8", "#e9dcc0", main]);
  const below = chance.pick(quiet);
  const shoes = chance.pick(["#3a2c28", "#54392a", "#2b2d36", "#7a4a2e"] as const);
  const outerColor =
    colored(nouns.outer) ??
    usual[outer] ??
    (outer === "coat" ? coat : outer === "none" ? second : main);
  const topColor = colored(nouns.top) ?? usual[top] ?? free;
  const lined = outer === "cloak" || outer === "cape" ? outerColor : topColor;
  return {
    outer,
    outerColor,
    top,
    topColor,
    bottom,
    bottomColor:
      colored(nouns.bottom) ??
      (/\bjeans\b/.test(described) ? "#44618f" : top === "suit" ? topColor : below),
    shoes: colorBefore(described, "shoes|boots|sneakers|sandals") ?? shoes,
    hat,
    hatColor: colored(nouns.hat) ?? usual[hat] ?? (hat === "hood" ? lined : main),
    scarf:
      /\b(?<!head ?)(?:scarf|neckerchief)\b/.test(described) && hat !== "headscarf"
        ? (colorBefore(described, nouns.scarf) ?? "#c8312b")
        : undefined,
    tie:
      /\b(?:bow ?|neck)?tie\b/.test(described) || top === "suit"
        ? (colorBefore(described, nouns.tie) ?? "#b0302c")
        : undefined,
  };
}
