import type { Chance } from "./chance";
import { withArticle } from "./english";
import type { Figure } from "./figures";
import type { Genre } from "./genres";
import {
  accents,
  ages,
  clothes,
  coats,
  cuts,
  eyeColours,
  hairColours,
  nouns,
  skins,
  uniforms,
} from "./looks-data";

/** How somebody looks, part by part; what the author says always wins over what is invented. */
export interface Looks {
  /** 'a girl of about nine' */
  who: string;
  /** 'short black hair' or 'russet fur with a white chest' */
  surface: string;
  /** 'brown eyes' */
  eyes: string;
  /** 'a yellow raincoat, dark trousers and rubber boots' */
  clothes: string;
}

/** Looks for a figure: the author's own words first, the rest from the seed. */
export function looksOf(one: Figure, genre: Genre, told: string, chance: Chance): Looks {
  const clothing = toldClothes(told);
  if (one.role.nature !== "human") return creatureLooks(one, genre, told, clothing, chance);
  const hair = toldHair(told) ?? inventedHair(one, chance);
  const eyes =
    /\b(\p{L}+(?:[- ]\p{L}+)? eyes)\b/iu.exec(told)?.[1]?.toLowerCase() ??
    `${chance.pick(eyeColours)} eyes`;
  const outfit = clothing ?? uniforms[one.role.noun] ?? chance.pick(clothes[genre]);
  const skin = /\b\p{L}+(?: \p{L}+)? skin\b/iu.exec(told)?.[0]?.toLowerCase() ?? chance.pick(skins);
  const own = { female: "her", male: "his", neutral: "their" }[one.gender];
  return {
    who: `${withArticle(`${build(told)}${nouns[one.age][one.gender]}`)} ${toldAge(told, own) ?? chance.pick(ages[one.age]).replace("{their}", own)}`,
    surface: `${hair} and ${skin}`,
    eyes,
    clothes: `wearing ${outfit}`,
  };
}

/** 'tall ', if the author says so. */
const build = (told: string): string => {
  const word =
    /\b(tall|slim|thin|stocky|plump|chubby|skinny|muscular|broad-shouldered|lanky|petite|sturdy|wiry)\b/iu.exec(
      told,
    )?.[1];
  return word ? `${word.toLowerCase()} ` : "";
};

function toldAge(told: string, own: string): string | null {
  const decade =
    /\bin (?:her|his|their) ((?:early |mid[- ]|late )?(?:twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties))\b/iu.exec(
      told,
    )?.[1];
  if (decade) return `in ${own} ${decade.toLowerCase()}`;
  const years =
    /\b(\d{1,3})[- ]years?[- ]old\b|\b(?:aged?|of) (\d{1,2}|twenty|thirty|forty|fifty|sixty|seventy|eighty)\b/iu.exec(
      told,
    );
  const number = years?.[1] ?? years?.[2];
  return number ? `of ${number.toLowerCase()}` : null;
}

function inventedHair(one: Figure, chance: Chance): string {
  const colour =
    one.age === "old" ? chance.pick(["white", "silver-grey", "grey"]) : chance.pick(hairColours);
  const beard =
    one.gender === "male" && one.age !== "child" && one.age !== "teenager" && chance.next() < 0.35;
  return `${chance.pick(cuts[one.gender]).replace("{c}", colour)}${beard ? ", a short beard" : ""}`;
}

/** What one knows them by: in stories for children animals wear something. */
function markOf(one: Figure, genre: Genre, chance: Chance): string {
  if (one.role.nature === "robot") {
    return chance.pick([
      "a bent antenna",
      "a scratch across the chest plate",
      "one mismatched arm",
    ]);
  }
  if (one.role.nature === "mythical") {
    return chance.pick([
      "one chipped tooth",
      "a pale scar over one eye",
      "a thin silver chain around the neck",
    ]);
  }
  return genre === "children" || genre === "fantasy"
    ? `wearing ${chance.pick(accents)}`
    : chance.pick([
        "a notch on one side",
        "one pale patch shaped like a leaf",
        "a small scar over one eye",
      ]);
}

