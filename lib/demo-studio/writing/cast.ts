import type { Random } from "../painting/random";
import english from "./data/english.json";
import { oneOf, titleCase, wholeWord } from "./english";
import * as people from "./people";
import { type Figure, figure, mentions, person, type Role, roleOf, shortName } from "./people";
import { isPlaceWord } from "./places";
import type { Mention } from "./render-mentions";
import type { KnownEntity, StoryFacts } from "./request";
import {
  has,
  isCalled,
  isDenied,
  isNew,
  isOwn,
  type Part,
  type Phrase,
  textOf,
  wordsBetween,
} from "./words";

/** The characters of a clause, and its agents. */
export type ClauseCast = ReturnType<Cast["read"]>;

const counts: Record<string, number> = { two: 2, both: 2, three: 3, four: 3, five: 3, six: 3 };
const bare = (text: string) =>
  text.replace(/^(?:(?:an?|the|one|two|both|three|his|her|its|their|my|our|some|another) )+/iu, "");
const [isMass, isUnknown] = [oneOf(english.mass), oneOf(english.unknown)];
/** An unnamed character of the author: it has a label, or an invented name. */
const isLabel = ({ name }: { name: string }) => /^The /u.test(name);
export const isInvented = (one: Figure) => !one.named && !isLabel(one);

const gone = new RegExp(english.gone, "u");
/** "The queen is gone", "without the queen": a missing character is not shown. */
const isGoneAt = (part: Part, end: number, phrase?: Phrase) =>
  (phrase && isDenied(phrase, part)) || gone.test(wordsBetween(part, end, end + 4));
const elsewhere = /^(?:of|about|like|for|from|than|against|as)$/u;
const nameList =
  /^(?:[\s,:–—]|named|called)*(\p{Lu}\p{L}+(?:,? and |, )\p{Lu}\p{L}+(?:,? and \p{Lu}\p{L}+)?)/u;

/** Extracts the characters of a text, clause by clause: names, callings, relatives and pronouns. */
export class Cast {
  readonly figures: Figure[] = [];
  private readonly known: Figure[];
  private last: Figure[] = [];
  /** The 'I' of a text. */
  narrator: Figure | null = null;

  constructor(
    private readonly story: StoryFacts,
    private readonly chance: Random,
  ) {
    // "The queen bee" adds no queen that the author has not chosen.
    const isMeant = (one: KnownEntity) => this.isWanted(one) || !isLabel(one);
    this.known = story.characters.filter(isMeant).map(people.knownFigure);
  }

  /** Whether the author chose an existing character for the scene. */
  private isWanted = ({ name }: { name: string }) =>
    this.story.cast.length === 0 || this.story.cast.includes(name);

  /** A protagonist where the text names none: from the story's own cast, or a new character. */
  lead(gender: people.Gender = "neutral"): Figure {
    const isFit = (one: Figure) => gender === "neutral" || one.gender === gender;
    const there = this.known.filter((one) => !one.gone);
    const known = there.find(isFit) ?? there[0];
    if (known) return this.enter(known);
    const role = people.roleIn(this.story.description) ?? { ...person, age: "young" };
    return this.invent(gender === "neutral" ? role : { ...role, gender }, role.noun);
  }

  private invent(role: Role, described: string): Figure {
    const one = figure("", role, role.noun === "person" ? "" : described, false);
    const taken = [...this.figures, ...this.known].map(({ name }) => name);
    return this.enter({ ...one, name: people.inventName(role, one.gender, taken, this.chance) });
  }

  private enter(one: Figure): Figure {
    const same = this.figures.find(({ name }) => name === one.name);
    if (!same) this.figures.push(one);
    return same ?? one;
  }

  /** Characters whose name, or given name, occurs in a text. */
  private byName(text: string): Figure[] {
    const found = [...this.figures, ...this.known].filter((one) => mentions(text, one.name));
    return [...new Set(found.map((one) => this.enter(one)))];
  }

  private named = (name: string, role: Role, described: string) =>
    this.byName(name)[0] ?? this.enter(figure(name, role, described, true));

