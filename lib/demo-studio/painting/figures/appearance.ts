import { Avatar } from "@dicebear/core";
import type { PaintedFigure } from "@/lib/ai/painter";
import { random } from "../random";
import { heads } from "./peeps";
import vocabulary from "./vocabulary.json" with { type: "json" };
import { callingOf, dress, hatOf } from "./wardrobe";
import { anyColor, firstOf, hairColor, inOrder, mark, skinColor, wordsOf } from "./words";

type Species = "human" | keyof typeof vocabulary.species;

/** Features that stay the same from picture to picture. */
export type Appearance = ReturnType<typeof appearanceOf>;

/** Defaults: fur, feathers or metal without a named colour, and other unnamed features. */
const { fur, heights, usualSkin, usualHair } = vocabulary;
/** Animals without a drawing of their own take the nearest shape. */
const species = wordsOf(vocabulary.species);
const usualCoats = wordsOf(vocabulary.usualCoats);
const ages = wordsOf(vocabulary.ages);
const sizes = wordsOf(vocabulary.sizes);
const builds = wordsOf(vocabulary.builds);
/** Size of animals relative to their drawing: by kind, and by adjectives in the description. */
const usualSizes = wordsOf(vocabulary.usualSizes);
const creatureSizes = wordsOf(vocabulary.creatureSizes);
/** Fur, feathers or scales of animals that the drawings do not include. */
const covers = wordsOf(vocabulary.covers);
/** "with" and "in" introduce others or clothes: "a baker with a cat", "a girl in a bear suit". */
const subjects = Object.fromEntries(wordsOf(vocabulary.subjects)) as Record<
  keyof typeof vocabulary.subjects,
  RegExp
>;
const handler = /\w (?:keep|own|train|hunt|rid|tam|whisper|watch|catch|groom)er\b|\w lady\b/;

/** "A woman with a cat" is a woman; "a grey cat" and "a robot with a red scarf" are not. */
function speciesOf(text: string): Species {
  const subject = text.slice(0, 90).split(subjects.company)[0] ?? "";
  if (handler.test(subject)) return "human";
  const [found] = inOrder<Species>([["human", subjects.person], ...species], subject);
  const robot = found === "human" && inOrder(species, subject)[0] === "robot";
  if (found) return robot ? "robot" : found;
  // "A quokka with soft brown fur"
  const isDressed = /\b(?:skin|hair|wear\w*|\w*coat|shirt|jacket|dress|hat|cap|boots)\b/.test(text);
  return (!isDressed && /^(?:an?|the) /.test(text) && inOrder<Species>(covers, text)[0]) || "human";
}

/** Size relative to the drawing: a badger is a small bear, a small dragon smaller than a dragon. */
function sizeOf(text: string): number {
  const subject = text.slice(0, 90).split(subjects.company)[0] ?? "";
  return Number(firstOf(usualSizes, subject) ?? 1) * Number(firstOf(creatureSizes, subject) ?? 1);
}

function isFeminine(text: string, otherwise: boolean): boolean {
  const [she, he] = [text.search(subjects.feminine), text.search(subjects.masculine)];
  return she < 0 && he < 0 ? otherwise : he < 0 || (she >= 0 && she < he);
}

/** Colours that fur and feathers do not have. */
const adorned = new RegExp(vocabulary.adorned, "g");

/** A figure's looks, from its seed and the words of its description. */
export function appearanceOf(figure: PaintedFigure) {
  const told = (figure.description || figure.name).toLowerCase();
  const described = told.split(" changed since: ").reverse().join(mark);
  const chance = random(`figure:${figure.id}`);
  // A later instruction takes precedence, and turns no figure into an animal.
  const own = described.split(mark).at(-1) ?? described;
  const kind = speciesOf(own);
  const feminine = isFeminine(described, chance.chance(0.5));
  const age = firstOf(ages, described) ?? "adult";
  const grey = chance.pick(["#d8d5d2", "#a9a8ab"]);
  const young = chance.pick(usualHair);
  // An outfit takes the place of all usual clothes.
  const { outfit } = figure;
  const clothes = outfit ? `${outfit.name}: ${outfit.description}`.toLowerCase() : described;
  const calling = kind === "human" && !outfit ? callingOf(described, figure.name) : "";
  const hat = kind === "human" ? hatOf(clothes, calling) : "none";
  // DiceBear decides features that the words leave open: a seed always gets the same head.
  const { style, ...options } = heads(described, { feminine, age, hatted: hat });
  const avatar = new Avatar(style, { ...options, seed: figure.id, skinColor: usualSkin });
  const chosen = avatar.toJSON().options as Partial<Record<string, string | string[]>>;
  const text = (key: string) => [chosen[key]].flat()[0];
  const coat = kind === "human" ? undefined : anyColor(described.replace(adorned, ""));
  const someFur = chance.pick(fur[kind].split(" "));
  const usualHeight = heights[feminine ? "feminine" : "masculine"][age] * chance.range(0.97, 1.04);
  const usualBuild = chance.range(0.96, 1.06);
  return {
    species: kind,
    size: kind === "human" ? 1 : sizeOf(own),
    age,
    feminine,
    coat: coat ?? firstOf(usualCoats, own) ?? someFur, // fur, scales, metal or sheet of figures that are not people
    // Without hair or hat, centimetres; the build is relative to the average width.
    height: Math.round(usualHeight * Number(firstOf(sizes, described) ?? 1)),
    build: Number(firstOf(builds, described) ?? usualBuild),
    skin: skinColor(described) ?? text("skinColor") ?? "#edb98a",
    // Variants of Open Peeps.
    head: text("headVariant") ?? "short2",
    beard: text("facialHairVariant"),
    glasses: text("accessoriesVariant"),
    hair: hairColor(described) ?? (age === "elder" ? grey : young),
    ...dress(clothes, calling, chance, hat),
    freckles: /\bfreckle\w*\b/.test(described),
    scar: /\bscar(?:red|s)?\b/.test(described),
  };
}
