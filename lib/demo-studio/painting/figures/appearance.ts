import { Avatar } from "@dicebear/core";
import type { PaintedFigure } from "@/lib/ai/painter";
import { random } from "../random";
import { heads } from "./peeps";
import vocabulary from "./vocabulary.json" with { type: "json" };
import { type Clothing, callingOf, dress, hatOf } from "./wardrobe";
import { type Age, anyColor, firstOf, hairColor, skinColor, wordsOf } from "./words";

export type Species = "human" | keyof typeof vocabulary.species;

/** Everything about a figure that stays the same from picture to picture. */
export interface Appearance extends Clothing {
  /** "human" or the name of a creature's drawing. */
  species: Species;
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
const species = wordsOf(vocabulary.species);

/** Fur, feathers or metal where no colour is named. */
const { fur } = vocabulary;

const people =
  /\b(?:\w*wom[ae]n|(?!human|german)\w*m[ae]n|person|human|boy|girl|lady|guy|teen\w*|child|kid|wizard|witch|knight|captain|detective|king|queen|prince|princess|inventor|doctor|professor|sailor|pirate|librarian|adult|hair|(?:keep|own|train|hunt|rid|tam|whisper|watch|catch|groom)er)\b/;
/** What follows tells of company or clothes: "a baker with a cat", "a girl in a bear suit". */
const company =
  /\b(?:with|who|whose|holding|riding|beside|walking|dressed|wearing|loves?|and (?:an?|his|her|their|the)|in an?)\b/;
const handler = /\w (?:keep|own|train|hunt|rid|tam|whisper|watch|catch|groom)er\b|\w lady\b/;

/** "A woman with a cat" is a woman; "a grey cat" and "a robot with a red scarf" are not. */
function speciesOf(text: string): Species {
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

const ages = wordsOf(vocabulary.ages);

const hairs = "#231d22 #3f2a20 #6b4228 #94683f #b5482a #e0b65c #231d22".split(" ");

/** How a figure looks, from its seed and the words of its description. */
export function appearanceOf(figure: PaintedFigure): Appearance {
  const described = (figure.description || figure.name).toLowerCase();
  const is = (words: RegExp) => words.test(described);
  const chance = random(`figure:${figure.id}`);
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
    seed: figure.id,
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
  const someFur = chance.pick(fur[kind].split(" "));
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
