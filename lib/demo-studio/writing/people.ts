import nlp from "compromise";
import { hash, type Random } from "../painting/random";
import people from "./data/people.json";
import type { KnownEntity } from "./request";

export type Gender = "female" | "male" | "neutral";
type Age = "child" | "teenager" | "young" | "grown" | "old";

/** Who or what somebody is, as far as a noun tells: 'girl', 'detective', 'fox'. */
export interface Role {
  noun: string;
  gender: Gender;
  age: Age;
  nature: "human" | "animal" | "robot" | "mythical";
}

const roles = new Map<string, Role>(
  people.roles.flatMap((row) => {
    const [kind = "", nouns = ""] = row.split(": ");
    const [gender, age, nature] = kind.split(" ") as [Gender, Age, Role["nature"]];
    return nouns.split(" ").map((noun): [string, Role] => [noun, { noun, gender, age, nature }]);
  }),
);
export const person = roles.get("person") as Role;
const irregular = new Map(
  people.irregular.split(" ").map((pair) => pair.split(":") as [string, string]),
);

/** The role that a noun names, plural forms included; null when it names no person or creature. */
export function roleOf(word: string): Role | null {
  const noun = word.toLowerCase();
  const forms = [
    irregular.get(noun) ?? noun,
    noun.replace(/ies$/u, "y"),
    noun.replace(/e?s$/u, ""),
  ];
  for (const form of [...forms, noun.replace(/s$/u, "")])
    if (roles.has(form)) return roles.get(form) ?? null;
  return null;
}

/** The first role that a description names. */
export const roleIn = (text: string): Role | null =>
  (text.match(/\p{L}+/gu) ?? []).map(roleOf).find((role) => role && role !== person) ?? null;

export const possessive = { female: "her", male: "his", neutral: "their" };

/** Somebody who acts in a scene. */
export interface Figure {
  /** Name in the script. */
  name: string;
  role: Role;
  /** Settled while a text is read: 'his' and 'her' tell what a name does not. */
  gender: Gender;
  age: Age;
  known: KnownEntity | null;
  /** What the author says about them: 'young fox', 'girl who can talk to birds'. */
  described: string;
  /** Whether the author gave the name. */
  named: boolean;
}

export function figure(name: string, role: Role, described: string, named: boolean): Figure {
  const genders = [role.gender, genderIn(described), genderOfName(name)];
  const gender = genders.find((one) => one !== "neutral") ?? "neutral";
  return { name, role, gender, age: ageIn(described, role), known: null, described, named };
}

/** The figure of a character that the story knows. */
export function knownFigure(known: KnownEntity): Figure {
  const words = `${known.title}. ${known.description}`;
  return { ...figure(known.name, roleIn(words) ?? person, words, true), known };
}

/** Age told by the words around a role; its own where they tell none. */
function ageIn(words: string, role: Role): Age {
  const tens = "twen thir for fif six seven eigh nine".split(" ");
  const spelled = /\b(?:in (?:her|his|their) (?:\p{L}+[- ])?|of )(\p{L}+?)t(?:ies|y)\b/iu.exec(
    words,
  );
  const digits = /\b(\d{1,3})[- ]years?[- ]old\b|\bof (\d{2})\b/iu.exec(words);
  const tenth = tens.indexOf(spelled?.[1] ?? "");
  const years = tenth < 0 ? Number(digits?.[1] ?? digits?.[2] ?? 0) : 20 + 10 * tenth;
  const ages: [number, Age][] = [
    [13, "child"],
    [20, "teenager"],
    [30, "young"],
    [60, "grown"],
  ];
  if (years > 0) return ages.find(([below]) => years < below)?.[1] ?? "old";
  if (/\b(?:old|elderly|ancient|retired|(?:gr[ae]y|white)-haired)\b/iu.test(words)) return "old";
  if (/\b(?:teenaged?|adolescent)\b/iu.test(words)) return "teenager";
  // A little robot is not a child, a young girl stays one.
  if (role.nature !== "human" || role.age !== "grown") return role.age;
  if (/\b(?:little|small|tiny)\b/iu.test(words)) return "child";
  return /\byoung\b/iu.test(words) ? "young" : role.age;
}

