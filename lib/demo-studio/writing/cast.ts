import {
  crowdSize,
  describedWords,
  describesName,
  figureByNoun,
  isEquation,
  isToldOf,
  kinOf,
  namedFigure,
  unnamedFigure,
} from "./cast-phrases";
import { type Chance, hashText } from "./chance";
import type { Clause } from "./clauses";
import { type Figure, figure, knownFigure, roleIn } from "./figures";
import type { Genre } from "./genres";
import { inventName } from "./names";
import { isName, isPlaceName, mentions } from "./naming";
import { isPlaceWord } from "./places";
import type { StoryFacts } from "./request";
import { actorRole, type Gender, type Role, roleOf, singularOf } from "./roles";
import { isPlaceholder, isPronounSubject, type NounPhrase, nounPhrases, textOf } from "./words";

/** Who is in a clause, and whose deed it is. */
export interface ClauseCast {
  present: Figure[];
  subjects: Figure[];
  /**
   * How a caption tells the subject: "introduce" puts an invented name in front of the author's
   * words, "name" puts names in their place, null keeps them.
   */
  naming: "introduce" | "name" | null;
}

export interface Cast {
  /** In order of appearance. */
  figures: Figure[];
  clauses: ClauseCast[];
  /** The author tells it as 'I' or 'we'. */
  firstPerson: boolean;
}

const absentAfter = /^(?:of|about|like|for|from|than|without|against)$/u;

export class CastReader {
  readonly figures: Figure[] = [];
  private readonly knownFigures: Figure[];
  private last: Figure[] = [];
  private firstPerson = false;
  /** The 'I' of a text. */
  narrator: Figure | null = null;
  /** 'They' stands for one of them, so nobody is made a she or a he. */
  private plural = false;

  constructor(
    private readonly story: StoryFacts,
    private readonly genre: Genre,
    private readonly chance: Chance,
  ) {
    this.knownFigures = story.characters.map(knownFigure);
  }

  read(clauses: readonly Clause[]): Cast {
    const read = clauses.map((clause) => this.readClause(clause));
    for (const one of this.figures) this.settleGender(one);
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
    let naming: ClauseCast["naming"] = null;
    const phrases = nounPhrases(clause.words);
    if (isPronounSubject(clause.words[clause.subjectStart])) {
      this.readPronouns(clause, present, subjects, clause.subjectStart + 1);
    }
    const subjectEnd = Math.max(0, clause.verb);
    for (const [index, phrase] of phrases.entries()) {
      const isSubject =
        phrase.start >= clause.subjectStart && phrase.end <= subjectEnd && !phrase.preposition;
      const before = this.figures.length;
      const found = this.figuresOf(phrase, phrases[index - 1], clause, isSubject);
      for (const one of found) {
        if (!present.includes(one)) present.push(one);
        if (isSubject && !subjects.includes(one)) subjects.push(one);
      }
      const indefinite = /^(?:an?|one|two|three)$/u.test(phrase.determiner ?? "");
      const invented = found.every(
        (one) => !/^The /u.test(one.name) && (one.known ? indefinite : !one.named),
      );
      if (isSubject && found.length > 0 && invented && naming === null && !isName(phrase)) {
        const isNew = this.figures.length > before;
        if (!isNew) naming = "name";
        else if (indefinite || !phrase.determiner) naming = found.length > 1 ? "name" : "introduce";
      }
    }
    this.readPronouns(clause, present, subjects);
    // Wherever the narrator's own story goes, the narrator is there to see it.
    if (this.narrator && !present.includes(this.narrator)) present.push(this.narrator);
    if (subjects.length > 1 && naming === "introduce") naming = null;
    if (clause.impliedSubject && subjects.length === 0) subjects.push(...this.last);
    for (const one of subjects) if (!present.includes(one)) present.push(one);
    if (subjects.length > 0) this.last = [...subjects];
    return { present, subjects, naming };
  }

