import nlp from "compromise";
import type { Random } from "../painting/random";
import patterns from "./data/patterns.json";
import * as people from "./people";
import { type Figure, figure, type Role, roleIn, roleOf } from "./people";

const reading = (one: string) => new RegExp(one.replace("NAME", patterns.name), "su");
/** 'a baker called Nora'. */
export const called = reading(patterns.called);
/** 'my brother Tom'; 'Vera, an old woman …', 'Nora is a baker' or only a name; 'Vera wears …'. */
const [kin, first, alone] = [patterns.kin, patterns.first, patterns.alone].map(reading);
const sure = new RegExp(patterns.sure, "u");
/** After these words the text may describe another person, or clothes. */
const company = new RegExp(patterns.company, "u");
const article = new RegExp(patterns.article, "giu");

/** The words of a text that identify a character: 'old woman' of ', an old woman with a coat'. */
function whoIn(text: string): string {
  const [head = ""] = text.replace(article, "").split(company);
  const parts = head.trim().split(", ");
  const who = parts.slice(0, parts.findIndex(roleIn) + 1).join(", ");
  return nlp(who).has("^#ProperNoun") ? who : who.replace(/^./u, (letter) => letter.toLowerCase());
}

const isRole = (text: string) => roleOf(text.split(" ").at(-1) ?? "") !== null;

/** The text before the name in a description, the name, and the text after it. */
function named(text: string): string[] {
  for (const pattern of [called, kin, first, alone] as RegExp[]) {
    const [, before = "", own = "", after = ""] = pattern.exec(text) ?? [];
    const isPlain = isRole(own) || nlp(own).has("^#Adjective$");
    const isName = pattern === called || (pattern === kin ? isRole(before) : sure.test(after));
    if (own && (isName || (pattern !== kin && !isPlain))) return [before, own, after];
  }
  return [text, "", ""];
}

/**
 * Subject of a description: the name that it gives, or a fitting one; with a role from its words.
 */
export function subjectOf(text: string, usual: Role, chance: Random): Figure {
  const [before = "", own = "", after = ""] = named(text);
  const who = [after, before, own].map(whoIn).find(Boolean) ?? "";
  const role = roleIn(who) ?? usual;
  const one = figure(own, role, who.toLowerCase() === own.toLowerCase() ? "" : who, own !== "");
  const pronouns = text.match(/\b(?:s?he|h[ei]s|h[ei][rm])\b/giu) ?? [];
  if (one.gender === "neutral") one.gender = people.genderIn(pronouns.join(" "));
  const isOpen = one.gender === "neutral" && role.nature !== "robot";
  if (isOpen) one.gender = people.likelyGender(own, text);
  return own ? one : { ...one, name: people.inventName(role, one.gender, [], chance) };
}
