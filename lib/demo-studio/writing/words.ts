import nlp from "compromise";
import { roleOf } from "./roles";

/** One word of a text with what compromise knows about it. */
export interface Word {
  text: string;
  lower: string;
  pre: string;
  post: string;
  tags: ReadonlySet<string>;
  /** First word of its sentence. */
  first: boolean;
}

interface RawTerm {
  text: string;
  pre: string;
  post: string;
  tags?: string[];
}

/**
 * Sentences of a tidy text as tagged words. Joining `pre + text + post` gives the text back.
 */
export function sentencesOf(text: string): Word[][] {
  const sentences = nlp(text).json() as { terms: RawTerm[] }[];
  return sentences
    .map(({ terms }) => rescueVerb(rescueRoles(wordsOf(terms))))
    .filter((words) => words.length > 0);
}

/** "A young violinist named Elsa": a calling is a noun unless a noun follows. */
function rescueRoles(words: Word[]): Word[] {
  return words.map((word, index) => {
    const adjective = has(word, "Adjective") && roleOf(word.lower) !== null;
    if (!adjective || has(words[index + 1], "Noun", "Adjective")) return word;
    return { ...word, tags: new Set(["Noun", "Actor"]) };
  });
}

const canBeVerb =
  /^(?:row|drink|eat|fish|race|dance|duel|fight|battle|camp|hike|rest|dream|hope|plan|play|sail|drift|march|patrol|hunt|search|cook|climb|walk|talk|run|wait|watch|help|trade|laugh|smile|cry|swim|travel|head|land|return|stare|ride|drive|paint|sleep|work|guard|study|visit|share|plant)(?:e?s)?$/u;

/**
 * "The keeper and her brother row out": where a sentence has no verb, a noun behind somebody who
 * could act is one, if it can be a verb at all.
 */
function rescueVerb(words: Word[]): Word[] {
  const verb = mainVerb(words);
  if (words.length < 3 || (verb >= 0 && verb < 3)) return words;
  const index = words.findIndex((word, at) => {
    const before = words[at - 1];
    if (!before || !has(word, "Noun") || has(word, "ProperNoun", "Person", "Possessive"))
      return false;
    if (!has(before, "Person", "Actor", "ProperNoun") && roleOf(before.lower) === null)
      return false;
    if (/[,;.]/u.test(before.post)) return false;
    // "two sisters inherit a hotel": no preposition between two nouns.
    const next = words[at + 1];
    // "the dragon and the knight drink tea and talk": an earlier verb than the one that was found.
    if (verb >= 0) return at < verb - 1 && canBeVerb.test(word.lower);
    return canBeVerb.test(word.lower) || has(next, "Determiner") || has(next, "Possessive");
  });
  return asVerb(words, index >= 0 ? index : verb < 0 ? lastResort(words) : -1);
}

/** "The sign outside my office flickers": a long sentence has a verb somewhere. */
function lastResort(words: Word[]): number {
  if (words.length < 6) return -1;
  return words.findIndex(
    (word, at) =>
      at > 1 &&
      has(word, "Noun") &&
      /[^s]s$/u.test(word.lower) &&
      nlp(`he ${word.lower}`).has("he #PresentTense"),
  );
}

function asVerb(words: Word[], index: number): Word[] {
  const word = words[index];
  if (!word) return words;
  const plural = /[^s]$/u.test(word.lower);
  const tags = new Set(["Verb", "PresentTense", ...(plural ? ["Infinitive"] : [])]);
  return words.with(index, { ...word, tags });
}

