import type { StoryFacts } from "../../writer";
import type { Chance } from "./chance";
import type { Clause } from "./clauses";
import { titleCase } from "./english";
import { type Figure, figure, knownFigure, roleIn } from "./figures";
import type { Genre } from "./genres";
import { inventName } from "./names";
import { isName, isPlaceName, mentions } from "./naming";
import { isPlaceWord } from "./places";
import { actorRole, type Role, roleOf, singularOf } from "./roles";
import {
  isPlaceholder,
  isPronounSubject,
  type NounPhrase,
  nounPhrases,
  textOf,
  type Word,
} from "./words";

/** Who is in a clause, and whose deed it is. */
export interface ClauseCast {
  present: Figure[];
  subjects: Figure[];
  /** The subject is told by a role alone, so a caption may put the name in: its words. */
  unnamedSubject: { from: number; to: number; text: string; introduce: boolean } | null;
}

export interface Cast {
  /** In order of appearance. */
  figures: Figure[];
  clauses: ClauseCast[];
  /** The author tells it as 'I' or 'we'. */
  firstPerson: boolean;
}

const absentAfter = /^(?:of|about|like|for|from|than|without|against)$/u;
const pairs = /^(?:two|both|couple|pair|twins|siblings|friends|lovers)$/iu;

export class CastReader {
  readonly figures: Figure[] = [];
  private readonly knownFigures: Figure[];
  private last: Figure[] = [];
  private firstPerson = false;

  constructor(
    private readonly story: StoryFacts,
    private readonly genre: Genre,
    private readonly chance: Chance,
  ) {
    this.knownFigures = story.characters.map(knownFigure);
  }

  read(clauses: readonly Clause[]): Cast {
    const read = clauses.map((clause) => this.readClause(clause));
    return { figures: this.figures, clauses: read, firstPerson: this.firstPerson };
  }

  /** Somebody to tell about where the text names nobody: the story's own cast, or somebody new. */
  lead(gender: "female" | "male" | "neutral" = "neutral"): Figure {
    const fitting = this.knownFigures.find((one) => gender === "neutral" || one.gender === gender);
    const known = fitting ?? this.knownFigures[0];
    if (known) return this.enter(known);
    const role = roleIn(this.story.description) ?? {
      ...actorRole("person"),
      age: "young" as const,
    };
    const shown: Role = { ...role, gender: gender === "neutral" ? role.gender : gender };
    const name = inventName(shown, this.genre, this.taken(), this.chance);
    const described = role.noun === "person" ? "" : role.noun;
    return this.enter(figure(name, shown, described, false));
  }

  /** A second one of the story, where 'they' act and nobody is named. */
  companion(): Figure | null {
    const other = this.knownFigures.find((one) => !this.figures.includes(one));
    return other ? this.enter(other) : null;
  }

  /** Somebody of a role that is named by a single word. */
  ofRole(noun: string): Figure[] {
    const role = roleOf(noun);
    if (!role) return [];
    const name = inventName(role, this.genre, this.taken(), this.chance);
    return [this.enter(figure(name, role, noun, false))];
  }

  /** The figure of a name that stands beside a quote. */
  byName(name: string): Figure {
    const lower = name.toLowerCase();
    const match = (one: Figure) =>
      one.name.toLowerCase().split(/\s+/u).includes(lower) || one.name.toLowerCase() === lower;
    const found = this.figures.find(match) ?? this.knownFigures.find(match);
    return this.enter(found ?? figure(name, actorRole("person"), "", true));
  }

  private taken(): string[] {
    return [...this.figures, ...this.knownFigures].map(({ name }) => name);
  }

  private enter(one: Figure): Figure {
    const same = this.figures.find(({ name }) => name === one.name);
    if (same) return same;
    this.figures.push(one);
    return one;
  }

  private readClause(clause: Clause): ClauseCast {
    const present: Figure[] = [];
    const subjects: Figure[] = [];
    let unnamedSubject: ClauseCast["unnamedSubject"] = null;
    const phrases = nounPhrases(clause.words);
    const subjectEnd = Math.max(0, clause.verb);
    for (const [index, phrase] of phrases.entries()) {
      const isSubject =
        phrase.start >= clause.subjectStart && phrase.end <= subjectEnd && !phrase.preposition;
      const found = this.figuresOf(phrase, phrases[index - 1], clause, isSubject);
      for (const one of found) {
        if (!present.includes(one)) present.push(one);
        if (isSubject && !subjects.includes(one)) subjects.push(one);
      }
      const [only] = found;
      if (isSubject && only && !unnamedSubject && !only.named && !isName(phrase)) {
        const text = textOf(clause.words.slice(phrase.start, subjectEnd));
        const introduce = /^(?:an?|one)$/u.test(phrase.determiner ?? "");
        unnamedSubject = { from: phrase.start, to: subjectEnd, text, introduce };
      }
    }
    this.readPronouns(clause, present, subjects);
    if (clause.impliedSubject && subjects.length === 0) subjects.push(...this.last);
    for (const one of subjects) if (!present.includes(one)) present.push(one);
    if (subjects.length > 0) this.last = [...subjects];
    return { present, subjects, unnamedSubject };
  }

