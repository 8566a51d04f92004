import nlp from "compromise";
import { hash, type Random } from "../painting/random";
import people from "./data/people.json";
import { capitalise, wholeWord } from "./english";
import type { KnownEntity } from "./request";

export type Gender = "female" | "male" | "neutral";
type Age = "child" | "teenager" | "young" | "grown" | "old";

/** The role of a character, if a noun names it: 'girl', 'detective', 'fox'. */
export interface Role {
  noun: string;
  gender: Gender;
  age: Age;
  nature: "human" | "animal" | "robot" | "mythical";
}

const roles = new Map<string, Role>();
for (const row of people.roles) {
  const [gender, age, nature, ...nouns] = row.split(/:? /u) as [Gender, Age, Role["nature"]];
  for (const noun of nouns) roles.set(noun, { noun, gender, age, nature });
}
export const person = roles.get("person") as Role;
const pairs = (text: string) =>
  new Map(text.split(" ").map((pair) => pair.split(":") as [string, string]));
const [irregular, pronouns] = [pairs(people.irregular), pairs(people.pronouns)];

/** The role of a noun, plural forms included; null if it names no person or creature. */
export function roleOf(word: string): Role | null {
  const noun = word.toLowerCase();
  const single = [/ies$/u, /e?s$/u, /s$/u].map((end, at) => noun.replace(end, at === 0 ? "y" : ""));
  const known = [irregular.get(noun) ?? noun, ...single].find((form) => roles.has(form));
  return roles.get(known ?? "") ?? null;
}

export const roleIn = (text: string): Role | null =>
  (text.match(/\p{L}+/gu) ?? []).map(roleOf).find((role) => role && role !== person) ?? null;

export const possessive = { female: "her", male: "his", neutral: "their" };

/** A character of a scene, with the author's facts, and whether the author gave the name. */
export function figure(name: string, role: Role, described: string, named: boolean) {
  const genders = [role.gender, genderIn(described), genderOfName(name)];
  // Changes during parsing: 'his' or 'her' determines the gender, which a name does not.
  const gender: Gender = genders.find((one) => one !== "neutral") ?? "neutral";
  const known = null as KnownEntity | null;
  return { name, role, gender, age: ageIn(described, role), known, described, named, gone: false };
}
export type Figure = ReturnType<typeof figure>;

export function knownFigure(known: KnownEntity): Figure {
  const words = `${known.title}. ${known.description}`;
  return { ...figure(known.name, roleIn(words) ?? person, words, true), known };
}

/** Age from the words around a role; otherwise the role's own. */
function ageIn(words: string, role: Role): Age {
  const digits = /\b(\d{1,3})[- ]years?[- ]old\b|\b(?:of|aged) (\d{2})\b/iu.exec(words);
  const years = Number(digits?.[1] ?? digits?.[2] ?? 0);
  const told = (Object.keys(people.below) as Age[]).find((age) => years < people.below[age]);
  if (years > 0 && told) return told;
  if (/\b(?:old|elderly|ancient|retired|(?:gr[ae]y|white)-haired)\b/iu.test(words)) return "old";
  if (/\b(?:teenaged?|adolescent)\b/iu.test(words)) return "teenager";
  // A little robot is not a child, a young girl is.
  if (role.nature !== "human" || role.age !== "grown") return role.age;
  if (/\b(?:little|small|tiny)\b/iu.test(words)) return "child";
  return /\byoung\b/iu.test(words) ? "young" : role.age;
}

export function genderIn(words: string): Gender {
  const told = words.toLowerCase().match(/\p{L}+/gu) ?? [];
  const votes = told.map((word) => pronouns.get(word) ?? roleOf(word)?.gender);
  const count = (gender: Gender) => votes.filter((one) => one === gender).length;
  const balance = count("female") - count("male");
  return balance > 0 ? "female" : balance < 0 ? "male" : "neutral";
}

const listed = (kind: keyof typeof people.names) => people.names[kind].split(" ");

export function genderOfName(name: string): Gender {
  const all = name.split(" ");
  const has = (kind: "female" | "male", tag: string) => (word: string) =>
    listed(kind).includes(word) || nlp(word).has(tag);
  if (all.some(has("female", "#FemaleName"))) return "female";
  return all.some(has("male", "#MaleName")) ? "male" : genderIn(name);
}

/** Gender without any evidence: names in -a are probably female, others follow from a seed. */
export const likelyGender = (name: string, seed = name): Gender =>
  /^\p{L}+a\b/u.test(name) || hash(seed) % 2 === 0 ? "female" : "male";

/** An unused name, not in `taken`. Roles with a rank get it in front: 'Captain Reyes'. */
export function inventName(role: Role, gender: Gender, taken: string[], chance: Random): string {
  const ranked = people.ranks.split(" ").includes(role.noun);
  const kind = ranked ? "family" : role.nature === "human" ? gender : role.nature;
  const used = taken.flatMap((name) => name.split(" "));
  const all = listed(kind);
  const free = all.filter((name) => !used.includes(name));
  const name = chance.pick(free.length > 0 ? free : all);
  return ranked ? `${capitalise(role.noun)} ${name}` : name;
}

const titles = new RegExp(`^(?:${people.titles})$`, "iu");

/** Name inside a sentence: 'Captain Ines Verne' → 'Ines', 'The Stranger' → 'the stranger'. */
export function shortName({ name }: { name: string }): string {
  if (/^the\s/iu.test(name)) return `the ${name.slice(4).toLowerCase()}`;
  const words = name.split(" ");
  return words.length < 3 && titles.test(words[0] ?? "")
    ? name
    : (words.find((word) => !titles.test(word)) ?? name);
}

export function namesOf(figures: readonly { name: string }[]): string {
  const all = figures.map(shortName);
  return all.length < 2 ? (all[0] ?? "") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}

export function mentions(text: string, name: string): boolean {
  const isLabel = /^the\s/iu.test(name);
  if (wholeWord(isLabel ? name.slice(4) : name).test(text)) return true;
  const given = name.split(" ").filter((word) => /^\p{Lu}.{2}/u.test(word) && !titles.test(word));
  return !isLabel && given.some((word) => wholeWord(word, "u").test(text));
}
