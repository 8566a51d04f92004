import { truncateText } from "@/lib/ai/prompts/truncate-text";
import { type Random, random } from "../painting/random";
import patterns from "./data/patterns.json";
import people from "./data/people.json";
import { capitalise, sentence, titleCase, withArticle } from "./english";
import { type Genre, moodOf } from "./moods";
import { type Figure, possessive, roleIn, shortName } from "./people";
import type { Place } from "./places";

/** A sheet within the limits of its fields. */
export const sheetOf = (name: string, title: string, description: string, picture: string) => ({
  name: truncateText(name, 100),
  title: truncateText(title, 200),
  description: truncateText(description, 1000),
  imagePrompt: truncateText(picture, 1000),
});
export type Sheet = ReturnType<typeof sheetOf>;

const choices = (text = "") => text.split(" | ");
const byNoun = (table: Record<string, string>, noun: string) =>
  Object.entries(table).find(([nouns]) => nouns.split(" ").includes(noun))?.[1];

/** Removes a random entry from a list. */
export const pickRandom = (list: string[], chance: Random): string =>
  list.splice(Math.floor(chance() * list.length), 1)[0] ?? "";

/** Words that only repeat age and build. */
const plain =
  /^(?:(?:person|man|woman|girl|boy|kid|child|friend|teenager|stranger|brother|sister|mother|father)s?)?$/iu;

/** Sheets of new people: no two wear the same clothes, or a profession another's costume. */
export function characterSheets(figures: Figure[], genre: Genre, seed: string, text: string) {
  const chance = random(`${seed}:clothes`);
  const everyday = choices(moodOf("everyday").clothes);
  const costumes = choices(moodOf(genre).clothes);
  const traits = [...people.traits];
  return figures.map((one) => {
    // Only adults without described clothes wear the genre's costume.
    const isAnybody = /^(?:person|stranger|traveller|hero)$/u.test(one.role.noun);
    const rack = isAnybody && one.age !== "child" && costumes.length > 0 ? costumes : everyday;
    const costume = byNoun(people.uniforms, one.role.noun) ?? pickRandom(rack, chance);
    // All sentences of the author about a lone hero describe looks, wherever they are.
    const told = figures.length === 1 ? `${one.described}. ${text}` : one.described;
    const [trait = "", epithet = ""] = pickRandom(traits, chance).split(": ");
    const isHuman = one.role.nature === "human";
    const looks = (isHuman ? human : creature)(one, random(`${seed}:${one.name}`), told);
    const clothes = clothesIn(told) || (isHuman ? costume : "");
    const described = one.described.length <= 60 && roleIn(one.described) ? one.described : "";
    const label = plain.test(described) ? one.role.noun : described;
    const isOwn = plain.test(label) || /^the\s/iu.test(one.name);
    const what = isOwn ? looks.who : /^(?:\p{Lu}|the )/u.test(label) ? label : withArticle(label);
    const joint = /\b(?:who|that|with)\b/u.test(what) ? ", with" : " with";
    const pronoun = { female: "She", male: "He", neutral: "It" }[one.gender];
    const about = `${capitalise(shortName(one))} is ${what}${joint} ${looks.surface}.`;
    const last = clothes ? `wearing ${clothes}` : looks.mark;
    const worded = [looks.who, looks.surface, looks.eyes, last].filter(Boolean).join(", ");
    const title = plain.test(label) ? epithet : capitalise(label);
    return sheetOf(one.name, title, `${about} ${pronoun} ${trait}.`, sentence(worded));
  });
}

const found = (pattern: RegExp, text: string) => text.match(pattern)?.[0].toLowerCase();

const ignoringCase = (pattern: string) => new RegExp(pattern, "giu");
const { colours } = patterns;
const [build, years] = [ignoringCase(patterns.build), ignoringCase(patterns.years)];
const [hair, wornIs] = [ignoringCase(patterns.hair), ignoringCase(patterns.wornIs)];
const cub = ignoringCase(patterns.cub);
const worn = patterns.worn.map(ignoringCase);
const list = new Intl.ListFormat("en");

