import { storyLimits } from "./limits";

export const tooManyTags = `Maximum of ${storyLimits.tags} tags allowed`;
export const tagTooLong = `A tag must be at most ${storyLimits.tag} characters`;

/** Two tags with one key are the same tag. */
export const tagKey = (tag: string) => tag.toLocaleLowerCase("en");

const letters = new Intl.Collator("en");

/** The most used first, then alphabetically, ignoring case. */
export const byUsage = (
  a: { tag: string; count: number },
  b: { tag: string; count: number },
): number => b.count - a.count || letters.compare(a.tag, b.tag);

interface AddedTags {
  tags: string[];
  /** Text that could not be added stays in the field. */
  rest: string;
  problem: string | null;
}

/** Commas and semicolons of other scripts. */
const signs = ",;،؛、，；";
export const tagSeparator = new RegExp(`[${signs}]`);
const tagEnds = new RegExp(`[${signs}\\n\\r\\t]`);

/** Whether a text is a list of tags. */
export const isTagList = (text: string): boolean => tagEnds.test(text.trim());

/** Adds typed or pasted tags, split at commas, semicolons and line ends. */
export function addTags(tags: readonly string[], text: string): AddedTags {
  const next = [...tags];
  const known = new Set(tags.map(tagKey));
  const rejected: string[] = [];
  let problem: string | null = null;
  for (const part of text.split(tagEnds)) {
    const tag = part.trim().replace(/\s+/g, " ");
    if (tag === "" || known.has(tagKey(tag))) continue;
    if (tag.length > storyLimits.tag) problem ??= tagTooLong;
    else if (next.length >= storyLimits.tags) problem ??= tooManyTags;
    else {
      known.add(tagKey(tag));
      next.push(tag);
      continue;
    }
    rejected.push(tag);
  }
  return { tags: next, rest: rejected.join(", "), problem };
}
