import nlp from "compromise";
import english from "./data/english.json";
import { oneOf } from "./english";
import { roleOf } from "./people";

/** One word of a text with compromise's tags; `post` is the text after it. */
type Word = { text: string; lower: string; post: string; tags: Set<string> };

export const has = (word: Word | undefined, ...tags: string[]) =>
  tags.some((tag) => word?.tags.has(tag));

const determiners = oneOf(english.determiners);
const prepositions = oneOf(english.prepositions);
const subordinators = oneOf(english.subordinators);
const astray = oneOf(english.astray);
const deeds = oneOf(english.deeds, "(?:e?s)?");
const joints = /^(?:and|but|then|while|when)$/u;

/** The sentences of a text as words; joined texts and posts restore the text. */
export function sentencesOf(text: string): Word[][] {
  const sentences = nlp(text).json() as {
    terms: { text: string; pre: string; post: string; tags?: string[] }[];
  }[];
  return sentences.map(({ terms }) => {
    const words: Word[] = [];
    for (const { text: own, pre, post, tags = [] } of terms) {
      const last = words.at(-1);
      if (last) last.post += pre;
      if (own === "" && last) {
        // "she's" is two terms, the second without a text: a pronoun and a verb.
        last.post += post;
        for (const tag of tags) last.tags.add(tag);
      } else {
        const lower = own.toLowerCase().replace(/[’']s$/u, "");
        words.push({ text: own, lower, post, tags: new Set(tags) });
      }
    }
    for (const index of words.keys()) correct(words, index);
    return words;
  });
}

/** Verbs that the tagger takes for nouns: "the keeper and her brother row out". */
function correct(words: Word[], index: number): void {
  const [before, word, next] = [words[index - 1], words[index] as Word, words[index + 1]];
  // "Back at the bakery Waldo drops the ring" is not an imperative.
  if (index === 0 && astray.test(word.lower) && prepositions.test(next?.lower ?? ""))
    word.tags = new Set(["Adverb"]);
  const isRole = has(word, "Adjective") && roleOf(word.lower) && !has(next, "Noun", "Adjective");
  if (isRole || (index === 0 && /^(?:rain|snow|fog)$/u.test(word.lower)))
    word.tags = new Set(["Noun", "Singular"]);
  if (!before || !has(word, "Noun") || /^\p{Lu}/u.test(word.text)) return;
  const joint = words.findLastIndex(({ lower }, at) => at < index && joints.test(lower));
  const isClosed = /[,;:.]|[’']s?$/u.test(before.text + before.post) || next?.lower === "of";
  if (isClosed || verbOf(words, joint + 1, index) >= 0) return;
  const isActor = roleOf(before.lower) !== null || has(before, "Person", "ProperNoun");
  const isDeed = deeds.test(word.lower) || (has(next, "Determiner") && !has(word, "Plural"));
  const isSingle = has(before, "Singular", "Infinitive") && !has(before, "Date");
  const isForm =
    isSingle && /[^s]s$/u.test(word.lower) && nlp(`he ${word.lower}`).has("he #PresentTense");
  if (isForm || (isActor && isDeed))
    word.tags = new Set(["Verb", "PresentTense", ...(isForm ? [] : ["Infinitive"])]);
}

/** Words as running text, without surrounding white space and punctuation. */
export const textOf = (words: readonly Pick<Word, "text" | "post">[]): string =>
  trimmed(words.map((word) => word.text + word.post).join(""));
const trimmed = (text: string): string =>
  text.replace(/\s+/gu, " ").replace(/^[\s,;:.–—-]+|[\s,;:.–—-]+$/gu, "");

/** Whether a finite verb is at `index`; "to go", "his walk" and "hidden under" have none. */
function isVerb(words: readonly Word[], index: number): boolean {
  const [before, word] = [words[index - 1], words[index]];
  if (!has(word, "Verb") || has(word, "Particle")) return false;
  if (has(word, "Gerund") && !has(word, "Copula")) return false;
  if (/^(?:to|named|called)$/u.test(before?.lower ?? "") || isCalled(word)) return false;
  if (determiners.test(before?.lower ?? "")) return false;
  return !has(word, "Participle") || has(before, "Auxiliary", "Copula", "Modal", "Verb");
}
const unseen = new RegExp(english.unseen, "iu");
/** Whether a phrase names what is not there: 'no queen', 'without a lamp', 'never sees the ship'. */
export const isDenied = ({ determiner, preposition, start }: Phrase, part: Part): boolean =>
  determiner === "no" ||
  preposition === "without" ||
  (preposition === "" && unseen.test(wordsBetween(part, part.clause.start, start)));

export const isCalled = (word: Word | undefined) => /^(?:named|called)$/u.test(word?.lower ?? "");

/** Index of the main verb between two words; -1 without one. */
function verbOf(words: readonly Word[], from: number, to: number): number {
  let relative = false;
  const comma = words.findIndex((word, index) => index >= from && word.post.includes(","));
  const starts = subordinators.test(words[from]?.lower ?? "") && comma >= 0 && comma < to - 1;
  for (let index = starts ? comma + 1 : from; index < to; index += 1) {
    relative ||= index > from && /^(?:who|which|that|whose)$/u.test(words[index]?.lower ?? "");
    if (!isVerb(words, index)) continue;
    if (!relative) return index;
    // Skips the verb group of the relative clause.
    while (isVerb(words, index + 1) || has(words[index + 1], "Adverb", "Verb")) index += 1;
    relative = false;
  }
  return -1;
}

/** The clauses of a sentence; `verb` is -1 without a verb, `implied` takes the previous subject. */
export function partsOf(words: readonly Word[]) {
  const parts = [];
  let start = 0;
  let implied = false;
  for (let index = 1; index <= words.length; index += 1) {
    const next = clauseAt(words, start, index);
    if (!next && index < words.length) continue;
    // A single word such as 'Rain.' is a picture, not an action.
    const verb: number = index - start > 1 ? verbOf(words, start, index) : -1;
    const clause = { start, end: index, verb, implied };
    parts.push({ words, clause, phrases: phrasesOf(words, start, index) });
    start = next?.start ?? index;
    implied = next?.implied ?? false;
    index = Math.max(index, start);
  }
  return parts;
}

/** The clause that begins at `index`, or null. */
function clauseAt(words: readonly Word[], from: number, index: number) {
  const mark = words[index - 1]?.post ?? "";
  if (/[;–—]/u.test(mark) && index < words.length) return { start: index, implied: false };
  const joint = joints.test(words[index]?.lower ?? "");
  if (!(joint || mark.includes(",")) || verbOf(words, from, index) < 0) return null;
  const isApposed = has(words[index - 1], "ProperNoun") && has(words[index], "Determiner");
  if (!joint && (isApposed || subordinators.test(words[index]?.lower ?? ""))) return null;
  let start = joint ? index + 1 : index;
  while (/^(?:then|and)$/u.test(words[start]?.lower ?? "")) start += 1;
  const first = has(words[start], "Adverb") ? start + 1 : start;
  if (isVerb(words, first)) return { start, implied: !has(words[first], "Pronoun") };
  // A clause of its own has a noun phrase and a finite verb.
  const isEnd = ({ lower, post }: Word) =>
    (prepositions.test(lower) && lower !== "of") || /[,;:]/u.test(post);
  const ahead = words.slice(start, start + 7);
  const verb = ahead.findIndex((_, at) => at > 0 && isVerb(words, start + at));
  const end = ahead.findIndex(isEnd);
  return verb > 0 && (end < 0 || verb <= end) ? { start, implied: false } : null;
}

export type Part = ReturnType<typeof partsOf>[number];
export const wordsBetween = ({ words }: Part, from: number, to: number): string =>
  textOf(words.slice(from, to));

export const isOwn = (determiner: string) => /^(?:his|her|its|their|my|our)$/iu.test(determiner);
export const isNew = (determiner: string) =>
  /^(?:an?|another|one|two|three|four|five)$/u.test(determiner);

/** Every noun phrase of a clause, in order, without pronouns. */
function phrasesOf(words: readonly Word[], from: number, to: number) {
  const isNoun = (index: number) =>
    has(words[index], "Noun") &&
    !has(words[index], "Pronoun", "Gerund") &&
    !determiners.test(words[index]?.lower ?? "");
  const phrases = [];
  let least = from;
  for (let index = from; index < to; index += 1) {
    const head = words[index] as Word;
    const next = words[index + 1];
    // "in the garden Nell reads": a name begins a new phrase.
    const isOther = /^\p{Ll}/u.test(head.text) && /^\p{Lu}/u.test(next?.text ?? "");
    const isLast = index + 1 >= to || /[,;:.!?–—]/u.test(head.post) || !isNoun(index + 1);
    const ends = isLast || (isOther && !roleOf(head.lower));
    if (!isNoun(index) || isVerb(words, index) || !ends) continue;
    let start = index;
    while (start > least && isModifier(words, start - 1)) start -= 1;
    // "the two grandmothers" are two characters.
    while (start > least && determiners.test(words[start - 1]?.lower ?? "")) start -= 1;
    const first = words[start]?.lower ?? "";
    const isFront = words[start - 1]?.lower === "of" && words[start - 2]?.lower === "front";
    const before = isFront ? "in front of" : (words[start - 1]?.lower ?? "");
    const preposition = start > from && (isFront || prepositions.test(before)) ? before : "";
    const text = textOf(words.slice(start, index + 1));
    const determiner = determiners.test(first) ? first : "";
    phrases.push({ start, end: index + 1, head, text, determiner, preposition });
    least = index + 1;
  }
  return phrases;
}
export type Phrase = ReturnType<typeof phrasesOf>[number];

function isModifier(words: readonly Word[], index: number): boolean {
  const word = words[index];
  if (!word || /[,;:–—]/u.test(word.post) || isCalled(word)) return false;
  if (determiners.test(word.lower)) return /[’']s?$/u.test(words[index + 1]?.text ?? "");
  if (has(word, "Noun", "Adjective", "Value"))
    return !has(word, "Pronoun") && !isVerb(words, index);
  const before = words[index - 1]?.lower ?? "";
  return has(word, "Gerund", "Participle", "PastTense") && determiners.test(before);
}