function wordsOf(terms: RawTerm[]): Word[] {
  const words: Word[] = [];
  for (const term of terms) {
    const last = words.at(-1);
    // Contractions are two terms of which the second has no text: "she's" is pronoun and verb.
    if (term.text === "" && last) {
      words[words.length - 1] = {
        ...last,
        post: last.post + term.pre + term.post,
        tags: new Set([...last.tags, ...(term.tags ?? [])]),
      };
      continue;
    }
    words.push({
      text: term.text,
      lower: term.text.toLowerCase().replace(/[’']s$/u, ""),
      pre: term.pre,
      post: term.post,
      tags: new Set(term.tags ?? []),
      first: words.length === 0,
    });
  }
  return words;
}

/** Words as running text, without the white space and the punctuation around them. */
export function textOf(words: readonly Word[]): string {
  return words
    .map((word, index) => (index === 0 ? word.text : word.pre + word.text) + word.post)
    .join("")
    .replace(/\s+/gu, " ")
    .replace(/^[\s,;:.–—-]+|[\s,;:.–—-]+$/gu, "");
}

const has = (word: Word | undefined, ...tags: string[]) =>
  word !== undefined && tags.some((tag) => word.tags.has(tag));

export const isPronounSubject = (word: Word | undefined) =>
  word !== undefined && /^(?:i|you|he|she|it|we|they)(?:[’'].+)?$/u.test(word.text.toLowerCase());

/** Words that name nobody although they stand where a person stands. */
const nobody =
  /^(?:nobody|somebody|someone|everybody|everyone|anyone|anybody|nothing|something|everything|people|one|there|this|that|these|those|who|what|which|where)$/u;
export const isPlaceholder = (word: Word) => nobody.test(word.lower);

/** Whether the word at `index` is the finite verb of a clause. */
export function isFiniteVerb(words: readonly Word[], index: number): boolean {
  const word = words[index];
  const before = words[index - 1];
  if (!has(word, "Verb") || !word) return false;
  if (has(word, "Particle")) return false;
  if (has(word, "Gerund") && !has(word, "Copula")) return false;
  if (before?.lower === "to" || /^(?:named|called)$/u.test(word.lower)) return false;
  if (has(before, "Determiner", "Possessive") && !isPlaceholder(before as Word)) return false;
  // "a door hidden under the ice": a participle behind its noun and in front of a preposition.
  if (has(word, "Participle") && !has(before, "Auxiliary", "Copula", "Modal", "Verb")) return false;
  return true;
}

export const subordinators =
  /^(?:when|while|if|as|after|before|because|since|although|though|once|until|whenever|where|unless)$/u;

/** "When the storm comes, Mara …": the main clause starts behind the comma. */
function behindSubordinate(words: readonly Word[]): number {
  if (!words[0] || !subordinators.test(words[0].lower)) return 0;
  return words.findIndex((word) => word.post.includes(",")) + 1;
}

/** Where the finite verb of the main clause stands; -1 where there is none. */
export function mainVerb(words: readonly Word[]): number {
  let relative = false;
  for (let index = behindSubordinate(words); index < words.length; index += 1) {
    const word = words[index] as Word;
    if (index > 0 && /^(?:who|which|that|whose|whom)$/u.test(word.lower)) relative = true;
    if (!isFiniteVerb(words, index)) continue;
    if (relative) {
      // The verb group of the relative clause: skip to its end.
      while (isFiniteVerb(words, index + 1) || has(words[index + 1], "Adverb", "Verb")) index += 1;
      relative = false;
      continue;
    }
    return index;
  }
  return -1;
}

const determiners =
  /^(?:a|an|the|his|her|its|their|my|our|your|this|that|these|those|some|every|each|another|two|three|four|five|six|seven|several|many|no)$/u;

/** A noun with what stands in front of it. */
export interface NounPhrase {
  /** Index of the first word, determiner included. */
  start: number;
  /** Index behind the head noun. */
  end: number;
  determiner: string | null;
  /** Adjectives and nouns in front of the head. */
  modifiers: string[];
  head: Word;
  plural: boolean;
  /** Preposition right in front, lower case. */
  preposition: string | null;
  /** "of gold" and the like, right behind. */
  complement: string | null;
}

const isModifier = (word: Word) =>
  has(word, "Adjective", "Noun", "Value", "Gerund", "PastTense", "Participle") &&
  !has(word, "Pronoun", "Determiner", "Preposition");

const prepositions =
  /^(?:in|on|at|to|into|onto|through|inside|under|near|across|behind|beside|beneath|below|above|over|outside|around|from|by|along|toward|towards|within|off|past|up|down|between|among|against|beyond|with|without|for|about|of|after|before|during|as|like|until|aboard|via)$/u;
export const isPreposition = (word: Word | undefined) =>
  word !== undefined && prepositions.test(word.lower);

/** Every noun phrase of a sentence, in order; pronouns are none. */
export function nounPhrases(words: readonly Word[]): NounPhrase[] {
  const phrases: NounPhrase[] = [];
  let index = 0;
  while (index < words.length) {
    const phrase = phraseAt(words, index);
    if (phrase) {
      const owner = phrases.at(-1);
      // "in her grandmother's attic": the owner's phrase is the determiner of what is owned.
      if (owner && owner.end === phrase.start && has(owner.head, "Possessive")) {
        phrase.determiner = textOf(words.slice(owner.start, owner.end));
        phrase.preposition = owner.preposition;
      }
      phrases.push(phrase);
      index = phrase.end;
    } else index += 1;
  }
  return phrases;
}

function phraseAt(words: readonly Word[], start: number): NounPhrase | null {
  let index = start;
  let determiner: string | null = null;
  const first = words[index];
  if (!first) return null;
  if (determiners.test(first.lower) || (has(first, "Possessive") && !has(first, "Pronoun"))) {
    determiner = first.text.toLowerCase();
    if (has(first, "Possessive") && !determiners.test(first.lower)) determiner = first.text;
    index += 1;
  }
  const from = index;
  let head = -1;
  while (index < words.length) {
    const word = words[index] as Word;
    if (index > from && determiners.test(word.lower)) break;
    if (/^(?:named|called)$/u.test(word.lower)) break;
    // "a boy holding a watch": the boy, not a kind of holding.
    if (head >= 0 && /ing$/u.test(word.lower) && roleOf((words[head] as Word).lower)) break;
    // "in the year 1888 Inspector Vale": a number behind a noun ends the phrase.
    if (head >= 0 && has(word, "Value")) break;
    const noun = has(word, "Noun") && !has(word, "Pronoun") && !isPlaceholder(word);
    const verb = isFiniteVerb(words, index) && !(determiner && index === from && !noun);
    if (noun && !verb) head = index;
    else if (!isModifier(word) || (verb && head >= 0)) break;
    index += 1;
    if (/[,;:—–.!?]/u.test(word.post)) break;
    if (noun && has(word, "Possessive")) break;
  }
  if (head < 0) return null;
  const headWord = words[head] as Word;
  const before = words[start - 1];
  const of = words[head + 1];
  let complement: string | null = null;
  if (of?.lower === "of" && !/[,;:]/u.test(headWord.post)) {
    const inner = phraseAt(words, head + 2);
    const number = words[head + 2];
    if (inner) complement = `of ${textOf(words.slice(inner.start, inner.end))}`;
    else if (number && has(number, "Value")) complement = `of ${number.text}`;
  }
  return {
    start,
    end: head + 1,
    determiner,
    modifiers: words.slice(from, head).map((word) => word.text),
    head: headWord,
    plural: has(headWord, "Plural"),
    preposition: isPreposition(before) ? (before as Word).lower : null,
    complement,
  };
}