  private readPronouns(clause: Clause, present: Figure[], subjects: Figure[]): void {
    for (const [index, word] of clause.words.entries()) {
      const pronoun = /^[a-z]+/u.exec(word.text.toLowerCase())?.[0] ?? "";
      const isSubject =
        subjects.length === 0 && index <= Math.max(0, clause.verb) && isPronounSubject(word);
      const meant = this.meant(pronoun, isSubject);
      for (const one of meant) {
        if (!present.includes(one)) present.push(one);
        if (isSubject && !subjects.includes(one)) subjects.push(one);
      }
    }
  }

  private meant(pronoun: string, isSubject: boolean): Figure[] {
    const recent = [...this.last, ...[...this.figures].reverse()];
    switch (pronoun) {
      case "i":
      case "me":
      case "my":
        this.firstPerson = true;
        return [this.figures[0] ?? this.lead()];
      case "she":
      case "her":
      case "he":
      case "him": {
        const gender = pronoun === "she" || pronoun === "her" ? "female" : "male";
        const found =
          recent.find((one) => one.gender === gender) ??
          recent.find((one) => one.gender === "neutral");
        if (found) return [found];
        return isSubject || this.figures.length === 0 ? [this.lead(gender)] : [];
      }
      case "we":
      case "us":
        this.firstPerson = true;
        return this.several();
      case "they":
      case "them":
        return isSubject || this.figures.length === 0 ? this.several() : [];
      default:
        return [];
    }
  }

  private several(): Figure[] {
    if (this.figures.length === 0) this.lead();
    if (this.figures.length === 1) this.companion();
    return this.figures.slice(0, 3);
  }

  private figuresOf(
    phrase: NounPhrase,
    before: NounPhrase | undefined,
    clause: Clause,
    isSubject: boolean,
  ): Figure[] {
    const owner = /^(.+)[’']s$/u.exec(phrase.determiner ?? "")?.[1];
    const owners = owner && /^\p{Lu}/u.test(owner) ? this.knownByName(owner) : [];
    const text = textOf(clause.words.slice(phrase.start, phrase.end));
    if (/[’']s$/u.test(phrase.head.text)) return this.knownByName(text.replace(/[’']s$/u, ""));
    const byName = this.knownByName(text);
    if (byName.length > 0) return [...owners, ...byName];
    if (isName(phrase) && !isPlaceName(phrase))
      return [...owners, this.namedFigure(phrase, before, clause)];
    return [...owners, ...this.byRole(phrase, clause, isSubject)];
  }

  /** Those whose name, or given name, stands in the text. */
  private knownByName(text: string): Figure[] {
    const found: Figure[] = [];
    for (const one of [...this.figures, ...this.knownFigures]) {
      if (found.some(({ name }) => name === one.name)) continue;
      if (mentions(text, one.name)) found.push(this.enter(one));
    }
    return found;
  }

  private namedFigure(phrase: NounPhrase, before: NounPhrase | undefined, clause: Clause): Figure {
    const words = clause.words.slice(phrase.start, phrase.end);
    const capital = words.findIndex(
      (word) =>
        /^\p{Lu}/u.test(word.text) && !(word.first && !isNameWord(word) && words.length > 1),
    );
    const name = textOf(words.slice(Math.max(0, capital)));
    const parts = [textOf(words.slice(0, Math.max(0, capital)))];
    const link = clause.words[phrase.start - 1];
    // "a young fox named Pip"
    if (link && before && /^(?:named|called)$/u.test(link.lower)) {
      parts.push(textOf(clause.words.slice(before.start, before.end)));
      this.forget(before, clause);
    }
    // "Pip, a young fox, …"
    if (phrase.head.post.startsWith(",")) {
      const next = nounPhrases(clause.words.slice(phrase.end))[0];
      if (next?.start === 0 && /^(?:an?|the)$/u.test(next.determiner ?? "")) {
        parts.push(textOf(clause.words.slice(phrase.end, phrase.end + next.end)));
      }
    }
    const described = bare(parts.filter((part) => part !== "").join(", "));
    const role = roleIn(`${described} ${name}`) ?? actorRole("person");
    return this.enter(figure(name, role, described, true));
  }

