import { cutText } from "@/lib/ai/cut-text";
import { type Random, random } from "../painting/random";
import people from "./data/people.json";
import { capitalise, sentence, titleCase, withArticle } from "./english";
import { type Genre, moodOf } from "./moods";
import { type Figure, roleIn, shortName } from "./people";
import type { Place } from "./places";

export interface Sheet {
  name: string;
  title: string;
  description: string;
  imagePrompt: string;
}

const choices = (text = "") => text.split(" | ");
const byNoun = (table: Record<string, string>, noun: string) =>
  Object.entries(table).find(([nouns]) => nouns.split(" ").includes(noun))?.[1];

/** Sheets of new people: no two of them are dressed alike, no profession in another's costume. */
export function characterSheets(
  figures: Figure[],
  genre: Genre,
  seed: string,
  text: string,
): Sheet[] {
  const chance = random(`${seed}:clothes`);
  const take = (list: string[]) => list.splice(Math.floor(chance() * list.length), 1)[0] ?? "";
  const everyday = choices(moodOf("everyday").clothes);
  const costumes = choices(moodOf(genre).clothes);
  const traits = [...people.traits];
  return figures.map((one) => {
    // The costume of a genre is for grown people of whom nothing is said.
    const isAnybody = /^(?:person|stranger|traveller|hero)$/u.test(one.role.noun);
    const rack = isAnybody && one.age !== "child" && costumes.length > 0 ? costumes : everyday;
    const worn = byNoun(people.uniforms, one.role.noun) ?? take(rack);
    // What the author says of a lone hero tells looks, wherever it stands.
    const told = figures.length === 1 ? `${one.described}. ${text}` : one.described;
    return characterSheet(one, worn, take(traits), random(`${seed}:${one.name}`), told);
  });
}

/** Words that say no more than age and build do. */
const plain =
  /^(?:(?:person|man|woman|girl|boy|kid|child|friend|teenager|stranger|brother|sister|mother|father)s?)?$/iu;

function characterSheet(
  one: Figure,
  worn: string,
  manner: string,
  chance: Random,
  told: string,
): Sheet {
  const [trait = "", epithet = ""] = manner.split(": ");
  const [pronoun, own] = { female: ["She", "her"], male: ["He", "his"], neutral: ["It", "its"] }[
    one.gender
  ] as [string, string];
  const isHuman = one.role.nature === "human";
  const looks = isHuman ? human(one, chance, told, own) : creature(one, chance, told);
  const clothes = clothesIn(told) ?? (isHuman ? worn : null);
  const described = one.described.length <= 60 && roleIn(one.described) ? one.described : "";
  const label = plain.test(described) ? one.role.noun : described;
  const isOwn = plain.test(label) || /^the\s/iu.test(one.name);
  const what = isOwn ? looks.who : /^\p{Lu}/u.test(label) ? label : withArticle(label);
  const joint = /\b(?:who|that|with)\b/u.test(what) ? ", with" : " with";
  const about = `${capitalise(shortName(one))} is ${what}${joint} ${looks.surface}. ${pronoun} ${trait}.`;
  const worded = [
    looks.who,
    looks.surface,
    looks.eyes,
    clothes ? `wearing ${clothes}` : looks.mark,
  ];
  return {
    name: cutText(one.name, 100),
    title: cutText(plain.test(label) ? epithet : capitalise(label), 200),
    description: cutText(about, 1000),
    imagePrompt: cutText(sentence(worded.filter(Boolean).join(", ")), 1000),
  };
}

const nouns = {
  child: { female: "girl", male: "boy", neutral: "child" },
  teenager: { female: "teenage girl", male: "teenage boy", neutral: "teenager" },
  young: { female: "young woman", male: "young man", neutral: "young adult" },
  grown: { female: "woman", male: "man", neutral: "adult" },
  old: { female: "old woman", male: "old man", neutral: "elderly adult" },
};
const found = (pattern: RegExp, text: string) => pattern.exec(text)?.[0].toLowerCase();

