import { Style, type StyleDefinition } from "@dicebear/core";
import openPeeps from "@dicebear/styles/open-peeps.json" with { type: "json" };
import boxes from "./heads.json" with { type: "json" };
import vocabulary from "./vocabulary.json" with { type: "json" };
import type { Hat } from "./wardrobe";
import { type Age, firstOf, wordsOf } from "./words";

/** Open Peeps by Pablo Stanley (CC0 1.0), in the light and line of a picture. */
const definition = openPeeps as unknown as StyleDefinition;
const style = new Style(definition);

/** Bounds of each head with its hair, in Open Peeps units: left, top, right, bottom. */
export const headBox: Partial<Record<string, number[]>> = boxes;

export type Part = "head" | "expression" | "facialHair" | "accessories";
/** A path; its fill is `skin`, `ink`, `clothing`, `headContrast` or a colour. */
type PeepShape = { d: string; fill: string };

interface RawElement {
  attributes?: { d?: string; fill?: string | { name?: string } };
  children?: RawElement[];
}

const components = definition.components as unknown as Record<
  Part,
  { variants: Partial<Record<string, { elements: RawElement[] }>> }
>;

function shapesOf(elements: readonly RawElement[], inherited: string): PeepShape[] {
  return elements.flatMap(({ attributes: { d, fill: own } = {}, children = [] }) => {
    const fill = (typeof own === "object" ? own.name : own) ?? inherited;
    return [...(d ? [{ d, fill }] : []), ...shapesOf(children, fill)];
  });
}

/** The filled paths of a part, back to front. */
export const peep = (part: Part, variant: string): PeepShape[] =>
  shapesOf(components[part].variants[variant]?.elements ?? [], "ink");

/** Heads by the words for them; where several match, the seed chooses. */
const styles = wordsOf(vocabulary.heads);
const beards = wordsOf(vocabulary.beards);
const spectacles = wordsOf(vocabulary.spectacles);
/** Hats that are part of an Open Peeps head. */
const covering: Partial<Record<Hat, string>> = vocabulary.drawnHats;

const weights = (names: string) =>
  Object.fromEntries(names.split(" ").map((name) => [name, 1] as const));

/** Heads, beards and glasses that the seed chooses where a description does not. */
export function heads(text: string, who: { feminine: boolean; age: Age; hatted: Hat }) {
  const { feminine, age, hatted } = who;
  const own = vocabulary.usualHeads[feminine ? "feminine" : "masculine"];
  const asked = firstOf(styles, text) ?? (age === "elder" ? own.elder : own.other);
  const bare = hatted === "none" || hatted === "goggles" || hatted === "bandana";
  const long = feminine && /\blong\b[a-z, -]{0,24}\bhair/.test(text);
  const hair = bare ? (asked === "short" ? own.short : asked) : long ? "medium3 long" : own.hatted;
  const shaven = /no beard|beardless|clean[- ]shaven/.test(text);
  const beard = shaven ? undefined : firstOf(beards, text);
  const wanted = beard && !(feminine && !/beard|mou?stache|goatee|stubble|whiskers/.test(text));
  const beardless = feminine || age === "child" || age === "teen" || shaven;
  const glasses = firstOf(spectacles, text);
  return {
    style,
    headVariant: weights(covering[hatted] ?? hair),
    facialHairVariant: weights(beard ?? "full full2 full4"),
    facialHairProbability: wanted ? 100 : beardless ? 0 : age === "elder" ? 45 : 14,
    accessoriesVariant: weights(glasses ?? "glasses glasses3 glasses5"),
    accessoriesProbability: glasses ? 100 : age === "elder" ? 25 : 0,
  };
}
