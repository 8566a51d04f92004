import { minOf } from "@/lib/platform/min-max";
import type { SearchSort } from "./feed-cursor";

// How a search is asked of `story_search`: which words, which part of all stories at a time, and in
// which order what was found stands. Why: docs/decisions/0014-search.md.

/** So many stories are found at most; nobody pages further. */
export const maxResults = 1_000;

/** A word that was typed, and what stories have of it. */
export interface SearchWord {
  word: string;
  /** What nobody has was typed, and this was meant. */
  corrected: string | null;
  /** Known words that begin with it, with about how many stories have each. */
  known: [word: string, stories: number][];
  /** Ids of people in whose names it begins a word, with the number of their stories in public lists. */
  authors: [id: string, stories: number][];
}

/** Found by the database, before it is ordered. */
export interface Candidate {
  id: string;
  listedAt: Date;
  /** 0 (all words as typed in the title) to 7 (in balloons). */
  relevance: number;
  score: number;
}

/** A lexeme as the text of a tsquery has it. */
export const quoteLexeme = (lexeme: string) =>
  `'${lexeme.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;

/** The word that is looked for. */
export const effectiveWord = ({ word, corrected }: SearchWord): string => corrected ?? word;

export interface SearchTerms {
  /** Tsqueries: what must occur. */
  keys: string[];
  /** Tsqueries: all words in the title; there or in tags; there or in the description. */
  places: string[];
  /** A tsquery: all words as they were typed. */
  typed: string;
}

/** `marks` narrow the search, for example `tag:sea`. */
export function searchTerms(words: readonly SearchWord[], marks: readonly string[]): SearchTerms {
  const by = ({ authors }: SearchWord) => authors.map(([id]) => quoteLexeme(`by:${id}`));
  const oneOf = (terms: string[]) => `(${terms.join(" | ")})`;
  const all = (terms: string[]) => terms.join(" & ");
  const within = (label: string) =>
    all(
      words.map((one) =>
        oneOf([`${quoteLexeme(effectiveWord(one))}:*${label}`, ...(label === "A" ? [] : by(one))]),
      ),
    );
  return {
    keys: [
      ...marks.map(quoteLexeme),
      ...words.map((one) => {
        const known = new Set([effectiveWord(one), ...one.known.map(([word]) => word)]);
        return oneOf([...[...known].map(quoteLexeme), ...by(one)]);
      }),
    ],
    places: ["A", "AB", "ABC"].map(within),
    typed: all(words.map((one) => quoteLexeme(effectiveWord(one)))),
  };
}

/** Lowest and highest power of two of a block: the marks `in:<level>:<number>` of `story_search`. */
const levels = { lowest: 11, highest: 20 } as const;
/** Words found in so few stories are looked up among all of them at once. */
const few = 1_000;
/**
 * So are words of which the rarest stands in so many, where all together stand nearly nowhere: each
 * block reads their lists anew, and finds nothing (a million stories, five words: 33 ms instead of 225).
 */
const fewMeeting = 25_000;
/** A first block has about so many stories with all words, as far as chance tells. */
const firstFound = 50;
/**
 * Entries of the index that one search reads at most, about 25 ms of a processor. It is reached where
 * each word stands in more than four of a hundred of a million stories, and all together nearly nowhere.
 */
const maxEntries = 40_000;

/**
 * The parts of all stories in which words are looked for, the newest first and each larger than those
 * before, so that common words are found among a few and rare ones with few questions.
 *
 * @param listed the highest number of a story in public lists, and how many there are
 * @param marked how many stories each mark has that narrows the search
 * @param areTogether words were found together far more often than by chance: nothing is known then
 * @returns marks, the empty one for all stories; `hasAllPictures` is false where the oldest are left out
 */
export function searchBlocks(
  words: readonly SearchWord[],
  { newest, stories }: { newest: number; stories: number },
  marked: readonly number[] = [],
  areTogether = false,
): { blocks: string[]; isWhole: boolean } {
  const counts = words.map(({ known, authors }) =>
    [...known, ...authors].reduce((sum, [, count]) => sum + count, 0),
  );
  const rarest = minOf([...counts, ...marked]);
  const share = [...counts, ...marked].reduce((all, one) => all * Math.min(1, one / stories), 1);
  const isFew = rarest <= few || (rarest <= fewMeeting && share * stories <= maxResults / 2);
  if ((isFew && !areTogether) || stories <= few) return { blocks: [""], isWhole: true };
  const entriesEach = (Math.min(rarest, stories) / stories) * words.length;
  const wanted = areTogether ? 0 : Math.floor(Math.log2(firstFound / share));
  const first = Math.max(levels.lowest, Math.min(levels.highest, wanted));
  const blocks: string[] = [];
  let entries = 0;
  let reach = 0;
  for (let end = Math.floor(newest / 2 ** first) + 1; end > 0; ) {
    let level = 0;
    const isAligned = (next: number) => end % 2 ** next === 0 && 2 ** next <= Math.max(1, reach);
    while (level < levels.highest - first && isAligned(level + 1)) level += 1;
    entries += entriesEach * 2 ** (level + first);
    if (blocks.length > 0 && entries > maxEntries) return { blocks, isWhole: false };
    end -= 2 ** level;
    reach += 2 ** level;
    blocks.push(quoteLexeme(`in:${level + first}:${end / 2 ** level}`));
  }
  return { blocks, isWhole: true };
}

/** A place in a list, in the shape of the feed's cursors. */
export function cursorOf(sort: SearchSort, { id, listedAt, relevance, score }: Candidate) {
  const time = listedAt.toISOString();
  const key = { best: `${relevance}:${time}`, new: time, popular: String(score) }[sort];
  return { key, id };
}

/** The order of a list, and whether it goes on after a place: what is compared first to last. */
const sortKeys = (sort: SearchSort, one: Candidate): [number, number, string] => {
  const time = one.listedAt.getTime();
  if (sort === "best") return [-one.relevance, time, one.id];
  return [sort === "new" ? time : one.score, 0, one.id];
};

function compare(sort: SearchSort, a: Candidate, b: Candidate): number {
  const left = sortKeys(sort, a);
  const right = sortKeys(sort, b);
  for (const [index, value] of left.entries()) {
    const other = right[index] as typeof value;
    if (value !== other) return value > other ? -1 : 1;
  }
  return 0;
}

/** What was found, in the order of a list; of one that goes on, what stands after its place. */
export function sortCandidates(
  sort: SearchSort,
  found: readonly Candidate[],
  after: { key: string; id: string } | null,
): Candidate[] {
  const ordered = found.toSorted((a, b) => compare(sort, a, b));
  if (!after) return ordered;
  const [relevance = "", ...time] = after.key.split(":");
  const place: Candidate = {
    id: after.id,
    listedAt: new Date(sort === "best" ? time.join(":") : sort === "new" ? after.key : 0),
    relevance: sort === "best" ? Number(relevance) : 0,
    score: sort === "popular" ? Number(after.key) : 0,
  };
  return ordered.filter((one) => compare(sort, place, one) < 0);
}