  /** A lone figure is whom 'his' and 'her' mean; the rest is settled by the name. */
  private settleGender(one: Figure): void {
    if (one.gender !== "neutral" || one.known || one.role.nature === "robot") return;
    if (this.plural) return;
    one.gender = hashText(one.name) % 2 === 0 ? "female" : "male";
  }

  private readPronouns(
    clause: Clause,
    present: Figure[],
    subjects: Figure[],
    end = clause.words.length,
  ): void {
    for (const [index, word] of clause.words.slice(0, end).entries()) {
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
        this.narrator ??= this.figures[0] ?? this.lead();
        return pronoun === "my" ? [] : [this.narrator];
      case "she":
      case "her":
      case "he":
      case "him":
      case "his": {
        const gender = pronoun === "she" || pronoun === "her" ? "female" : "male";
        const found = this.oneOf(gender, recent);
        if (found) return pronoun === "his" || pronoun === "her" ? [] : [found];
        return isSubject || this.figures.length === 0 ? [this.lead(gender)] : [];
      }
      case "we":
      case "us":
        this.firstPerson = true;
        return this.several();
      case "they":
      case "them":
        if (isSubject && this.figures.length === 1 && this.knownFigures.length < 2)
          this.plural = true;
        return isSubject || this.figures.length === 0 ? this.several() : [];
      default:
        return [];
    }
  }

  /** Whom a pronoun means; somebody of whom nothing was said becomes a she or a he by it. */
  private oneOf(gender: Gender, recent: Figure[]): Figure | null {
    const sure = recent.find((one) => one.gender === gender);
    if (sure) return sure;
    const open = recent.find((one) => one.gender === "neutral" && one.role.nature !== "robot");
    if (open && !open.known) open.gender = gender;
    return open ?? null;
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
      return [
        ...owners,
        this.enter(namedFigure(phrase, before, clause, this.last[0] ?? this.figures[0] ?? null)),
      ];
    return [...owners, ...this.byRole(phrase, before, clause, isSubject)];
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

  private byRole(
    phrase: NounPhrase,
    before: NounPhrase | undefined,
    clause: Clause,
    isSubject: boolean,
  ): Figure[] {
    const head = phrase.head.lower;
    const listed = roleOf(head);
    const byTag = phrase.head.tags.has("Actor") && /^(?:an?|the)$/u.test(phrase.determiner ?? "");
    if (!listed && !byTag) return [];
    if (isPlaceholder(phrase.head) || (isPlaceWord(head) && !isSubject)) return [];
    const role = kinOf(listed ?? actorRole(head), phrase, this.last[0] ?? this.figures[0]);
    const noun = singularOf(head);
    if (describesName(phrase, before, clause)) return [];
    if (isToldOf(phrase, role, clause, this.figures)) return [];
    const described = describedWords(phrase, clause, isSubject);
    const isFirstScene = this.story.scenes.length === 0;
    const known = figureByNoun(
      noun,
      phrase,
      described,
      this.figures,
      this.knownFigures,
      isFirstScene,
    );
    const already = known ? this.enter(known) : null;
    if (already) return [already];
    if (absentAfter.test(phrase.preposition ?? "") || this.figures.length >= 5) return [];
    // "what happened to their father": told about, not there.
    const toldAbout = clause.words
      .slice(Math.max(0, clause.verb), phrase.start)
      .some((word) => /^(?:what|how|why|whether|that|who|which)$/u.test(word.lower));
    if (toldAbout || (isSubject && isEquation(phrase, clause))) return [];
    const isFirst = this.figures.length === 0;
    const count = crowdSize(phrase, isFirst);
    if (count === 0 || (!phrase.determiner && !isSubject && !phrase.plural && clause.verb >= 0))
      return [];
    return Array.from({ length: count }, () =>
      this.enter(
        unnamedFigure(role, phrase, clause, {
          isSubject: isSubject || clause.verb < 0,
          owner: this.last[0] ?? this.figures[0] ?? null,
          isFirst,
          taken: this.taken(),
          genre: this.genre,
          chance: this.chance,
        }),
      ),
    );
  }
}
