import { Avatar } from "@dicebear/core";
import type { PaintedFigure } from "@/lib/ai/painter";
import { random } from "../random";
import { heads } from "./peeps";
import { type Clothing, callingOf, dress, hatOf } from "./wardrobe";
import { anyColor, firstOf, hairColor, skinColor, wordsOf } from "./words";

export type Age = "child" | "teen" | "adult" | "elder";

/** Everything about a figure that stays the same from picture to picture. */
export interface Appearance extends Clothing {
  /** "human" or the name of a creature's drawing. */
  species: string;
  /** Fur, scales, metal or sheet of those who are not people. */
  coat: string;
  age: Age;
  feminine: boolean;
  /** Height without hair or hat, centimetres. */
  height: number;
  /** Width of the body relative to the usual. */
  build: number;
  skin: string;
  /** Variants of Open Peeps. */
  head: string;
  beard?: string;
  glasses?: string;
  hair: string;
  freckles: boolean;
  scar: boolean;
}

/** Animals that the studio has no drawing of stand in the shape that comes nearest. */
const species = wordsOf({
  robot: "robot|android|droid|automaton|cyborg|machine man|mechanical",
  fox: "fox|vixen|squirrel",
  cat: "cat|kitten|feline|tomcat|tiger|panther|leopard",
  dog: "dog|puppy|hound|wolf|terrier|retriever|corgi|werewolf",
  rabbit: "rabbit|bunny|hare",
  mouse: "mouse|rat|hamster|hedgehog|elephant",
  bear: "bear|panda|teddy|lion|monster|yeti|gorilla|whale",
  dragon: "dragon|dinosaur|wyvern|lizard|dragonling",
  owl: "owl",
  bird: "bird|raven|crow|parrot|pigeon|penguin|duck|chicken|hen|sparrow|gull|seagull",
  ghost: "ghost|spirit|phantom|spectre|specter",
  horse: "horse|pony|unicorn|donkey",
  frog: "frog|toad|turtle",
});

/** Fur, feathers or metal where no colour is named. */
const fur: Record<string, string> = {
  human: "#c0a080",
  robot: "#9fb4c4 #c9b48a #8fb7a6 #d08f5a",
  cat: "#e0964a #6b6d78 #f0e6d6 #3a3740",
  dog: "#b98152 #e8d2ae #5f4636 #8f8f95",
  fox: "#d9722e",
  rabbit: "#e9dfd0 #a98c70 #8d8f98",
  mouse: "#a09a98 #b58d66",
  bear: "#7a5236 #4a3b36",
  dragon: "#4f9a5b #b5403a #4a74b8 #7d55a6",
  bird: "#3f6fb0 #d8a53a #3a3a44 #c8453a",
  owl: "#9a7550 #7f7468",
  ghost: "#eef3f6",
  horse: "#8a5a3a #e9e2d6",
  frog: "#6aa84f",
};

const people =
  /\b(?:\w*wom[ae]n|(?!human|german)\w*m[ae]n|person|human|boy|girl|lady|guy|teen\w*|child|kid|wizard|witch|knight|captain|detective|king|queen|prince|princess|inventor|doctor|professor|sailor|pirate|librarian|adult|hair|(?:keep|own|train|hunt|rid|tam|whisper|watch|catch|groom)er)\b/;
/** What follows tells of company or clothes: "a baker with a cat", "a girl in a bear suit". */
const company =
  /\b(?:with|who|whose|holding|riding|beside|walking|dressed|wearing|loves?|and (?:an?|his|her|their|the)|in an?)\b/;
const handler = /\w (?:keep|own|train|hunt|rid|tam|whisper|watch|catch|groom)er\b|\w lady\b/;

