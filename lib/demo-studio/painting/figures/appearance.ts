import { Avatar } from "@dicebear/core";
import type { PaintedFigure } from "@/lib/ai/painter";
import { random } from "../random";
import { anyColor, hairColor, skinColor } from "./color-words";
import { heads } from "./peeps";
import { type Age, fur, type Species, speciesOf } from "./species";
import { type Clothing, dress, hatOf } from "./wardrobe";

/** Everything about a figure that stays the same from picture to picture. */
export interface Appearance extends Clothing {
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

const feminineWords =
  /\b(woman|girl|lady|queen|princess|witch|mother|mom|sister|daughter|aunt|grandmother|grandma|she|her|female|heroine|actress|waitress|mermaid|nun|empress|sorceress|priestess|huntress|goddess)\b/;
const masculineWords =
  /\b(man|boy|gentleman|king|prince|father|dad|brother|son|uncle|grandfather|grandpa|he|his|male|beard\w*|moustache\w*|mustache\w*|monk|emperor|guy)\b/;

function isFeminine(text: string, otherwise: boolean): boolean {
  const [she, he] = [text.search(feminineWords), text.search(masculineWords)];
  if (she < 0 && he < 0) return otherwise;
  return he < 0 || (she >= 0 && she < he);
}

function ageOf(text: string): Age {
  if (
    /\b(old(?! (?:town|friend|house))|elder\w*|aged|ancient|grand(?:mother|father|ma|pa)|wrinkled|retired|senior|of about (?:sixty|seventy|eighty)|[6-9]\d[- ]year|(?:late |early |mid-)?(?:sixties|seventies|eighties))\b/.test(
      text,
    )
  )
    return "elder";
  if (
    /\b(teen\w*|adolescent|student|apprentice|youth|1[3-9][- ]year|of about (?:thirteen|fourteen|fifteen|sixteen|seventeen))\b/.test(
      text,
    )
  )
    return "teen";
  if (
    /\b(child|kid|little (?:girl|boy)|young (?:girl|boy)|toddler|boy|girl|schoolboy|schoolgirl|(?:[4-9]|1[0-2])[- ]year)\b/.test(
      text,
    )
  )
    return "child";
  return "adult";
}

function buildFrom(text: string, usual: number): number {
  if (
    /\b(fat|heavy|stout|plump|big|burly|broad-shouldered|muscular|strong|stocky|giant)\b/.test(text)
  )
    return 1.22;
  return /\b(thin|slim|skinny|slender|lanky|lean|wiry)\b/.test(text) ? 0.9 : usual;
}

function sizeFrom(text: string): number {
  if (/\b(giant|huge|towering)\b/.test(text)) return 1.2;
  if (/\btall\b/.test(text)) return 1.07;
  return /\b(short (?:man|woman|person)|small|tiny|petite)\b/.test(text) ? 0.9 : 1;
}

const hairs = [
  "#231d22",
  "#3f2a20",
  "#6b4228",
  "#94683f",
  "#b5482a",
  "#e0b65c",
  "#231d22",
] as const;

/** How a figure looks, from its seed and the words of its description. */
export function appearanceOf(figure: PaintedFigure): Appearance {
  const described = (figure.description || figure.name).toLowerCase();
  const chance = random(`figure:${figure.id}`);
  const species = speciesOf(described);
  const feminine = isFeminine(described, chance.chance(0.5));
  const age = ageOf(described);
  const grey = chance.pick(["#d8d5d2", "#a9a8ab"] as const);
  const young = chance.pick(hairs);
  const hat = species === "human" ? hatOf(described) : "none";
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
    const value = Array.isArray(resolved[key]) ? resolved[key][0] : resolved[key];
    return typeof value === "string" ? value : undefined;
  };
  const heights = {
    child: 124,
    teen: 158,
    adult: feminine ? 167 : 176,
    elder: feminine ? 158 : 166,
  };
  return {
    species,
    coat:
      (species === "human"
        ? undefined
        : anyColor(described.replace(/\b\w+ eyes?\b|\bscarf\b.*/g, ""))) ??
      chance.pick(fur[species]),
    age,
    feminine,
    height: Math.round(heights[age] * chance.range(0.97, 1.04) * sizeFrom(described)),
    build: buildFrom(described, chance.range(0.96, 1.06)),
    skin: skinColor(described) ?? text("skinColor") ?? "#edb98a",
    head: text("headVariant") ?? "short2",
    beard: text("facialHairVariant"),
    glasses: text("accessoriesVariant"),
    hair: hairColor(described) ?? (age === "elder" ? grey : young),
    ...dress(described, chance, hat),
    freckles: /\bfreckle\w*\b/.test(described),
    scar: /\bscar(?:red|s)?\b/.test(described),
  };
}