function human({ age, gender }: Figure, chance: Random, told: string, own: string) {
  const build = found(
    /\b(?:tall|slim|thin|stocky|plump|skinny|muscular|lanky|petite|sturdy|wiry) /iu,
    told,
  );
  const years =
    found(
      /\bin (?:her|his|their) (?:early |mid[- ]|late )?\p{L}+ties\b|\bof (?:\d{1,2}|\p{L}+ty)\b/iu,
      told,
    ) ?? found(/\b\d{1,2}(?=[- ]years?[- ]old)/iu, told)?.replace(/^/u, "of ");
  const usual = chance.pick(choices(people.ages[age])).replace("{their}", own);
  const { colours, old, ...cuts } = people.hair;
  const colour = chance.pick((age === "old" ? old : colours).split(", "));
  const cut = chance.pick(choices(cuts[gender]));
  const young = /^(?:child|teenager)$/u.test(age);
  const hair =
    hairIn(told) ?? (young ? cut.replace(", a short beard", "") : cut).replace("{c}", colour);
  const skin =
    found(/\b\p{L}+(?: \p{L}+)? skin\b/iu, told) ?? chance.pick(people.skins.split(", "));
  const eyes =
    found(/\b\p{L}+(?:[- ]\p{L}+)? eyes\b/iu, told) ??
    `${chance.pick(people.eyes.split(", "))} eyes`;
  const who = `${withArticle(`${build ?? ""}${nouns[age][gender]}`)} ${years ?? usual}`;
  return { who, surface: `${hair} and ${skin}`, eyes, mark: "" };
}

function creature({ role, age }: Figure, chance: Random, told: string) {
  const isRobot = role.nature === "robot";
  const usual = chance.pick(
    choices(
      byNoun(people.coats, isRobot ? "robot" : role.noun) ?? "soft brown and cream colouring",
    ),
  );
  const colour = new RegExp(
    `\\b(black|white|gr[ae]y|red|orange|yellow|green|blue|purple|pink|brown|brass|golden|silver|copper)(?: \\p{L}+)? ${role.noun}\\b`,
    "iu",
  ).exec(told)?.[1];
  const cover =
    found(/\b(?:fur|feathers|scales|plating|panels|skin|coat)\b/u, usual) ?? "colouring";
  const surface =
    found(/\b(?:\p{L}+ )?\p{L}+ (?:fur|feathers|scales|plating|shell)\b/iu, told) ??
    (colour ? `${colour.toLowerCase()} ${cover} all over` : usual);
  const marks = isRobot
    ? ["a bent antenna", "a scratch across the chest plate"]
    : ["a small scar over one eye", "wearing a green scarf", "wearing a red neckerchief"];
  const eyes = isRobot
    ? "a faint glow behind the lenses"
    : `${chance.pick(["amber", "dark", "bright green"])} eyes`;
  return {
    who: withArticle(`${age === "old" ? "old " : ""}${role.noun}`),
    surface,
    eyes,
    mark: chance.pick(marks),
  };
}

const shades =
  "short|long|curly|straight|wavy|wild|messy|tousled|braided|dark|light|bright|black|brown|red|ginger|auburn|blonde?|white|gr[ae]y|silver|blue|green|pink|purple|golden|thick|spiky";
function hairIn(told: string): string | undefined {
  const hair = found(
    new RegExp(`\\b(?:(?:${shades}),? (?:and )?)+(?:hair|braids?|curls|locks|ponytail)\\b`, "iu"),
    told,
  );
  const compound = found(/\b\p{L}+(?=[- ]haired\b)/iu, told);
  const beard = found(/\b(?:\p{L}+ )?beard\b/iu, told);
  const shown =
    hair ??
    (compound
      ? `${compound} hair`
      : found(/\bbald\b/iu, told)
          ?.replace(/^/u, "a ")
          .concat(" head"));
  return beard ? `${shown ?? "short hair"}, a ${beard}` : shown;
}

/** 'wears a blue coat and muddy boots' or 'in a red raincoat'. */
function clothesIn(told: string): string | null {
  const worn =
    /\b(?:wears|wearing|dressed in)\s+([^.;!?]+?)(?:,? (?:who|which|that|while|because|but)\b|[.;!?]|$)/iu.exec(
      told,
    )?.[1];
  const garment =
    /\b(?:in|with) ((?:an?|his|her|their)\s+(?:[\p{L}-]+\s+){0,3}(?:coat|raincoat|jacket|cloak|cape|dress|hat|cap|scarf|suit|robe|hoodie|jumper|sweater|shirt|gown|uniform|armou?r|apron|helmet))\b/iu.exec(
      told,
    )?.[1];
  return worn ?? garment?.replace(/^(?:his|her|their)\b/iu, "a") ?? null;
}

/** The sheet of a new place. */
export function locationSheet({ name, noun, phrase, kind }: Place, seed: string): Sheet {
  const [look] = choices(kind.looks);
  const sense = random(`${seed}:${name}`).pick(choices(kind.senses));
  const start = `${capitalise(phrase)}: ${look}.`;
  return {
    name: cutText(name, 100),
    title: titleCase(noun),
    description: cutText(`${start} ${sense}`, 1000),
    imagePrompt: cutText(`${start} No people.`, 1000),
  };
}
