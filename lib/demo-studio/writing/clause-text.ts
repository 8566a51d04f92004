import type { Cast, ClauseCast } from "./cast";
import type { Clause } from "./clauses";
import { inPresent, joinNames, sentence } from "./english";
import type { Figure } from "./figures";
import { isPreposition, isPronounSubject, textOf, type Word } from "./words";

const possessive = { female: "her", male: "his", neutral: "their" } as const;
const objective = { female: "her", male: "him", neutral: "them" } as const;

const namesOf = (who: ClauseCast) => joinNames(who.subjects.map(({ short }) => short));

/** An order such as 'Find the key': nobody does it yet, so the scene finds it on a note. */
export const isOrder = (clause: Clause, who: ClauseCast): boolean =>
  clause.verb === 0 &&
  !clause.impliedSubject &&
  who.subjects.length === 0 &&
  clause.words.length > 2 &&
  clause.words[0]?.tags.has("Infinitive") === true &&
  !isPreposition(clause.words[0]);

const noteCaption = (clause: Clause): string => `A note says: “${sentence(textOf(clause.words))}”`;

/** The words of the subject, with a name where none stood. */
function subjectText(clause: Clause, who: ClauseCast, opts: CaptionOptions): string {
  const own = textOf(clause.words.slice(clause.subjectStart, clause.verb));
  if (who.naming === "introduce" && opts.introduce) {
    const said = own
      .replace(/^(?:one|another)\s/iu, "a ")
      .replace(/^(?:An?|The)\b/u, (word) => word.toLowerCase());
    return `${namesOf(who)}, ${said},`;
  }
  if (who.naming !== null) return namesOf(who);
  if (own === "" && clause.impliedSubject) return namesOf(who);
  if (opts.first && who.subjects.length > 0 && /^(?:he|she|they)$/iu.test(own)) return namesOf(who);
  return own;
}

interface CaptionOptions {
  /** First clause of the text: a pronoun has nobody to stand for yet. */
  first: boolean;
  introduce: boolean;
  /** Words from here on are left out, because the reader knows them already. */
  end?: number;
}

function clauseText(clause: Clause, who: ClauseCast, opts: CaptionOptions): string {
  const end = opts.end ?? clause.words.length;
  if (clause.verb < 0) return presented(clause, who);
  const lead = textOf(clause.words.slice(0, clause.subjectStart));
  const comma = clause.words[clause.subjectStart - 1]?.post.includes(",") ? "," : "";
  const subject = subjectText(clause, who, opts);
  const predicate = textOf(clause.words.slice(clause.verb, end));
  return [lead === "" ? "" : `${lead}${comma}`, subject, predicate]
    .filter((part) => part !== "")
    .join(" ");
}

/** "A penguin who wants to fly." presents somebody: 'This is Pip, a penguin who wants to fly.' */
function presented(clause: Clause, who: ClauseCast): string {
  const text = textOf(clause.words);
  const [only] = who.present;
  const invented = only && !only.named && !only.known && !/^The /u.test(only.name);
  if (!invented || who.present.length > 1 || !/^an?\s/iu.test(text)) return text;
  return `This is ${only.short}, ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

/** A clause as a caption: the author's words, with names where only a role or nobody stood. */
export function captionOf(clause: Clause, who: ClauseCast, first: boolean, end?: number): string {
  if (isOrder(clause, who)) return noteCaption(clause);
  const long = clauseText(clause, who, { first, introduce: true, end });
  return sentence(
    long.length <= 88 ? long : clauseText(clause, who, { first, introduce: false, end }),
  );
}

/** All clauses as running sentences, as the author joined them. */
export function retoldOf(clauses: readonly Clause[], cast: Cast): string {
  const sentences: string[] = [];
  let number = -1;
  for (const [index, clause] of clauses.entries()) {
    const who = cast.clauses[index] as ClauseCast;
    const opts = { first: index === 0, introduce: true };
    if (clause.sentence !== number) {
      sentences.push(isOrder(clause, who) ? noteCaption(clause) : clauseText(clause, who, opts));
      number = clause.sentence;
      continue;
    }
    const text = clause.impliedSubject
      ? textOf(clause.words.slice(Math.max(0, clause.verb)))
      : clauseText(clause, who, opts);
    const joint = clause.joint === "" ? "," : clause.joint;
    sentences.push(`${sentences.pop() ?? ""}${joint} ${text}`);
  }
  return sentences.map(sentence).join(" ");
}

/** A clause as a picture shows it: who does what, now; without the subject's history. */
export function actionOf(clause: Clause, who: ClauseCast, hero: Figure, end?: number): string {
  if (clause.verb < 0) return "";
  if (isOrder(clause, who)) return `${hero.short} reads a folded note`;
  const verb = clause.words[clause.verb] as Word;
  const words = clause.words.slice(clause.verb + 1, end);
  const own = textOf(clause.words.slice(clause.subjectStart, clause.verb));
  const pronoun = isPronounSubject(clause.words[clause.subjectStart]) || clause.impliedSubject;
  const described = /(?:,|\b(?:named|called|who|which|that)\b)/u.test(own);
  const byName = who.subjects.length > 0 && (pronoun || who.naming !== null || described);
  const plural = byName
    ? who.subjects.length > 1
    : verb.tags.has("Infinitive") ||
      /^(?:are|were|have|do)$/iu.test(verb.text) ||
      / and /u.test(own);
  const rest = asSeen(
    textOf(words),
    who.subjects[0] ?? null,
    /^(?:i|we|my)$/iu.test(own) || /^i[’']/iu.test(verb.text),
  );
  // "Outside stood a boy": the subject comes behind the verb.
  const before = own === "" ? textOf(clause.words.slice(0, clause.verb)) : own;
  return [byName ? namesOf(who) : before, shownVerb(verb, plural), rest]
    .filter((part) => part !== "")
    .join(" ");
}

/** "She's" carries its subject; everything else is put into the present. */
function shownVerb(verb: Word, plural: boolean): string {
  const contraction = /^\p{L}+[’'](s|re|m|ve|ll|d)$/iu.exec(verb.text)?.[1]?.toLowerCase();
  if (contraction && !/n[’']t$/iu.test(verb.text)) {
    if (contraction === "ll") return "will";
    if (contraction === "ve") return plural ? "have" : "has";
    return plural ? "are" : "is";
  }
  return inPresent(verb.text, plural);
}

/** What an 'I' tells is drawn from outside. */
function asSeen(text: string, one: Figure | null, firstPerson: boolean): string {
  if (!one) return text;
  const mine = text
    .replace(/\bmy\b/giu, possessive[one.gender])
    .replace(/\bme\b/giu, objective[one.gender]);
  return firstPerson ? mine.replace(/\bmyself\b/giu, `${objective[one.gender]}self`) : mine;
}
