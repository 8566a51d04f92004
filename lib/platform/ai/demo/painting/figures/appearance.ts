import { Avatar } from "@dicebear/core";
import type { PaintedFigure } from "../../../painter";
import { random } from "../random";
import { anyColor, colorBefore, hairColor, skinColor } from "./color-words";
import { heads } from "./peeps";

export type Species =
  | "human"
  | "robot"
  | "cat"
  | "dog"
  | "fox"
  | "rabbit"
  | "bear"
  | "dragon"
  | "bird"
  | "owl"
  | "ghost"
  | "mouse"
  | "horse"
  | "frog";
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
export type Hat =
  | "none"
  | "fedora"
  | "wide"
  | "cap"
  | "wizard"
  | "crown"
  | "captain"
  | "tricorn"
  | "helmet"
  | "bubble"
  | "tophat"
  | "beanie"
  | "headscarf"
  | "turban"
  | "hood"
  | "goggles"
  | "bandana";

/** Everything about a figure that stays the same from picture to picture. */
export interface Appearance {
  species: Species;
  name: string;
  /** Fur, scales, metal or sheet of those who are not people. */
  coat: string;
  age: "child" | "teen" | "adult" | "elder";
  feminine: boolean;
  /** Height without hair or hat, centimetres. */
  height: number;
  /** Width of the body relative to the usual. */
  build: number;
  skin: string;
  head: string;
  hair: string;
  beard?: string;
  glasses?: string;
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
  freckles: boolean;
  scar: boolean;
}

const species: [Species, RegExp][] = [
  ["robot", /\b(robot|android|droid|automaton|cyborg|machine man|mechanical)\b/],
  ["cat", /\b(cat|kitten|feline|tomcat)\b/],
  ["fox", /\b(fox|vixen)\b/],
  ["dog", /\b(dog|puppy|hound|wolf|terrier|retriever|corgi|werewolf)\b/],
  ["rabbit", /\b(rabbit|bunny|hare)\b/],
  ["mouse", /\b(mouse|rat|hamster|squirrel)\b/],
  ["bear", /\b(bear|panda|teddy)\b/],
  ["dragon", /\b(dragon|dinosaur|wyvern|lizard|dragonling)\b/],
  ["owl", /\b(owl)\b/],
  ["bird", /\b(bird|raven|crow|parrot|pigeon|penguin|duck|chicken|sparrow|gull)\b/],
  ["ghost", /\b(ghost|spirit|phantom|spectre|specter)\b/],
  ["horse", /\b(horse|pony|unicorn|donkey)\b/],
  ["frog", /\b(frog|toad)\b/],
];

const people =
  /\b(man|woman|boy|girl|lady|gentleman|person|human|guy|teen\w*|child|kid|wizard|witch|knight|captain|detective|king|queen|prince|princess|keeper|owner|trainer|hunter|rider|tamer|whisperer|inventor|doctor|professor|sailor|pirate|librarian|hair|wearing|she|he)\b/;

function speciesOf(text: string): Species {
  // "A woman with a cat" is a woman; "a grey cat" and "a robot with a red scarf" are not.
  const subject = text.slice(0, 90);
  for (const [kind, words] of species) {
    const at = subject.search(words);
    if (at < 0) continue;
    const person = subject.search(people);
    if (person < 0 || at < person || kind === "robot") return kind;
  }
  return "human";
}

const fur: Record<Species, readonly string[]> = {
  human: ["#c0a080"],
  robot: ["#9fb4c4", "#c9b48a", "#8fb7a6", "#d08f5a"],
  cat: ["#e0964a", "#6b6d78", "#f0e6d6", "#3a3740"],
  dog: ["#b98152", "#e8d2ae", "#5f4636", "#8f8f95"],
  fox: ["#d9722e"],
  rabbit: ["#e9dfd0", "#a98c70", "#8d8f98"],
  mouse: ["#a09a98", "#b58d66"],
  bear: ["#7a5236", "#4a3b36"],
  dragon: ["#4f9a5b", "#b5403a", "#4a74b8", "#7d55a6"],
  bird: ["#3f6fb0", "#d8a53a", "#3a3a44", "#c8453a"],
  owl: ["#9a7550", "#7f7468"],
  ghost: ["#eef3f6"],
  horse: ["#8a5a3a", "#e9e2d6"],
  frog: ["#6aa84f"],
};

