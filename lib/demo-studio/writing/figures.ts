import nlp from "compromise";
import { genderOfInvented } from "./names";
import type { KnownEntity } from "./request";
import { type Age, actorRole, ageFrom, type Gender, genderFrom, type Role, roleOf } from "./roles";

/** Somebody who acts in a scene. */
export interface Figure {
  /** Name in the script. */
  name: string;
  /** Name inside a sentence: 'Ines', 'the stranger'. */
  short: string;
  /** What others call them to their face; null where one has no name to call. */
  call: string | null;
  role: Role;
  /** Settled while a text is read: 'his' and 'her' tell what a name does not. */
  gender: Gender;
  /** Settled likewise: whoever is late for school is a child. */
  age: Age;
  known: KnownEntity | null;
  /** What the author says about them: 'young fox', 'girl who can talk to birds'. */
  described: string;
  /** Whether the author gave the name. */
  named: boolean;
}

const honorifics =
  /^(?:captain|detective|inspector|doctor|dr\.?|professor|prof\.?|sheriff|commander|sergeant|general|admiral|king|queen|prince|princess|sir|lady|lord|mr\.?|mrs\.?|ms\.?|miss|master|father|sister|brother|mother|uncle|aunt|grandpa|grandma|officer|agent|old|little|chief|saint|st\.?|the|count|duke)$/iu;
const spelledOut: Record<string, string> = { dr: "Doctor", prof: "Professor" };

/** 'Captain Ines Verne' → 'Ines', 'Detective Harlow' → 'Harlow', 'The Stranger' → 'the stranger'. */
export function shortName(name: string): string {
  if (/^the\s/iu.test(name)) return `the ${name.slice(4).toLowerCase()}`;
  const words = name.split(" ");
  const plain = words.filter((word) => !honorifics.test(word));
  if (plain.length === 0 || plain.length === words.length - 1) {
    if (words.length === 2 && plain.length === 1 && honorifics.test(words[0] ?? "")) return name;
  }
  return plain[0] ?? name;
}

function callName(name: string): string | null {
  if (/^(?:the|a|an)\s/iu.test(name)) return null;
  const words = name.split(" ");
  const title = (words[0] ?? "").replace(/\.$/u, "");
  if (
    words.length > 1 &&
    /^(?:captain|detective|inspector|doctor|dr|professor|prof|sheriff|commander|sergeant|general|admiral|officer|agent|chief|father|sister|uncle|aunt)$/iu.test(
      title,
    )
  ) {
    return spelledOut[title.toLowerCase()] ?? title;
  }
  return /^(?:king|queen|prince|princess|mr|mrs|ms|miss|sir|lady|lord|old|little|count|duke|saint|st)$/iu.test(
    title,
  )
    ? name
    : (words[0] ?? name);
}

/** Gender that a given name tells, if it tells one. */
export function genderOfName(name: string): Gender {
  for (const word of name.split(" ")) {
    const invented = genderOfInvented(word);
    if (invented) return invented;
    const tagged = nlp(word);
    if (tagged.has("#FemaleName")) return "female";
    if (tagged.has("#MaleName")) return "male";
  }
  if (/^(?:king|prince|sir|lord|mr|father|brother|uncle|grandpa|duke|count)\b/iu.test(name))
    return "male";
  if (/^(?:queen|princess|lady|mrs|ms|miss|sister|mother|aunt|grandma)\b/iu.test(name))
    return "female";
  return "neutral";
}

/** The first role that a description names. */
export function roleIn(text: string): Role | null {
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const found = roleOf(word);
    if (found && !/^(?:person|human|friend|friends|player|someone|machine)$/u.test(word))
      return found;
  }
  return null;
}

/** The figure of a character that the story knows. */
export function knownFigure(entity: KnownEntity): Figure {
  const words = `${entity.title}. ${entity.description}. ${entity.imagePrompt}`;
  const role = roleIn(`${entity.title} ${entity.description}`) ?? roleIn(entity.imagePrompt);
  return figure(entity.name, role ?? actorRole("person"), words, true, entity);
}

export function figure(
  name: string,
  role: Role,
  described: string,
  named: boolean,
  known: KnownEntity | null = null,
): Figure {
  const told = genderFrom(described);
  const gender =
    role.gender !== "neutral" ? role.gender : told !== "neutral" ? told : genderOfName(name);
  return {
    name,
    short: shortName(name),
    call: callName(name),
    role,
    gender,
    age: ageFrom(described, role.age, role.nature),
    known,
    described,
    named,
  };
}

/** Creatures that answer in words only among their own kind. */
export const speaks = (one: Figure, to: Figure): boolean =>
  one.role.nature !== "animal" || to.role.nature === "animal";
