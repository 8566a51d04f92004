import { maxImagePromptLength } from "@/lib/media/schema";

const mark = "Changed since: ";
const withoutStop = (text: string) => text.trim().replace(/[.\s]*$/, "");

/**
 * A portrait that was edited by a prompt stores only that prompt, or several in the order of the
 * edits.
 */
export const promptOfChanges = (changes: readonly string[]): string =>
  changes.map((change) => mark + withoutStop(change)).join(". ");

/** Every edit of the portraits, from the prompts that they store. */
export const changesOf = (prompts: readonly string[]): string[] => [
  ...new Set(
    prompts
      .filter((words) => words.startsWith(mark))
      .map((words) => words.slice(words.lastIndexOf(mark) + mark.length)),
  ),
];

/** Whether the text begins with this sentence and the sentence ends there. */
const begins = (text: string, sentence: string) =>
  text === sentence || text.startsWith(`${sentence}.`) || text.startsWith(`${sentence}\n`);

/**
 * The text before the first edit, then what follows each mark: the edit and the author's additions.
 */
const parts = (words: string) => words.split(mark);

/** The edits that the text mentions. */
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
 * The image prompt after a portrait was edited by a prompt: without the edit, it would paint the
 * earlier state. It stays unchanged where it would become too long.
 */
export function appendChange(before: string, change: string): string {
  const changed = `${withoutStop(before)}. ${mark}${change.trim()}`;
  return changed.length <= maxImagePromptLength ? changed : before;
}

/**
 * The image prompt after another portrait was chosen: among known edits, it contains exactly the
 * edits of the chosen portrait. Other text of the author remains, even after an edit.
 */
export function withChanges(
  before: string,
  requested: readonly string[],
  changes: readonly string[],
): string {
  const [words = "", ...changeTexts] = parts(before);
  const remaining = changeTexts.reduce((all, text) => {
    const change = longest(text, changes);
    if (change === undefined || requested.includes(change)) return all + mark + text;
    return all.trimEnd() + text.slice(change.length).replace(/^\.+/, "");
  }, words);
  const present = changesIn(remaining, changes);
  return requested
    .filter((change) => !present.includes(change))
    .reduce(appendChange, remaining.trim());
}
