import { maxImagePromptLength } from "@/lib/media/schema";

const mark = "Changed since: ";
const withoutStop = (text: string) => text.trim().replace(/[.\s]*$/, "");

/** A portrait that was changed in words keeps these words alone, in the order of the changes. */
export const promptOfChanges = (changes: readonly string[]): string =>
  changes.map((change) => mark + withoutStop(change)).join(". ");

/** Every change that portraits came with, of the words that each of them keeps. */
export const changesOf = (prompts: readonly string[]): string[] => [
  ...new Set(
    prompts
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
  const [, ...changeTexts] = parts(words);
  return changeTexts.flatMap((text) => longest(text, changes) ?? []);
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
export function appendChange(before: string, change: string): string {
  const changed = `${withoutStop(before)}. ${mark}${change.trim()}`;
  return changed.length <= maxImagePromptLength ? changed : before;
}

/**
 * The words once another portrait is shown: of all changes that portraits came with they tell those
 * that are wanted. Whatever else its author wrote stays, also behind a change.
 */
export function withChanges(
  before: string,
  requested: readonly string[],
  changes: readonly string[],
): string {
  const [words = "", ...changeTexts] = parts(before);
  const left = changeTexts.reduce((all, text) => {
    const change = longest(text, changes);
    if (change === undefined || requested.includes(change)) return all + mark + text;
    return all.trimEnd() + text.slice(change.length).replace(/^\.+/, "");
  }, words);
  const present = changesIn(left, changes);
  return requested.filter((change) => !present.includes(change)).reduce(appendChange, left.trim());
}
