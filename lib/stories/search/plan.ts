import { minOf } from "@/lib/platform/min-max";
import type { SearchSort } from "../feed/cursor";

// Plans a search of `story_search`: the words, the range of stories of each query, and the order of
// the results. Why: docs/decisions/0014-search.md.

/** Limit of results. */
export const maxResults = 1_000;

/** A typed word and its statistics. */
export interface SearchWord {
  word: string;
  /** The word with which an unknown one was replaced. */
  corrected: string | null;
  /** Known words with this prefix, with the approximate number of stories of each. */
  known: [word: string, stories: number][];
  /** Ids of people with a name that has this prefix, with the number of their public stories. */
  authors: [id: string, stories: number][];
}

/** A match from the database, before sorting. */
export interface Candidate {
  id: string;
  listedAt: Date;
  /** 0 (all words as typed in the title) to 7 (in bubbles). */
  relevance: number;
  score: number;
}

/** A lexeme in the syntax of a tsquery. */
export const quoteLexeme = (lexeme: string) =>
  `'${lexeme.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;

/** The searched word. */
export const effectiveWord = ({ word, corrected }: SearchWord): string => corrected ?? word;

export interface SearchTerms {
  /** Tsqueries that must match. */
  keys: string[];
  /** Tsqueries: all words in the title; in title or tags; in title, tags or description. */
  places: string[];
  /** A tsquery: all words as typed. */
  typed: string;
}

/** `marks` restrict the search, for example `tag:sea`. */
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

/**
 * Lowest and highest power of two of a block: the marks `in:<level>:<number>` of `story_search`.
 */
const levels = { lowest: 11, highest: 20 } as const;
/** Words with at most this many stories are searched in all stories at once. */
const few = 1_000;
/**
 * Words are also searched in all stories at once if the rarest has at most this many stories and
 * hardly any story has all of them. Each block would read their lists again without a match (a
 * million stories, five words: 33 ms instead of 225).
 */
const fewMeeting = 25_000;
/** Expected number of matches in the first block, if the words are independent. */
const firstFound = 50;
/**
 * Index entries that one search reads at most, about 25 ms of CPU time. A search reaches this limit
 * if each word occurs in more than 4 % of a million stories, and almost no story contains all
 * words.
 */
const maxEntries = 40_000;

/**
 * The blocks of stories in which a search looks, the newest first and each larger than the one
 * before, so that common words are found among a few stories and rare ones with few queries.
 *
 * @param listed the highest number of a story in public lists, and their total
 * @param marked the number of stories with each mark that restricts the search
 * @param areTogether the words occur together far more often than by chance: estimates do not hold
 * then
 * @returns marks, the empty one for all stories; `isWhole` is false if the oldest are left out
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

/** A position in a list, in the shape of the feed's cursors. */
export function cursorOf(sort: SearchSort, { id, listedAt, relevance, score }: Candidate) {
  const time = listedAt.toISOString();
  const key = { best: `${relevance}:${time}`, new: time, popular: String(score) }[sort];
  return { key, id };
}

/** The order of a list, and whether an entry comes after a position: sort keys in order. */
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

/** The matches in the order of a list, from a position on where one is given. */
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
