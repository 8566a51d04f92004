import {
  isFiniteVerb,
  isPreposition,
  isPronounSubject,
  mainVerb,
  sentencesOf,
  subordinators,
  textOf,
  type Word,
} from "./words";

/** One thing that happens: a clause of the prompt. */
export interface Clause {
  words: Word[];
  /** Index of the finite verb; -1 where the clause has none. */
  verb: number;
  /** Where the subject starts; behind 'At night' and the like. */
  subjectStart: number;
  /** The subject is the one of the clause before: 'and opens it'. */
  impliedSubject: boolean;
  /** What stood between this clause and the one before: ', but'. */
  joint: string;
  /** Number of the sentence it comes from. */
  sentence: number;
}

const has = (word: Word | undefined, ...tags: string[]) =>
  word !== undefined && tags.some((tag) => word.tags.has(tag));

const joins = /^(?:and|but|then|yet)$/u;
const parallels = /^(?:when|while|whereupon)$/u;

/** The clauses of a text in order. Subordinate ones stay with their main clause. */
export function clausesOf(text: string): Clause[] {
  return sentencesOf(text).flatMap((words, sentence) => splitSentence(words, sentence));
}

function splitSentence(words: Word[], sentence: number): Clause[] {
  // An order is one thing, however long: 'Find the key and bring it home.'
  if (isOrderSentence(words)) return [clause(words, false, "", sentence)];
  const clauses: Clause[] = [];
  let start = 0;
  let implied = false;
  let joint = "";
  for (let index = 1; index < words.length; index += 1) {
    const cut = boundary(words, start, index);
    if (!cut) continue;
    clauses.push(clause(words.slice(start, index), implied, joint, sentence));
    const mark = /[,;–—]/u.exec((words[index - 1] as Word).post)?.[0] ?? "";
    joint = `${mark} ${textOf(words.slice(index, cut.next))}`.trimEnd();
    start = cut.next;
    implied = cut.implied;
    index = start;
  }
  clauses.push(clause(words.slice(start), implied, joint, sentence));
  return clauses.filter(({ words: kept }) => kept.length > 0);
}

const isOrderSentence = (words: readonly Word[]): boolean =>
  words.length > 2 &&
  mainVerb(words) === 0 &&
  has(words[0], "Infinitive") &&
  !isPreposition(words[0]);

/** Whether a new clause begins at `index`: where its own words start, and whose subject it has. */
function boundary(words: Word[], start: number, index: number) {
  const word = words[index] as Word;
  const before = words[index - 1] as Word;
  const done = words.slice(start, index);
  if (/[;–—]/u.test(before.post)) return { next: index, implied: false };
  if (mainVerb(done) < 0) return null;
  const comma = /,/u.test(before.post);
  const joined = joins.test(word.lower);
  if (subordinators.test((words[start] as Word).lower) && comma && !joined) return null;
  if (!joined && !comma && !parallels.test(word.lower)) return null;
  let next = index;
  while (next < words.length && joins.test((words[next] as Word).lower)) next += 1;
  if (parallels.test(word.lower)) next = index + 1;
  else if (!joined && subordinators.test(word.lower)) return null;
  let verbAt = next;
  while (has(words[verbAt], "Adverb") && verbAt < next + 2) verbAt += 1;
  if (verbAt < words.length && isFiniteVerb(words, verbAt) && !parallels.test(word.lower)) {
    // "and she's" carries its pronoun and its verb in one word.
    return { next, implied: !has(words[verbAt], "Pronoun") };
  }
  return hasOwnSubject(words, next) ? { next, implied: false } : null;
}

/** Whether a noun phrase and a finite verb follow. */
function hasOwnSubject(words: Word[], from: number): boolean {
  for (let index = from; index < Math.min(words.length, from + 7); index += 1) {
    const word = words[index] as Word;
    if (index > from && isFiniteVerb(words, index)) return true;
    if (isPreposition(word) && word.lower !== "of") return false;
    if (!has(word, "Noun", "Determiner", "Adjective", "Pronoun", "Possessive", "Value", "Adverb")) {
      return false;
    }
    if (/[,;:]/u.test(word.post)) return false;
  }
  return false;
}

function clause(words: Word[], impliedSubject: boolean, joint: string, sentence: number): Clause {
  // A single word such as 'Rain.' is a picture, not a deed.
  const verb = words.length === 1 ? -1 : mainVerb(words);
  return { words, verb, subjectStart: subjectStart(words, verb), impliedSubject, joint, sentence };
}

/** Skips what stands in front of the subject: "In 1572,", "At night", "Suddenly". */
function subjectStart(words: Word[], verb: number): number {
  if (verb < 0) return 0;
  let start = 0;
  for (let index = 0; index < verb; index += 1) {
    if (!/,/u.test((words[index] as Word).post)) continue;
    const opener = words[0] as Word;
    if (
      isPreposition(opener) ||
      has(opener, "Adverb", "Date", "Time") ||
      subordinators.test(opener.lower)
    ) {
      start = index + 1;
    }
    break;
  }
  const opener = words[start];
  if (start === 0 && (isPreposition(opener) || has(opener, "Date", "Time"))) {
    // No comma: the subject is the noun phrase right in front of the verb.
    let index = verb - 1;
    while (index > 0 && !isPreposition(words[index])) {
      if (has(words[index], "Determiner", "Possessive") || isPronounSubject(words[index])) break;
      if (has(words[index], "ProperNoun") && !has(words[index - 1], "ProperNoun", "Honorific"))
        break;
      index -= 1;
    }
    start = Math.max(0, isPreposition(words[index]) ? index + 1 : index);
  }
  while (start < verb && has(words[start], "Adverb", "Conjunction")) start += 1;
  return start;
}
