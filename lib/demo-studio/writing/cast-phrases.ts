import type { Chance } from "./chance";
import type { Clause } from "./clauses";
import { titleCase } from "./english";
import { type Figure, figure, roleIn } from "./figures";
import type { Genre } from "./genres";
import { inventName } from "./names";
import { isName, mentions, wholeWord } from "./naming";
import { actorRole, ageFrom, type Role, roleOf, singularOf } from "./roles";
import { type NounPhrase, nounPhrases, textOf, type Word } from "./words";

/** What a noun phrase says about somebody; pure, the reader of the cast keeps the figures. */
const pairs = /^(?:two|both|couple|pair|twins|siblings|lovers)$/iu;

/** Two friends are two figures; an army is part of the picture. */
export function crowdSize(phrase: NounPhrase, isFirst: boolean): number {
  if (!phrase.plural) return 1;
  const head = phrase.head.lower;
  if (pairs.test(phrase.determiner ?? "") || pairs.test(phrase.modifiers[0] ?? "")) return 2;
  if (phrase.determiner === "three") return 3;
  if (pairs.test(head)) return 2;
  return phrase.determiner === null || !isFirst ? 0 : 2;
}

/** Whether a phrase only describes somebody whose name stands beside it. */
export function describesName(
  phrase: NounPhrase,
  before: NounPhrase | undefined,
  clause: Clause,
): boolean {
  const next = clause.words[phrase.end];
  if (next !== undefined && /^(?:named|called)$/u.test(next.lower)) return true;
  const apposed = before?.end === phrase.start && before.head.post.startsWith(",");
  return apposed && isName(before) && /^(?:an?|the)$/u.test(phrase.determiner ?? "");
}

/** "the detective Harlow", "a young fox named Pip", "Pip, a young fox": the name and the rest. */
export function namedFigure(
  phrase: NounPhrase,
  before: NounPhrase | undefined,
  clause: Clause,
  owner: Figure | null,
): Figure {
  const words = clause.words.slice(phrase.start, phrase.end);
  const capital = words.findIndex(
    (word) => /^\p{Lu}/u.test(word.text) && !(word.first && !isNameWord(word) && words.length > 1),
  );
  const name = textOf(words.slice(Math.max(0, capital)));
  const parts = [textOf(words.slice(0, Math.max(0, capital)))];
  const link = clause.words[phrase.start - 1];
  if (link && before && /^(?:named|called)$/u.test(link.lower)) {
    parts.push(textOf(clause.words.slice(before.start, before.end)));
  }
  if (phrase.head.post.startsWith(",") || clause.words[phrase.end]?.lower === "the") {
    const next = nounPhrases(clause.words.slice(phrase.end))[0];
    if (next?.start === 0 && /^(?:an?|the)$/u.test(next.determiner ?? "")) {
      const text = textOf(clause.words.slice(phrase.end, phrase.end + next.end));
      parts.push(next.complement ? `${text} ${next.complement}` : text);
    }
  }
  const described = describedBy(parts, owner);
  const role = roleIn(`${described} ${name}`) ?? roleIn(parts.join(" ")) ?? actorRole("person");
  const aged =
    /^(?:sister|brother|twin)$/u.test(role.noun) && owner ? { ...role, age: owner.age } : role;
  return figure(name, aged, described, true);
}

/** The most telling of what stands around a name: "her brother" of Mara's is 'Mara's brother'. */
function describedBy(parts: readonly string[], owner: Figure | null): string {
  const told = parts.filter((part) => part !== "").at(-1) ?? "";
  const kin = /^(?:his|her|their)\s+((?:\p{L}+\s+)?\p{L}+)$/iu.exec(told)?.[1];
  return kin && owner ? `${owner.short}'s ${kin.toLowerCase()}` : bare(told);
}

/** "a girl who can talk to birds": the words that say who it is, without the article. */
export function describedWords(phrase: NounPhrase, clause: Clause, isSubject: boolean): string {
  const more = /^(?:who|which|that|with|in|from)$/u.test(clause.words[phrase.end]?.lower ?? "");
  const end = isSubject && more && clause.verb > phrase.end ? clause.verb : phrase.end;
  const own = bare(textOf(clause.words.slice(phrase.start, end))).replace(/,$/u, "");
  return phrase.complement && !own.includes(phrase.complement)
    ? `${own} ${phrase.complement}`
    : own;
}

