import { Style, type StyleDefinition } from "@dicebear/core";
import openPeeps from "@dicebear/styles/open-peeps.json" with { type: "json" };
import type { Age } from "./species";
import type { Hat } from "./wardrobe";

/**
 * Open Peeps by Pablo Stanley (CC0 1.0): hand-drawn heads, faces, beards and glasses. The library
 * settles which of them a seed gets; we draw the parts ourselves so that they take the light and the
 * line of the picture they stand in.
 */
const definition = openPeeps as unknown as StyleDefinition;
const style = new Style(definition);

type Part = "head" | "expression" | "facialHair" | "accessories";
export interface PeepShape {
  d: string;
  /** `skin`, `ink`, `clothing`, `headContrast` or a colour. */
  fill: string;
}

interface RawElement {
  attributes?: Record<string, unknown>;
  children?: RawElement[];
}

const flattened = new Map<string, PeepShape[]>();

/** The filled paths of a part, back to front. */
export function peep(part: Part, variant: string): PeepShape[] {
  const key = `${part}/${variant}`;
  const known = flattened.get(key);
  if (known) return known;
  const components = definition.components as unknown as Record<
    string,
    { variants: Record<string, { elements: RawElement[] }> }
  >;
  const shapes: PeepShape[] = [];
  const walk = (elements: readonly RawElement[], inherited: string) => {
    for (const { attributes = {}, children } of elements) {
      const own = attributes.fill;
      const fill =
        typeof own === "string"
          ? own
          : own && typeof own === "object" && "name" in own
            ? String(own.name)
            : inherited;
      if (typeof attributes.d === "string") shapes.push({ d: attributes.d, fill });
      if (children) walk(children, fill);
    }
  };
  walk(components[part]?.variants[variant]?.elements ?? [], "ink");
  flattened.set(key, shapes);
  return shapes;
}

/** Where each head ends with its hair, in Open Peeps units: left, top, right, bottom. */
export const headBox: Record<string, readonly [number, number, number, number]> = {
  afro: [198, 144, 574, 564],
  bangs: [114, 118, 626, 574],
  bangs2: [130, 112, 650, 564],
  bantuKnots: [164, 64, 580, 568],
  bun: [126, -4, 570, 568],
  bun2: [56, -36, 598, 568],
  buns: [216, 184, 562, 562],
  cornrows: [132, 90, 586, 666],
  cornrows2: [106, 84, 590, 640],
  dreads1: [106, 70, 646, 566],
  dreads2: [118, 48, 632, 566],
  flatTop: [208, 106, 582, 566],
  flatTopLong: [220, 136, 560, 560],
  grayBun: [130, 68, 588, 574],
  grayMedium: [142, 116, 592, 574],
  grayShort: [196, 114, 580, 576],
  hatBeanie: [140, 112, 580, 578],
  hatHip: [94, 80, 674, 576],
  hijab: [158, 98, 598, 724],
  long: [70, 94, 668, 762],
  longBangs: [82, 108, 622, 862],
  longCurly: [46, 20, 704, 606],
  medium1: [158, 120, 588, 572],
  medium2: [80, 124, 622, 600],
  medium3: [114, 122, 716, 634],
  mediumBangs: [50, 110, 614, 602],
  mediumBangs2: [98, 110, 578, 592],
  mediumBangs3: [154, 76, 608, 614],
  mediumStraight: [148, 104, 620, 604],
  mohawk: [196, 48, 576, 564],
  mohawk2: [190, 62, 592, 570],
  noHair1: [200, 126, 582, 564],
  noHair2: [202, 106, 580, 562],
  noHair3: [136, 118, 582, 566],
  pomp: [194, 62, 648, 562],
  shaved1: [220, 130, 580, 564],
  shaved2: [200, 46, 598, 562],
  shaved3: [148, 30, 650, 576],
  short1: [206, 124, 574, 566],
  short2: [200, 126, 584, 582],
  short3: [168, 130, 598, 568],
  short4: [210, 76, 592, 586],
  short5: [206, 116, 576, 576],
  turban: [168, 62, 624, 564],
  twists: [162, 62, 592, 570],
  twists2: [150, 74, 584, 566],
};