/** "A woman with a cat" is a woman; "a grey cat" and "a robot with a red scarf" are not. */
function speciesOf(text: string): string {
  const subject = text.slice(0, 90).split(company)[0] ?? "";
  if (handler.test(subject)) return "human";
  const found = species
    .map(([kind, words]) => ({ kind, at: subject.search(words) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)[0];
  const person = subject.search(people);
  if (!found) return "human";
  return person < 0 || found.at < person || found.kind === "robot" ? found.kind : "human";
}

const feminineWords =
  /\b(?:\w*woman|girl|lady|queen|princess|witch|mother|mom|sister|daughter|aunt|grandmother|grandma|granny|she|her|female|heroine|actress|waitress|mermaid|nun|empress|sorceress|priestess|huntress|goddess)\b/;
const masculineWords =
  /\b(?:(?!human|german)\w*(?<!wo)man|boy|king|prince|father|dad|brother|son|uncle|grandfather|grandpa|he|his|male|beard\w*|moustache\w*|mustache\w*|monk|emperor|guy)\b/;

function isFeminine(text: string, otherwise: boolean): boolean {
  const [she, he] = [text.search(feminineWords), text.search(masculineWords)];
  if (she < 0 && he < 0) return otherwise;
  return he < 0 || (she >= 0 && she < he);
}

const ages = wordsOf<Age>({
  elder:
    "old(?! (?:town|friend|house))|elder\\w*|aged|ancient|grand(?:mother|father|ma|pa)|granny|wrinkled|retired|senior|of about (?:sixty|seventy|eighty)|[6-9]\\d[- ]year|(?:late |early |mid-)?(?:sixties|seventies|eighties)",
  teen: "teen\\w*|adolescent|student|apprentice|youth|1[3-9][- ]year|of about (?:thirteen|fourteen|fifteen|sixteen|seventeen)",
  child: "child|kid|toddler|boy|girl|schoolboy|schoolgirl|(?:[4-9]|1[0-2])[- ]year",
  adult: "adult",
});

const hairs = "#231d22 #3f2a20 #6b4228 #94683f #b5482a #e0b65c #231d22".split(" ");

/** How a figure looks, from its seed and the words of its description. */
export function appearanceOf(figure: PaintedFigure): Appearance {
  const described = (figure.description || figure.name).toLowerCase();
  const is = (words: RegExp) => words.test(described);
  const chance = random(`figure:${figure.seed}`);
  const kind = speciesOf(described);
  const feminine = isFeminine(described, chance.chance(0.5));
  const age = firstOf(ages, described) ?? "adult";
  const grey = chance.pick(["#d8d5d2", "#a9a8ab"] as const);
  const young = chance.pick(hairs);
  const calling = kind === "human" ? callingOf(described, figure.name) : "";
  const hat = kind === "human" ? hatOf(described, calling) : "none";
  const choice = heads(described, { feminine, age, hatted: hat });
  // DiceBear settles what the words leave open: the same seed always gets the same head.
  const resolved = new Avatar(choice.style, {
    seed: figure.seed,
    headVariant: choice.variants,
    skinColor: ["#ffdbb4", "#f3c79d", "#edb98a", "#d08b5b", "#ae5d29", "#794f3c"],
    facialHairVariant: choice.beards,
    facialHairProbability: choice.bearded,
    accessoriesVariant: choice.accessories,
    accessoriesProbability: choice.accessoryChance,
  }).toJSON().options as Record<string, unknown>;
  const text = (key: string) => {
    const value = [resolved[key]].flat()[0];
    return typeof value === "string" ? value : undefined;
  };
  const coat =
    kind === "human" ? undefined : anyColor(described.replace(/\b\w+ eyes?\b|\bscarf\b.*/g, ""));
  const heights = {
    child: 124,
    teen: 158,
    adult: feminine ? 167 : 176,
    elder: feminine ? 158 : 166,
  };
  const size = is(/\b(?:giant|huge|towering)\b/)
    ? 1.2
    : is(/\btall\b/)
      ? 1.07
      : is(/\b(?:short (?:man|woman|person)|small|tiny|petite)\b/)
        ? 0.9
        : 1;
  const someFur = chance.pick((fur[kind] ?? "#c0a080").split(" "));
  const height = Math.round(heights[age] * chance.range(0.97, 1.04) * size);
  const usualBuild = chance.range(0.96, 1.06);
  const heavy =
    /\b(?:fat|heavy|stout|plump|big|burly|broad-shouldered|muscular|strong|stocky|giant)\b/;
  return {
    species: kind,
    coat: coat ?? someFur,
    age,
    feminine,
    height,
    build: is(heavy)
      ? 1.22
      : is(/\b(?:thin|slim|skinny|slender|lanky|lean|wiry)\b/)
        ? 0.9
        : usualBuild,
    skin: skinColor(described) ?? text("skinColor") ?? "#edb98a",
    head: text("headVariant") ?? "short2",
    beard: text("facialHairVariant"),
    glasses: text("accessoriesVariant"),
    hair: hairColor(described) ?? (age === "elder" ? grey : young),
    ...dress(described, calling, chance, hat),
    freckles: is(/\bfreckle\w*\b/),
    scar: is(/\bscar(?:red|s)?\b/),
  };
}