/** How somebody without a name is called in the script. */
export function unnamedFigure(
  role: Role,
  phrase: NounPhrase,
  clause: Clause,
  opts: {
    isSubject: boolean;
    isFirst: boolean;
    owner: Figure | null;
    taken: string[];
    genre: Genre;
    chance: Chance;
  },
): Figure {
  const shown = { ...role, noun: singularOf(phrase.head.lower) };
  const described = describedWords(phrase, clause, opts.isSubject);
  const related = /^(?:his|her|their|my|our)$/u.test(phrase.determiner ?? "");
  // Whom a story begins with gets a name; whom it only meets stays who they are.
  const unknown =
    /^(?:stranger|visitor|guest|monster|ghost|alien|thief|spirit|demon|villain|creature|intruder)$/u;
  const begins =
    opts.isFirst &&
    opts.isSubject &&
    !unknown.test(shown.noun) &&
    /^(?:an?|one)$/u.test(phrase.determiner ?? "");
  const shared = /^(?:and|or)$/u.test(clause.words[phrase.end]?.lower ?? "");
  if (phrase.plural || related || (begins && !shared)) {
    const name = inventName(shown, opts.genre, opts.taken, opts.chance);
    const told = related && opts.owner ? `${opts.owner.short}'s ${described}` : described;
    return figure(name, shown, phrase.plural ? shown.noun : told, false);
  }
  const label = [...phrase.modifiers.slice(-1), phrase.head.text].join(" ");
  return figure(`The ${titleCase(label.toLowerCase())}`, shown, described, false);
}

const isNameWord = (word: Word) =>
  word.tags.has("ProperNoun") ||
  word.tags.has("Person") ||
  word.tags.has("Honorific") ||
  roleOf(word.lower) !== null;

export const bare = (text: string) =>
  text.replace(/^(?:an?|the|one|two|three|his|her|their|my|our|some|another)\s+/iu, "");

const kin =
  /^(?:mother|mum|mom|father|dad|sister|brother|son|daughter|grandmother|grandfather|grandma|grandpa|aunt|uncle|twin)$/u;

/** The mother of a bear is a bear. */
export function kinOf(role: Role, phrase: NounPhrase, owner: Figure | undefined): Role {
  if (!owner || owner.role.nature === "human" || !kin.test(role.noun)) return role;
  if (!/^(?:his|her|its|their)$/u.test(phrase.determiner ?? "")) return role;
  return { ...role, nature: owner.role.nature, species: owner.role.noun };
}

/** "Their rival is the mayor": one person, and the mayor is who. */
export function isEquation(phrase: NounPhrase, clause: Clause): boolean {
  if (!/^(?:his|her|their|my|our|its)$/u.test(phrase.determiner ?? "")) return false;
  if (!clause.words[clause.verb]?.tags.has("Copula")) return false;
  const told = nounPhrases(clause.words.slice(clause.verb + 1))[0];
  return told?.start === 0 && roleOf(told.head.lower) !== null;
}

/** "Bob is a snail": what somebody is who was only a name until now. */
export function isToldOf(
  phrase: NounPhrase,
  role: Role,
  clause: Clause,
  figures: readonly Figure[],
): boolean {
  const copula = /^(?:is|was|[a-z]+[’']s)$/iu.test(clause.words[clause.verb]?.text ?? "");
  const one = [...figures]
    .reverse()
    .find((figure) =>
      clause.words.slice(0, clause.verb).some((word) => mentions(word.text, figure.name)),
    );
  const apart = phrase.start - clause.verb;
  if (
    !copula ||
    !one ||
    one.known ||
    !one.named ||
    apart !== 1 ||
    !/^an?$/u.test(phrase.determiner ?? "")
  )
    return false;
  one.role = role;
  one.described = describedWords(phrase, clause, false);
  one.age = ageFrom(one.described, role.age, role.nature);
  if (one.gender === "neutral") one.gender = role.gender;
  return true;
}

/** Whom a noun means: somebody of this scene, or somebody the story knows. */
export function figureByNoun(
  noun: string,
  phrase: NounPhrase,
  described: string,
  figures: readonly Figure[],
  knownFigures: readonly Figure[],
  isFirstScene: boolean,
): Figure | null {
  if (phrase.plural) return null;
  const indefinite = /^(?:an?|another|one)$/u.test(phrase.determiner ?? "");
  const pattern = wholeWord(noun);
  const inScene = figures.find((one) => one.role.noun === noun || pattern.test(one.described));
  if (inScene && !indefinite) return inScene;
  const known = knownFigures.find(({ known: entity }) => {
    if (!entity) return false;
    if (!indefinite) return pattern.test(`${entity.title} ${entity.description} ${entity.name}`);
    // A scene that is asked for again meets the newcomers of its first answer.
    if (entity.title.toLowerCase() === described.toLowerCase()) return true;
    return pattern.test(entity.title) && isFirstScene;
  });
  return known ?? null;
}