const styles: [RegExp, readonly string[]][] = [
  [/\bbald\w*\b|\bshaved head\b/, ["noHair1", "noHair2"]],
  [/\bbalding|receding\b/, ["noHair3"]],
  [/\bmohawk|punk\b/, ["mohawk", "mohawk2"]],
  [/\bdread\w*\b/, ["dreads1", "dreads2"]],
  [/\bafro\b/, ["dreads1", "longCurly", "twists2"]],
  [/\b(braid\w*|plait\w*|cornrows?|ponytail|pony tail)\b/, ["cornrows", "cornrows2"]],
  [/\b(bun|topknot|chignon)\b/, ["grayBun"]],
  [/\b(bob|fringe|bangs)\b/, ["bangs", "bangs2", "mediumBangs3"]],
  [
    /\blong\b[a-z, -]{0,24}\b(curl\w*|wavy)|\b(curl\w*|wavy|frizzy)\b[a-z, -]{0,18}\blong\b/,
    ["longCurly", "long"],
  ],
  [/\b(curl\w*|frizzy)\b/, ["longCurly", "twists2", "mediumBangs2"]],
  [/\b(spik\w+|messy|tousled|wild|unruly|scruffy)\b/, ["shaved3", "short5", "twists"]],
  [/\blong\b[a-z, -]{0,24}\bhair/, ["long", "longBangs", "medium3"]],
  [/\b(pixie)\b/, ["medium1", "short5"]],
  [/\bshort\b[a-z, -]{0,24}\bhair|\bcropped|crew cut|buzz/, ["short"]],
  [/\b(slick\w*|pompadour|quiff|combed)\b/, ["pomp", "short4"]],
];

const weights = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 1]));

/** The choice of heads, beards and glasses that a description leaves to the seed. */
export function heads(text: string, who: { feminine: boolean; age: Age; hatted: Hat }) {
  const { feminine, age, hatted } = who;
  const asked = styles.find(([words]) => words.test(text))?.[1];
  let names: readonly string[];
  if (hatted === "headscarf") names = ["hijab"];
  else if (hatted === "turban") names = ["turban"];
  else if (hatted === "beanie") names = ["hatBeanie"];
  else if (hatted !== "none" && hatted !== "goggles" && hatted !== "bandana") {
    const long = /\blong\b[a-z, -]{0,24}\bhair/.test(text);
    names = feminine
      ? long
        ? ["medium3", "long"]
        : ["medium1", "medium3", "mediumStraight", "grayMedium"]
      : ["short1", "short2", "grayShort"];
  } else if (asked && asked[0] !== "short") names = asked;
  else if (asked)
    names = feminine
      ? ["medium1", "short5", "mediumBangs3"]
      : ["short1", "short2", "short4", "short5", "grayShort"];
  else if (feminine)
    names =
      age === "elder"
        ? ["grayBun", "grayMedium", "medium1"]
        : [
            "long",
            "longBangs",
            "bangs",
            "bangs2",
            "medium1",
            "medium2",
            "medium3",
            "mediumBangs",
            "mediumStraight",
            "grayMedium",
            "longCurly",
            "cornrows",
          ];
  else
    names =
      age === "elder"
        ? ["noHair3", "grayShort", "short1", "short4"]
        : [
            "short1",
            "short2",
            "short3",
            "short4",
            "short5",
            "pomp",
            "grayShort",
            "shaved2",
            "twists2",
            "flatTop",
          ];

  const beards = /\b(full|long|thick|bushy|big)[a-z, -]{0,14}beard|\bwizard\b/.test(text)
    ? ["full3", "full2"]
    : /\bgoatee\b/.test(text)
      ? ["goatee1", "goatee2"]
      : /\b(moustache|mustache)\w*\b/.test(text)
        ? ["moustache2", "moustache5", "moustache7", "moustache9"]
        : /\bstubble\b/.test(text)
          ? ["chin"]
          : ["full", "full2", "full4"];
  const wantsBeard =
    /\b(beard\w*|goatee|moustache\w*|mustache\w*|stubble|whiskers)\b/.test(text) ||
    (/\bwizard\b/.test(text) && !feminine);
  const cleanShaven =
    feminine ||
    age === "child" ||
    age === "teen" ||
    /\b(clean[- ]shaven|no beard|beardless)\b/.test(text);
  const patch = /\beye ?patch\b/.test(text);
  const shades = /\b(sun ?glasses|shades)\b/.test(text);
  const glasses = /\b(glasses|spectacles|bespectacled|monocle)\b/.test(text);
  const round = /\bround[a-z, -]{0,14}(glasses|spectacles)/.test(text);
  return {
    style,
    variants: weights(names),
    beards: weights(beards),
    bearded:
      wantsBeard && !/no beard|beardless/.test(text)
        ? 100
        : cleanShaven
          ? 0
          : age === "elder"
            ? 45
            : 14,
    accessories: weights(
      patch
        ? ["eyepatch"]
        : shades
          ? ["sunglasses", "sunglasses2"]
          : round
            ? ["glasses5", "glasses2"]
            : ["glasses", "glasses3", "glasses5"],
    ),
    accessoryChance: patch || shades || glasses ? 100 : age === "elder" ? 25 : 0,
  };
}