/** Gender told by pronouns and nouns. */
function genderIn(words: string): Gender {
  const told = words.toLowerCase().match(/\p{L}+/gu) ?? [];
  const votes = told.map((word) =>
    /^(?:she|hers?|mrs|ms|miss)$/u.test(word)
      ? "female"
      : /^(?:he|him|his|mr|sir)$/u.test(word)
        ? "male"
        : roleOf(word)?.gender,
  );
  const count = (gender: Gender) => votes.filter((one) => one === gender).length;
  const balance = count("female") - count("male");
  return balance > 0 ? "female" : balance < 0 ? "male" : "neutral";
}

const names: Record<string, string[]> = Object.fromEntries(
  Object.entries(people.names).map(([kind, list]) => [kind, list.split(" ")]),
);

export function genderOfName(name: string): Gender {
  for (const word of name.split(" ")) {
    if (names.female?.includes(word) || nlp(word).has("#FemaleName")) return "female";
    if (names.male?.includes(word) || nlp(word).has("#MaleName")) return "male";
  }
  return genderIn(name);
}

/** A name that nobody in `taken` bears. Roles with a rank get it in front: 'Captain Reyes'. */
export function inventName(role: Role, gender: Gender, taken: string[], chance: Random): string {
  const ranked = people.ranks.split(" ").includes(role.noun);
  const kind = ranked ? "family" : role.nature === "human" ? gender : role.nature;
  const used = taken.flatMap((name) => name.split(" "));
  const all = names[kind] ?? [];
  const free = all.filter((name) => !used.includes(name));
  const name = chance.pick(free.length > 0 ? free : all);
  return ranked ? `${role.noun.charAt(0).toUpperCase()}${role.noun.slice(1)} ${name}` : name;
}

/** Nobody stays without a gender of whom a picture must be drawn. */
export function settleGender(one: Figure): void {
  if (one.gender === "neutral" && !one.known && one.role.nature !== "robot")
    one.gender = hash(one.name) % 2 === 0 ? "female" : "male";
}

const titles =
  /^(?:captain|detective|inspector|doctor|dr\.?|professor|sheriff|commander|sergeant|general|admiral|king|queen|prince|princess|sir|lady|lord|mrs?\.?|ms\.?|miss|master|father|sister|brother|mother|uncle|aunt|grandpa|grandma|officer|agent|old|little|young|the|of|von|van|de)$/iu;

/** Inside a sentence: 'Captain Ines Verne' → 'Ines', 'The Stranger' → 'the stranger'. */
export function shortName({ name }: { name: string }): string {
  if (/^the\s/iu.test(name)) return `the ${name.slice(4).toLowerCase()}`;
  const words = name.split(" ");
  return words.length < 3 && titles.test(words[0] ?? "")
    ? name
    : (words.find((word) => !titles.test(word)) ?? name);
}

/** The names of figures inside a sentence. */
export function namesOf(figures: readonly { name: string }[]): string {
  const all = figures.map(shortName);
  return all.length < 2 ? (all[0] ?? "") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}

/** A pattern for a word or name that stands by itself, whatever signs it holds. */
export function wholeWord(word: string, flags = "iu"): RegExp {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, flags);
}

/** Whether a text speaks of somebody by their name or given name. */
export function mentions(text: string, name: string): boolean {
  const isLabel = /^the\s/iu.test(name);
  if (wholeWord(isLabel ? name.slice(4) : name).test(text)) return true;
  const given = name.split(" ").filter((word) => /^\p{Lu}.{2}/u.test(word) && !titles.test(word));
  return !isLabel && given.some((word) => wholeWord(word, "u").test(text));
}