function human({ age, gender }: Figure, chance: Random, told: string) {
  const usual = chance.pick(choices(people.ages[age])).replace("{their}", possessive[gender]);
  const colour = chance.pick(people.hair[age === "old" ? "old" : "colours"].split(", "));
  const cut = chance.pick(choices(people.hair[gender])).replace("{c}", colour);
  const isYoung = /^(?:child|teenager)$/u.test(age);
  const compound = found(/\b\p{L}+(?=[- ]haired\b)/iu, told);
  const other = compound ? `${compound} hair` : found(/\bbald\b/iu, told) && "a bald head";
  const shown = found(hair, told) ?? other;
  const beard = found(/\b(?!an? )(?:\p{L}+ )?beard\b/iu, told);
  const skin = found(/\b\p{L}+(?: \p{L}+)? skin\b/iu, told) ?? chance.pick(people.skins);
  const eyes = found(/\b\p{L}+(?:[- ]\p{L}+)? eyes\b/iu, told);
  const noun = `${found(build, told) ?? ""}${people.builds[age][gender]}`;
  const usualHead = isYoung ? cut.replace(", a short beard", "") : cut;
  const head = beard ? `${shown ?? "short hair"}, a ${beard}` : (shown ?? usualHead);
  const aged = found(years, told.replace(/\b(\d{1,2})[- ]years?[- ]old/iu, "of $1")) ?? usual;
  const [who, surface] = [`${withArticle(noun)} ${aged}`, `${head} and ${skin}`];
  return { who, surface, eyes: eyes ?? `${chance.pick(people.eyes)} eyes`, mark: "" };
}

function creature({ role: { noun, nature }, age }: Figure, chance: Random, told: string) {
  const isRobot = nature === "robot";
  // "A lost polar bear cub" is specifically a polar bear's cub.
  const kind = found(cub, told) ?? noun;
  const coats = byNoun(people.coats, isRobot ? "robot" : (kind.split(" ")[0] ?? noun));
  const usual = chance.pick(choices(coats ?? "soft brown and cream colouring"));
  const colour = `\\b(?:${colours}|orange|yellow|brass|copper)(?: \\p{L}+)? ${noun}\\b`;
  const [own] = found(new RegExp(colour, "iu"), told)?.split(" ") ?? [];
  const cover =
    found(/\b(?:fur|feathers|scales|plating|panels|skin|coat)\b/u, usual) ?? "colouring";
  const surface =
    found(/\b(?:\p{L}+ )?\p{L}+ (?:fur|feathers|scales|plating|shell)\b/iu, told) ??
    (own ? `${own} ${cover} all over` : usual);
  const gaze = () => `${chance.pick(["amber", "dark", "bright green"])} eyes`;
  const eyes = isRobot ? "a faint glow behind the lenses" : gaze();
  const mark = chance.pick(people.marks[isRobot ? "robot" : "creature"]);
  return { who: withArticle(`${age === "old" ? "old " : ""}${kind}`), surface, eyes, mark };
}

/** 'wears a blue coat and muddy boots', 'in a red coat and a cap', ', red coat', 'her coat is red'. */
function clothesIn(told: string): string {
  const text = told.replace(wornIs, "in a $2 $1");
  const [all, ...others] = worn.map((one) =>
    [...text.matchAll(one)].flatMap(([, own = ""]) => own),
  );
  const each = all?.slice(0, 1) ?? [];
  const clothes = each.length > 0 ? each : [...new Set(others.flat())];
  return list.format(clothes.map((one) => one.replace(/^(?:his|her|their)\b|^[,.](?= )/iu, "a")));
}

export function locationSheet({ name, noun, phrase, kind }: Place, seed: string) {
  const [look] = choices(kind.looks);
  const sense = random(`${seed}:${name}`).pick(choices(kind.senses));
  const start = `${capitalise(phrase)}: ${look}.`;
  return sheetOf(name, titleCase(noun), `${start} ${sense}`, `${start} No people.`);
}