  /** Speaker of a quote: the referent of its name, pronoun or noun, or the other character. */
  speaker(tag: string, there: ClauseCast | undefined, last: Figure | undefined): Figure {
    const all = [...(there?.present ?? []), ...this.figures];
    const others = all.filter((one) => one !== last);
    const noun = tag.split(" ").at(-1) ?? "";
    const isPronoun = /^(?:they|we|i|it|s?he)?$/iu.test(tag);
    const meant = this.meant(/^s?he$/iu.test(tag) ? tag.toLowerCase() : "", true, others)[0];
    if (isPronoun) return meant ?? ((tag === "" && there?.subjects[0]) || others[0] || this.lead());
    const found = this.byName(tag)[0] ?? all.find(({ role }) => role.noun === noun);
    if (found) return found;
    if (/^\p{Lu}/u.test(noun)) return this.named(titleCase(bare(tag)), person, "");
    return this.enter(figure(`The ${titleCase(noun)}`, roleOf(noun) ?? person, noun, false));
  }

  read(part: Part) {
    const { words, clause, phrases } = part;
    const mentions: Mention[] = [];
    const subjects = new Set<Figure>();
    for (let index = clause.start; index < clause.end; index += 1) {
      const phrase = phrases.find(({ start }) => start === index);
      const pronoun = /^[a-z]+/iu.exec(words[index]?.text ?? "")?.[0].toLowerCase() ?? "";
      const isObject = phrase
        ? phrase.preposition !== ""
        : /^(?:h[ie][mr]|them|me|us)$/u.test(pronoun);
      const isSubject = (clause.verb < 0 || index <= clause.verb) && !isObject;
      const who = this.meant(pronoun, isSubject);
      const mention: Mention | null = phrase
        ? this.mentionOf(phrase, part, isSubject)
        : { start: index, end: index + 1, who, as: "pronoun" };
      if (!mention || mention.who.length === 0) continue;
      const isGone = isGoneAt(part, mention.end, phrase);
      for (const one of mention.who) one.gone = isGone;
      if (!isGone) mentions.push(mention);
      if (isSubject && !isGone) for (const one of mention.who) subjects.add(one);
      // "A baker finds a cub behind her oven": it is the baker's oven.
      if (subjects.size > 0) this.last = [...subjects];
      index = mention.end - 1;
    }
    if (clause.implied && subjects.size === 0) for (const one of this.last) subjects.add(one);
    // The narrator is present wherever their own story happens.
    const narrator = this.narrator ? [this.narrator] : [];
    const present = new Set([...mentions.flatMap(({ who }) => who), ...subjects, ...narrator]);
    return { present: [...present], subjects: [...subjects], mentions };
  }

  /** A lone character gets the story's other one as company; every character gets a gender. */
  settle(isAlone: boolean): void {
    const other = this.known.find((one) => !this.figures.includes(one) && this.isWanted(one));
    if (isAlone && this.figures.length < 2 && other) this.enter(other);
    for (const one of this.figures)
      if (one.gender === "neutral" && !one.known && one.role.nature !== "robot")
        one.gender = people.likelyGender(one.name);
  }

  /** The referent of a pronoun; a character without a known gender takes the pronoun's. */
  private meant(pronoun: string, isSubject: boolean, from?: Figure[]): Figure[] {
    if (/^(?:i|me|my)$/u.test(pronoun)) {
      this.narrator ??= this.figures[0] ?? this.lead();
      return pronoun === "my" ? [] : [this.narrator];
    }
    if (/^(?:s?he|him|his|her)$/u.test(pronoun)) {
      const gender = /^(?:she|her)$/u.test(pronoun) ? "female" : "male";
      const all = from ?? [...this.last, ...this.figures.toReversed()];
      const recent = all.filter((one) => !one.gone);
      const sure = recent.find((one) => one.gender === gender);
      const open = recent.find((one) => one.gender === "neutral" && one.role.nature !== "robot");
      if (!sure && open && !open.known) open.gender = gender;
      if (/^(?:his|her)$/u.test(pronoun)) return [];
      return [sure ?? open ?? (isSubject ? this.lead(gender) : [])].flat();
    }
    if (!/^(?:we|us)$/u.test(pronoun) && !(pronoun === "they" && isSubject)) return [];
    if (this.figures.length === 0) this.lead();
    this.settle(true);
    return this.figures.slice(0, 3);
  }

