import { longestImagePrompt } from "@/lib/media/schema";

const mark = "Changed since: ";
const withoutStop = (text: string) => text.trim().replace(/[.\s]*$/, "");

/** A portrait that was changed in words keeps these words alone, in the order of the changes. */
export const wordsOfChanges = (changes: readonly string[]): string =>
  changes.map((change) => mark + withoutStop(change)).join(". ");

/** Every change that portraits came with, of the words that each of them keeps. */
export const changesOf = (kept: readonly string[]): string[] => [
  ...new Set(
    kept
      .filter((words) => words.startsWith(mark))
      .map((words) => words.slice(words.lastIndexOf(mark) + mark.length)),
  ),
];

/** Whether it begins with the sentence, and that ends there. */
const begins = (text: string, sentence: string) =>
  text === sentence || text.startsWith(`${sentence}.`) || text.startsWith(`${sentence}\n`);

/** The words before the first change, then what follows each mark: the change and what was added. */
const parts = (words: string) => words.split(mark);

/** Those of the changes that the words tell of. */
export const changesIn = (words: string, changes: readonly string[]): string[] => {
  const [, ...told] = parts(words);
  return told.flatMap((text) => longest(text, changes) ?? []);
};

const longest = (text: string, changes: readonly string[]): string | undefined =>
  changes
    .filter((change) => begins(text, change))
    .toSorted((a, b) => b.length - a.length)
    .at(0);

/**
 * The words that pictures are painted from, once a portrait was changed in words: those before would
 * paint what it was. They stay where they would become too long.
 */
export function changedPrompt(before: string, change: string): string {
  const told = `${withoutStop(before)}. ${mark}${change.trim()}`;
  return told.length <= longestImagePrompt ? told : before;
}

/**
 * The words once another portrait is shown: of all changes that portraits came with they tell those
 * that are wanted. Whatever else its author wrote stays, also behind a change.
 */
export function promptWith(
  before: string,
  wanted: readonly string[],
  changes: readonly string[],
): string {
  const [words = "", ...told] = parts(before);
  const left = told.reduce((all, text) => {
    const change = longest(text, changes);
    if (change === undefined || wanted.includes(change)) return all + mark + text;
    return all.trimEnd() + text.slice(change.length).replace(/^\.+/, "");
  }, words);
  const there = changesIn(left, changes);
  return wanted.filter((change) => !there.includes(change)).reduce(changedPrompt, left.trim());
}