function creatureLooks(
  one: Figure,
  genre: Genre,
  told: string,
  clothing: string | null,
  chance: Chance,
): Looks {
  const known =
    coats[one.role.species ?? one.role.noun] ??
    (one.role.nature === "robot" ? coats.robot : undefined);
  const invented = known
    ? chance.pick(known.split("|"))
    : one.role.nature === "animal"
      ? "soft brown and cream colouring"
      : "a weathered, moss-coloured body";
  const surface =
    /\b(?:\p{L}+ )?\p{L}+ (?:fur|feathers|scales|coat|plating|shell|skin)\b/iu
      .exec(told)?.[0]
      ?.toLowerCase() ?? colouredBy(told, one.role.noun, invented);
  return {
    who: withArticle(
      `${one.age === "old" ? "old " : one.age === "child" ? "small " : ""}${one.role.species ?? one.role.noun}`,
    ),
    surface,
    eyes:
      one.role.nature === "robot"
        ? "a faint glow behind the lenses"
        : `${chance.pick(["amber", "dark", "bright green", "golden brown"])} eyes`,
    clothes: clothing ? `wearing ${clothing}` : markOf(one, genre, chance),
  };
}

/** 'a purple dragon' keeps its colour. */
function colouredBy(told: string, noun: string, invented: string): string {
  const pattern = new RegExp(
    `\\b(black|white|grey|gray|red|orange|yellow|green|blue|purple|violet|pink|brown|golden|silver|copper|rusty|turquoise|crimson|emerald)(?:\\s+\\p{L}+)?\\s+${noun}\\b`,
    "iu",
  );
  const colour = pattern.exec(told)?.[1]?.toLowerCase();
  if (!colour) return invented;
  const cover =
    /\b(fur|feathers|scales|plating|panels|skin|plates|coat)\b/u.exec(invented)?.[1] ?? "colouring";
  return `${colour} ${cover} all over`;
}

const hairPattern =
  /\b((?:(?:short|long|curly|straight|wavy|wild|messy|tousled|braided|dark|light|bright|black|brown|red|ginger|auburn|blonde?|white|grey|gray|silver|blue|green|pink|purple|golden|copper|thick|frizzy|spiky),?\s+(?:and\s+)?)+)(?:hair|braids?|curls|locks|ponytail)\b/iu;

function toldHair(told: string): string | null {
  const direct = hairPattern.exec(told)?.[0];
  if (direct) return direct.toLowerCase();
  const compound = /\b(\p{L}+)[- ]haired\b/iu.exec(told)?.[1];
  if (compound) return `${compound.toLowerCase()} hair`;
  if (/\bredhead\b/iu.test(told)) return "red hair";
  return /\bbald\b/iu.test(told) ? "a bald head" : null;
}

/** 'wears a blue coat and muddy boots' or 'in a red raincoat'. */
function toldClothes(told: string): string | null {
  const worn = /\b(?:wears|wearing|dressed in|clad in)\s+([^.;!?]+)/iu.exec(told)?.[1];
  if (worn) return worn.split(/,? (?:who|which|that|while|because|but)\b/u)[0]?.trim() ?? null;
  const garment =
    /\b(?:in|with|and) ((?:an?|his|her|their)\s+(?:[\p{L}-]+\s+){0,3}(?:coat|raincoat|jacket|cloak|cape|dress|hat|cap|scarf|suit|robe|hoodie|jumper|sweater|shirt|gown|uniform|armou?r|boots|glasses|apron|helmet|mask|beard|eyepatch))\b/iu.exec(
      told,
    )?.[1];
  if (garment) return garment.replace(/^(?:his|her|their)\b/u, "a");
  // "a woman in red"
  const colour =
    /\bin (red|black|white|blue|green|grey|gray|yellow|purple|pink|gold|silver)\b(?! \p{L}+(?:land|wood))/iu.exec(
      told,
    )?.[1];
  return colour ? `a long ${colour.toLowerCase()} coat and ${colour.toLowerCase()} gloves` : null;
}
