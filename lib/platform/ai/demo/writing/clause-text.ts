import type { Cast, ClauseCast } from "./cast";
import type { Clause } from "./clauses";
import { inPresent, joinNames, sentence, thirdPerson, withArticle } from "./english";
import type { Figure } from "./figures";
import type { Setting } from "./settings";
import { isPronounSubject, textOf, type Word } from "./words";

const pronounOf = { female: "her", male: "his", neutral: "their" } as const;

/** Subject, verb and the rest of a clause as words with the author's own punctuation between. */
function predicate(clause: Clause): string {
  return textOf(clause.words.slice(Math.max(0, clause.verb)));
}

/** An order such as 'Find the key': nobody does it yet, so the scene finds it on a note. */
export function noteCaption(clause: Clause, who: ClauseCast): string | null {
  if (!isOrder(clause, who)) return null;
  return `A note says: “${sentence(textOf(clause.words))}”`;
}

export const isOrder = (clause: Clause, who: ClauseCast): boolean =>
  clause.verb === 0 &&
  !clause.impliedSubject &&
  who.subjects.length === 0 &&
  clause.words[0]?.tags.has("Infinitive") === true;

/** "Nell, a girl who can talk to birds," or "Nell" in place of words that name nobody. */
function introduced(who: ClauseCast, long: boolean): string {
  const names = joinNames(who.subjects.map(({ short }) => short));
  const only = who.subjects[0];
  if (!long || !who.unnamedSubject?.introduce || who.subjects.length !== 1 || !only) return names;
  return `${names}, ${who.unnamedSubject.text.replace(/^(?:one|another)\s/iu, "a ")},`;
}

function subjectText(clause: Clause, who: ClauseCast, first: boolean, long: boolean): string {
  const subject = textOf(clause.words.slice(clause.subjectStart, clause.verb));
  if (who.unnamedSubject) return introduced(who, long);
  if (subject === "" && clause.impliedSubject)
    return joinNames(who.subjects.map(({ short }) => short));
  const pronoun = clause.words[clause.subjectStart];
  if (
    first &&
    isPronounSubject(pronoun) &&
    /^(?:he|she|they)$/iu.test(subject) &&
    who.subjects.length > 0
  ) {
    return joinNames(who.subjects.map(({ short }) => short));
  }
  return subject;
}

/** A clause as a caption: the author's words, with names where only a role or nobody stood. */
export function captionOf(clause: Clause, who: ClauseCast, first: boolean): string {
  const captions = [true, false].map((long) => clauseText(clause, who, first, long));
  const [full, brief] = captions as [string, string];
  return sentence(full.length <= 88 ? full : brief);
}

function clauseText(clause: Clause, who: ClauseCast, first: boolean, long: boolean): string {
  if (clause.verb < 0) return textOf(clause.words);
  const lead = textOf(clause.words.slice(0, clause.subjectStart));
  const subject = subjectText(clause, who, first, long);
  const comma = clause.words[clause.subjectStart - 1]?.post.includes(",") ? "," : "";
  return [lead === "" ? "" : `${lead}${comma}`, subject, predicate(clause)]
    .filter((part) => part !== "")
    .join(" ");
}

/** All clauses as running sentences, as the author joined them. */
export function storyOf(clauses: readonly Clause[], cast: Cast, hero: Figure): string {
  const sentences: string[] = [];
  let current = "";
  let number = -1;
  const introducedNames = new Set<string>();
  for (const [index, clause] of clauses.entries()) {
    const who = cast.clauses[index] as ClauseCast;
    const isNew = who.subjects.every(({ name }) => !introducedNames.has(name));
    for (const { name } of who.subjects) introducedNames.add(name);
    if (clause.sentence !== number) {
      sentences.push(sentence(current));
      current = noteCaption(clause, who) ?? ownText(clause, who, index === 0, isNew);
      number = clause.sentence;
    } else {
      const joint = clause.joint || " and";
      const text = clause.impliedSubject ? predicate(clause) : ownText(clause, who, false, isNew);
      current = `${current}${joint.startsWith(",") || joint.startsWith(" ") ? "" : " "}${joint} ${text}`;
    }
  }
  sentences.push(sentence(current));
  const told = sentences.filter((one) => one !== "").join(" ");
  return told === "" ? `${hero.short} is here.` : told;
}

const ownText = (clause: Clause, who: ClauseCast, first: boolean, isNew: boolean) =>
  clauseText(clause, who, first, isNew);

/** A clause as a picture shows it: who does what, now. */
export function actionOf(
  clause: Clause,
  who: ClauseCast,
  hero: Figure,
  setting: Setting | null,
): string {
  const names = who.subjects.map(({ short }) => short);
  if (clause.verb < 0) return topicAction(clause, who, hero, setting);
  if (isOrder(clause, who)) return `${hero.short} reads a folded note`;
  const verb = clause.words[clause.verb] as Word;
  const subject = textOf(clause.words.slice(clause.subjectStart, clause.verb));
  const pronoun = isPronounSubject(clause.words[clause.subjectStart]) || subject === "";
  const own = who.subjects[0];
  if (names.length > 0 && (pronoun || who.unnamedSubject)) {
    const contraction = /^\p{L}+[’'](s|re|m|ve|ll|d)$/iu.exec(verb.text)?.[1];
    const finite = contraction
      ? contraction === "ll"
        ? "will"
        : names.length > 1
          ? "are"
          : "is"
      : verb.text;
    const agreed = names.length === 1 && !verb.tags.has("PastTense") ? thirdPerson(finite) : finite;
    const rest = textOf(clause.words.slice(clause.verb + 1)).replace(
      /\bmy\b/giu,
      own ? pronounOf[own.gender] : "their",
    );
    return inPresent(`${joinNames(names)} ${agreed} ${rest}`.trim());
  }
  return inPresent(textOf(clause.words.slice(clause.subjectStart)));
}

function topicAction(
  clause: Clause,
  who: ClauseCast,
  hero: Figure,
  setting: Setting | null,
): string {
  const text = textOf(clause.words);
  if (who.present.length > 0)
    return `${joinNames(who.present.map(({ short }) => short))} ${who.present.length > 1 ? "stand" : "stands"} there, waiting for what the day will bring`;
  if (setting) return `${hero.short} looks around ${setting.phrase}`;
  const noun = text.toLowerCase();
  const isPlain =
    /^\p{L}+(?: \p{L}+)?$/u.test(noun) && !/^(?:the|an?|my|his|her|some)\b/u.test(noun);
  return `${hero.short} looks at ${isPlain && !noun.endsWith("s") ? withArticle(noun) : noun}`;
}