const wardrobe = [
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
const cloth = ["#36435c", "#4d4a52", "#5b4636", "#2f4a4a", "#6b5a3e", "#3a3550"] as const;

const feminineWords =
  /\b(woman|girl|lady|queen|princess|witch|mother|mom|sister|daughter|aunt|grandmother|grandma|she|her|female|heroine|actress|waitress|mermaid|nun|empress|sorceress|priestess|huntress|goddess)\b/;
const masculineWords =
  /\b(man|boy|gentleman|king|prince|father|dad|brother|son|uncle|grandfather|grandpa|he|his|male|beard\w*|moustache\w*|mustache\w*|monk|emperor|guy)\b/;

function ageOf(text: string): Appearance["age"] {
  if (
    /\b(elder\w*|old|aged|ancient|grand(mother|father|ma|pa)|wrinkled|retired|senior|[6-9]\d[- ]year|in (his|her|their) (sixties|seventies|eighties))\b/.test(
      text,
    )
  )
    return "elder";
  if (
    /\b(child|kid|little (girl|boy)|young (girl|boy)|toddler|boy|girl|schoolboy|schoolgirl|([4-9]|1[0-2])[- ]year)\b/.test(
      text,
    )
  )
    return "child";
  if (/\b(teen\w*|adolescent|student|apprentice|youth|1[3-9][- ]year)\b/.test(text)) return "teen";
  return "adult";
}

const hats: [Hat, RegExp, string][] = [
  ["bubble", /\b(astronaut|space ?suit|space ?helmet|diving helmet|cosmonaut)\b/, "helmet"],
  ["wizard", /\b(wizard|witch|sorcer\w+|pointed hat|pointy hat|mage)\b/, "hat"],
  ["crown", /\b(crown\w*|king|queen|tiara|emperor|empress)\b/, "crown"],
  ["tricorn", /\b(pirate|tricorn\w*)\b/, "hat|tricorne?"],
  ["helmet", /\b(knight|helmet|viking|centurion)\b/, "helmet"],
  [
    "captain",
    /\b(captain|admiral|peaked cap|police\w*|officer|conductor|skipper|chauffeur|sailor cap)\b/,
    "cap|hat",
  ],
  ["fedora", /\b(fedora|trilby|detective|gangster|private eye)\b/, "fedora|hat"],
  ["tophat", /\b(top hat|magician|ringmaster)\b/, "hat"],
  [
    "wide",
    /\b(cowboy|cowgirl|straw hat|wide[- ]brimmed|sun ?hat|sheriff|explorer hat|floppy hat)\b/,
    "hat",
  ],
  [
    "beanie",
    /\b(beanie|wool(?:en|ly)? (?:hat|cap)|knit(?:ted)? (?:hat|cap)|bobble hat)\b/,
    "beanie|hat|cap",
  ],
  ["headscarf", /\b(hijab|head ?scarf)\b/, "hijab|headscarf|scarf"],
  ["turban", /\b(turban)\b/, "turban"],
  ["goggles", /\b(goggles|aviator|pilot|steampunk)\b/, "goggles"],
  ["hood", /\b(hood\w*|assassin|thief|rogue)\b/, "hood|cloak"],
  ["bandana", /\b(bandana|headband|ninja)\b/, "bandana|headband"],
  ["cap", /\b(cap|baseball)\b/, "cap"],
  ["fedora", /\b(hat)\b/, "hat"],
];

export function appearanceOf(figure: PaintedFigure): Appearance {
  const text = `${figure.name}. ${figure.description}`.toLowerCase();
  const described = figure.description.toLowerCase() || text;
  const chance = random(`figure:${figure.seed}`);
  const kind = speciesOf(described);
  const feminine =
    feminineWords.test(described) === masculineWords.test(described)
      ? feminineWords.test(described)
        ? described.search(feminineWords) < described.search(masculineWords)
        : chance.chance(0.5)
      : feminineWords.test(described);
  const age = ageOf(described);
  const found = hats.find(
    ([, pattern]) =>
      pattern.test(described) && !/\b(no|without a) (hat|helmet|crown)\b/.test(described),
  );
  const hat: Hat = kind === "human" ? (found?.[0] ?? "none") : "none";
  const hair =
    hairColor(described) ??
    (age === "elder"
      ? chance.pick(["#d8d5d2", "#a9a8ab"] as const)
      : chance.pick([
          "#231d22",
          "#3f2a20",
          "#6b4228",
          "#94683f",
          "#b5482a",
          "#e0b65c",
          "#231d22",
        ] as const));
  const style = heads(described, { feminine, age, hatted: hat });
  // DiceBear settles what the words leave open: the same seed always gets the same head.
  const resolved = new Avatar(style.style, {
    seed: figure.seed,
    headVariant: style.variants,
    skinColor: ["#ffdbb4", "#f3c79d", "#edb98a", "#d08b5b", "#ae5d29", "#794f3c"],
    facialHairVariant: style.beards,
    facialHairProbability: style.bearded,
    accessoriesVariant: style.accessories,
    accessoriesProbability: style.accessoryChance,
  }).toJSON().options as Record<string, unknown>;
  const text1 = (key: string) =>
    typeof resolved[key] === "string" ? (resolved[key] as string) : undefined;
  const skinTone = Array.isArray(resolved.skinColor) ? String(resolved.skinColor[0]) : "#edb98a";

  const main = chance.pick(wardrobe);
  const second = chance.pick(cloth);
  const has = (words: RegExp) => words.test(described);
  let outer: Outer = "none";
  if (has(/\b(lab ?coat|scientist|doctor|chemist)\b/)) outer = "labcoat";
  else if (has(/\b(armou?r|knight)\b/)) outer = "armor";
  else if (has(/\b(cloak|wizard|assassin|ranger|hooded)\b/)) outer = "cloak";
  else if (has(/\b(cape|superhero\w*|super ?heroine|vampire)\b/)) outer = "cape";
  else if (has(/\b(trench ?coat|coat|overcoat|raincoat|detective|parka|duster)\b/)) outer = "coat";
  else if (has(/\b(jacket|blazer|windbreaker|cardigan|bomber)\b/)) outer = "jacket";
  else if (has(/\b(vest|waistcoat)\b/)) outer = "vest";
  else if (has(/\b(apron|baker|blacksmith|cook|chef|barista)\b/)) outer = "apron";
  else if (
    !has(/\b(dress|robe|gown|hoodie|sweater|shirt|suit|overalls|uniform|kimono)\b/) &&
    chance.chance(0.4)
  )
    outer = "jacket";
  let top: Top = chance.pick(["tee", "shirt", "sweater"] as const);
  if (has(/\b(space ?suit|astronaut|cosmonaut)\b/)) top = "spacesuit";
  else if (has(/\b(dress|gown|princess|frock)\b/)) top = "dress";
  else if (has(/\b(robes?|kimono|wizard|witch|monk|priest\w*|tunic|toga|sorcer\w+|queen|king)\b/))
    top = "robe";
  else if (has(/\b(overalls|dungarees|mechanic|farmer|jumpsuit|boiler suit)\b/)) top = "overalls";
  else if (has(/\b(suit|tuxedo|businessman|businesswoman|butler|lawyer|agent)\b/)) top = "suit";
  else if (has(/\b(hoodie|hooded sweatshirt)\b/)) top = "hoodie";
  else if (has(/\b(striped|stripes)\b/)) top = "striped";
  else if (has(/\b(sweater|jumper|pullover|turtleneck)\b/)) top = "sweater";
  else if (has(/\b(t-?shirt|tee|tank top|polo)\b/)) top = "tee";
  else if (has(/\b(shirt|blouse|uniform|flannel)\b/) || outer === "vest") top = "shirt";
  let bottom: Bottom = "trousers";
  if (has(/\b(long skirt)\b/)) bottom = "long-skirt";
  else if (has(/\b(skirt|kilt)\b/)) bottom = "skirt";
  else if (has(/\b(shorts)\b/)) bottom = "shorts";
  const outerNouns =
    "coats?|trenchcoat|raincoat|jacket|blazer|cloak|cape|armou?r|vest|waistcoat|cardigan|parka|overcoat|apron|bomber";
  const topNouns =
    "shirt|t-?shirt|tee|sweater|jumper|pullover|hoodie|dress|gown|robes?|tunic|kimono|suit|overalls|dungarees|uniform|blouse|spacesuit|jumpsuit|turtleneck|top|polo|clothes|outfit";
  const bottomNouns = "trousers|pants|jeans|skirt|shorts|leggings|kilt|breeches";
  const usualOuter: Record<Outer, string> = {
    none: second,
    jacket: second,
    coat: has(/raincoat/) ? "#e6bb2e" : has(/trench/) ? "#b99a6b" : second,
    cape: "#b5302c",
    vest: second,
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
  const heights = {
    child: 124,
    teen: 158,
    adult: feminine ? 167 : 176,
    elder: feminine ? 158 : 166,
  };
  return {
    species: kind,
    name: figure.name,
    coat:
      (kind === "human" ? undefined : anyColor(described.replace(/\b(\w+) eyes?\b/g, ""))) ??
      chance.pick(fur[kind]),
    age,
    feminine,
    height: Math.round(
      heights[age] *
        chance.range(0.97, 1.04) *
        (has(/\btall\b/) ? 1.07 : has(/\b(short|small|tiny|petite)\b/) ? 0.9 : 1) *
        (has(/\b(giant|huge|towering)\b/) ? 1.14 : 1),
    ),
    build: has(/\b(fat|heavy|stout|plump|round|big|burly|broad\w*|muscular|strong|stocky)\b/)
      ? 1.22
      : has(/\b(thin|slim|skinny|slender|lanky|lean|wiry)\b/)
        ? 0.9
        : chance.range(0.96, 1.06),
    skin: skinColor(described) ?? skinTone,
    head: text1("headVariant") ?? "short2",
    hair,
    beard: text1("facialHairVariant"),
    glasses: text1("accessoriesVariant"),
    top,
    topColor:
      colorBefore(described, topNouns) ??
      usualTop[top] ??
      (outer === "none" ? main : chance.pick(["#f2efe8", "#e9dcc0", main])),
    outer,
    outerColor:
      colorBefore(described, outerNouns) ??
      (outer === "jacket" || outer === "vest" ? main : usualOuter[outer]),
    bottom,
    bottomColor:
      colorBefore(described, bottomNouns) ??
      (has(/\bjeans\b/)
        ? "#44618f"
        : top === "suit"
          ? (colorBefore(described, "suit") ?? "#3a3d4a")
          : chance.pick(cloth)),
    shoes:
      colorBefore(described, "shoes|boots|sneakers|sandals") ??
      chance.pick(["#3a2c28", "#54392a", "#2b2d36", "#7a4a2e"] as const),
    hat,
    hatColor:
      (found ? colorBefore(described, found[2]) : undefined) ??
      {
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
        hood:
          outer === "cloak"
            ? (colorBefore(described, "cloak|hood") ?? "#3e4a63")
            : (colorBefore(described, topNouns) ?? main),
        goggles: "#8a5a35",
        bandana: "#c8312b",
      }[hat],
    scarf:
      has(/\bscarf\b/) && hat !== "headscarf"
        ? (colorBefore(described, "scarf") ?? "#c8312b")
        : undefined,
    tie:
      has(/\b(tie|bow ?tie|necktie)\b/) || top === "suit"
        ? (colorBefore(described, "tie|bowtie|necktie") ?? "#b0302c")
        : undefined,
    freckles: has(/\bfreckle\w*\b/),
    scar: has(/\bscar(red|s)?\b/),
  };
}