  /** "A fox named Pip": what was taken for an unnamed fox a word ago is Pip. */
  private forget(phrase: NounPhrase, clause: Clause): void {
    const described = bare(textOf(clause.words.slice(phrase.start, phrase.end)));
    const index = this.figures.findIndex(
      (one) => !one.named && !one.known && described.startsWith(one.described),
    );
    if (index >= 0) this.figures.splice(index, 1);
  }

  private byRole(phrase: NounPhrase, clause: Clause, isSubject: boolean): Figure[] {
    const head = phrase.head.lower;
    const listed = roleOf(head);
    if (!listed && !(phrase.head.tags.has("Actor") && phrase.determiner)) return [];
    if (isPlaceholder(phrase.head) || (isPlaceWord(head) && !isSubject)) return [];
    const role = listed ?? actorRole(head);
    const noun = singularOf(head);
    const next = clause.words[phrase.end];
    const describesName =
      (next !== undefined && /^(?:named|called)$/u.test(next.lower)) ||
      (this.figures.length > 0 &&
        !isSubject &&
        clause.words[phrase.start - 1]?.post.startsWith(",") === true &&
        /^(?:an?|the)$/u.test(phrase.determiner ?? "") &&
        clause.verb > phrase.end);
    if (describesName) return [];
    const indefinite = /^(?:an?|another|one)$/u.test(phrase.determiner ?? "");
    const already = this.byNoun(noun, phrase, indefinite);
    if (already) return [already];
    if (absentAfter.test(phrase.preposition ?? "") || this.figures.length >= 5) return [];
    const count = phrase.plural ? this.crowdSize(phrase, head) : 1;
    if (count === 0 || (!phrase.determiner && !isSubject && !phrase.plural)) return [];
    const tail =
      isSubject && clause.verb > phrase.end
        ? clause.words.slice(phrase.start, clause.verb)
        : clause.words.slice(phrase.start, phrase.end);
    const described = bare(
      `${textOf(tail)}${!isSubject && phrase.complement ? ` ${phrase.complement}` : ""}`,
    );
    return Array.from({ length: count }, () =>
      this.enter(this.unnamed(role, described, phrase, isSubject)),
    );
  }

  /** Two friends are two figures; an army is part of the picture. */
  private crowdSize(phrase: NounPhrase, head: string): number {
    if (pairs.test(phrase.determiner ?? "") || pairs.test(phrase.modifiers[0] ?? "")) return 2;
    if (/^three$/u.test(phrase.determiner ?? "")) return 3;
    if (pairs.test(head)) return 2;
    return phrase.determiner === null || this.figures.length > 0 ? 0 : 2;
  }

  private unnamed(role: Role, described: string, phrase: NounPhrase, isSubject: boolean): Figure {
    const shown = { ...role, noun: singularOf(phrase.head.lower) };
    if (isSubject || phrase.plural) {
      return figure(
        inventName(shown, this.genre, this.taken(), this.chance),
        shown,
        described,
        false,
      );
    }
    const label = [...phrase.modifiers.slice(-1), phrase.head.text].join(" ");
    return figure(`The ${titleCase(label.toLowerCase())}`, shown, described, false);
  }

  private byNoun(noun: string, phrase: NounPhrase, indefinite: boolean): Figure | null {
    if (phrase.plural) return null;
    const inScene = this.figures.find(
      (one) => one.role.noun === noun || new RegExp(`\\b${noun}\\b`, "iu").test(one.described),
    );
    if (inScene && !indefinite) return inScene;
    const pattern = new RegExp(`\\b${noun}\\b`, "iu");
    const known = this.knownFigures.find(({ known: entity }) => {
      if (!entity) return false;
      if (indefinite) return pattern.test(entity.title) && this.story.scenes.length === 0;
      return pattern.test(`${entity.title} ${entity.description} ${entity.name}`);
    });
    return known ? this.enter(known) : null;
  }
}

const isNameWord = (word: Word) =>
  word.tags.has("ProperNoun") ||
  word.tags.has("Person") ||
  word.tags.has("Honorific") ||
  roleOf(word.lower) !== null;

const bare = (text: string) =>
  text.replace(/^(?:an?|the|one|two|his|her|their|my|our|some)\s+/iu, "");