  private mentionOf(phrase: Phrase, part: Part, isSubject: boolean): Mention | null {
    const { start, end, text, determiner } = phrase;
    const owner = /^(.+?)[’']s?(?:\s|$)/u.exec(text)?.[1];
    const who = this.byName(owner ?? text);
    if (who.length > 0 && (!owner || owner.length > text.length - 4))
      return { start, end, who, as: "keep" };
    const given = nameIn(phrase, part);
    if (!given) return given === null ? this.byRole(phrase, part, isSubject) : null;
    // "her brother Otto", "a young fox named Pip", "the retired detective Harlow"
    const before = text.slice(0, text.lastIndexOf(given)).trim();
    const title = part.phrases.find((p) => p.end === start - 1 && isCalled(part.words[p.end]));
    const told = before || (title?.text ?? "");
    const role = people.roleIn(`${told} ${given}`) ?? person;
    const one = this.named(given, role, this.owned(told));
    return { start, end, who: [one], as: determiner ? "describe" : "keep" };
  }

  /** Words for a character without their article; 'her brother' is 'Ada's brother'. */
  private owned(told: string): string {
    const owner = isOwn(told.split(" ")[0] ?? "") && (this.last[0] ?? this.figures[0]);
    return owner ? `${shortName(owner)}'s ${bare(told)}` : bare(told);
  }

  private byRole(phrase: Phrase, part: Part, isSubject: boolean): Mention | null {
    const { start, end, head, determiner, preposition, text } = phrase;
    const { words, clause } = part;
    const { verb } = clause;
    const isActor = has(head, "Actor") && /^(?:an?|the)$/u.test(determiner);
    const role = roleOf(head.lower) ?? (isActor ? { ...person, noun: head.lower } : null);
    if (!role || /[’']s?$/u.test(head.text)) return null;
    const [number = ""] = /\b(?:two|both|three|four|five|six)\b/u.exec(text.toLowerCase()) ?? [];
    const plural = role.noun !== head.lower && has(head, "Plural");
    const next = words[end]?.lower ?? "";
    const hasMore = isSubject && verb > end && /^(?:who|which|that|with|in|from)$/u.test(next);
    const told = hasMore ? verb : end;
    const described = bare(textOf(words.slice(start, told))).replace(head.text, role.noun);
    if (plural) {
      // "Two grandmothers, Ada and Bea, …", "two kids named …": exactly these two.
      const rest = `${head.post}${wordsBetween(part, end, words.length)}`;
      const names = nameList.exec(rest)?.[1]?.split(/,? and |, /u) ?? [];
      const who = names.map((name) => this.named(name, role, described));
      const last = words.findIndex((word, at) => at >= end && word.text === names.at(-1));
      if (who.length > 0) return { start, end: last + 1, who, as: "describe" };
    }
    if (isCalled(words[end]) || this.isOfAnother(phrase, part, role, described)) return null;
    const wanted = plural ? (counts[number] ?? 2) : 1;
    const already = this.already(role.noun, determiner, described, wanted);
    if (already.length >= wanted || (already.length > 0 && !isNew(determiner))) {
      const isFirst = isSubject && isNew(determiner) && already.every(({ known }) => known);
      if (isFirst && !plural) return { start, end: told, who: already, as: "introduce" };
      const isNamed = isFirst || (isSubject && already.every(isInvented));
      return { start, end, who: already, as: isNamed ? "name" : "keep" };
    }
    const isVague = determiner === "" && !isSubject && verb >= 0;
    const isCrowd = plural && !counts[number] && (!isSubject || this.figures.length > 0);
    const isUnwanted = this.story.cast.length > 0 && !isNew(determiner);
    const isAbsent = elsewhere.test(preposition) || isGoneAt(part, end, phrase);
    if (isAbsent || isUnwanted || isVague || isCrowd || this.figures.length >= 5) return null;
    if (plural) {
      const more = Array.from({ length: wanted - already.length }, () =>
        this.invent(role, described),
      );
      const as = counts[number] && isSubject ? "name" : "keep";
      return { start, end, who: [...already, ...more], as };
    }
    if (isOwn(determiner)) {
      this.meant(determiner, false);
      const who = [this.invent(role, this.owned(`${determiner} ${described}`))];
      return { start, end, who, as: "describe" };
    }
    // The first character of a story gets a name; later unnamed ones keep their label.
    const isList = /^(?:and|or)$/u.test(next) || head.post.includes(",");
    const begins = this.figures.length === 0 && isSubject && isNew(determiner) && !isList;
    if (begins && !isUnknown.test(role.noun))
      return { start, end: told, who: [this.invent(role, described)], as: "introduce" };
    const name = titleCase(bare(bare(text).toLowerCase().split(" ").slice(-2).join(" ")));
    const who = [this.enter(figure(`The ${name}`, role, described, false))];
    return { start, end, who, as: "keep" };
  }

  /** "Bob is a snail", "Pip, a young fox, …": the kind of a character so far known only by name. */
  private isOfAnother(phrase: Phrase, part: Part, role: Role, described: string): boolean {
    const { start, end, determiner } = phrase;
    const { words, clause, phrases } = part;
    const before = phrases.findLast((one) => one.end === start);
    const isListed = before?.head.post.includes(",") && clause.verb >= end;
    const isTold = determiner !== "the" && has(words[start - 1], "Copula");
    const isBehind =
      determiner === "the" ||
      (isListed && wordsBetween(part, end - 1, clause.verb + 1).includes(","));
    const whose = isTold ? wordsBetween(part, clause.start, start) : isBehind ? before?.text : "";
    const [subject] = whose ? this.byName(whose) : [];
    if (!subject || subject.known) return subject !== undefined;
    const { gender, name, named } = subject;
    Object.assign(subject, figure(name, role, described, named));
    if (gender !== "neutral") subject.gender = gender;
    return true;
  }

  /** The referents of a noun: characters of this scene, or of the story. */
  private already(noun: string, determiner: string, described: string, wanted: number): Figure[] {
    const pattern = wholeWord(noun);
    const here = this.figures.filter(
      (one) => one.role.noun === noun || (!one.known && pattern.test(one.described)),
    );
    if (here.length > 0 && !isNew(determiner)) return here.slice(0, wanted);
    const isFirst = this.story.scenes.length === 0;
    const known = this.known.filter((one) => {
      const { title = "", description = "" } = one.known ?? {};
      if (!isNew(determiner)) return pattern.test(`${title} ${description} ${one.name}`);
      // A repeated request includes the new characters of its first answer.
      const isSame = title.toLowerCase() === described.toLowerCase();
      return (isSame || (isFirst && pattern.test(title))) && !this.figures.includes(one);
    });
    return known
      .filter(this.isWanted)
      .slice(0, wanted)
      .map((one) => this.enter(one));
  }
}

/** The name that a phrase is or ends in; "" for the name of a location, null without a name. */
function nameIn(phrase: Phrase, part: Part): string | null {
  const { start, end, head, determiner, preposition, text } = phrase;
  const isDay = has(head, "Date", "Month", "WeekDay", "Holiday", "Demonym", "Acronym");
  if (!/^\p{Lu}/u.test(head.text) || isDay) return null;
  const isSure = has(head, "ProperNoun", "Person", "Place") || start > 0 || end - start > 1;
  const acts = part.clause.verb === end || /^(?:and|an?|the)$/u.test(part.words[end]?.lower ?? "");
  const isBare = has(head, "Singular") && !isMass.test(head.lower) && acts;
  const isRole = determiner === "" && end - start === 1 && roleOf(head.lower);
  if ((!isSure && !isBare) || isRole) return null;
  const isAt = /^(?:in|at|into|near|across|through|outside|of)$/u.test(preposition);
  const isThere = isAt && people.genderOfName(text) === "neutral";
  const isPlace = has(head, "Place") || isPlaceWord(head.lower) || isThere;
  const isPlanet = new RegExp(`^(?:${english.celestial})$`, "u").test(head.lower);
  if (isPlanet || (isPlace && !has(head, "Person") && !people.roleIn(text))) return "";
  const own = part.words.slice(start, end);
  const owner = own.findLastIndex((word) => /[’']s?$/u.test(word.text));
  const from = Math.max(owner + 1, determiner ? 1 : 0);
  return textOf(own.slice(own.findIndex((word, at) => at >= from && /^\p{Lu}/u.test(word.text))));
}
