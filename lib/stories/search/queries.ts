import "server-only";
import { mediaJson } from "@/lib/media/media-queries";
import { db, escapeLike, Prisma } from "@/lib/platform/db";
import { mapReadableRows } from "@/lib/platform/map-rows";
import { coverColumns, coverTables } from "../feed/cover-queries";
import { type FeedCursor, type SearchSort, writeCursor } from "../feed/cursor";
import { type AuthorRow, type CoverRow, toCard, toStoryAuthor } from "../feed/story-rows";
import type { Search, StoryPage, TagCount } from "../schema";
import { excerptAround, highlightWords } from "./highlight";
import {
  type Candidate,
  cursorOf,
  effectiveWord,
  maxResults,
  quoteLexeme,
  type SearchTerms,
  type SearchWord,
  searchBlocks,
  searchTerms,
  sortCandidates,
} from "./plan";
import { nearestWord } from "./spelling";

/** Limit of words in a search; further words hardly narrow the result. */
const maxWords = 12;
/** Known words tried for a typed prefix. */
const maxCompletions = 16;
/** People whose stories match by their author's name. */
const maxAuthors = 20;

interface SearchRequest {
  q: string;
  sort: SearchSort;
  tag: string | undefined;
  author: string | undefined;
  made: "by-hand" | undefined;
  page: number;
  limit: number;
  after: FeedCursor | null;
}

const emptyPage = (page: number, words: readonly SearchWord[] = []): StoryPage => ({
  stories: [],
  pagination: { page, pages: 0, total: 0, nextCursor: null },
  search: {
    correctedTo: null,
    // A correction without results may be a word of private stories only, so it is not shown.
    words: words.map(({ word }) => word),
    isWhole: true,
    excerpts: {},
    tags: [],
    people: [],
  },
});

/**
 * Stories of public lists that match all words of `q` as prefixes, in titles, tags, descriptions,
 * bubbles or their authors' names; at most 1,000. Five statements, two more where a word is
 * corrected, one more for a filter by tag, author or by hand, one more for words that occur
 * together.
 */
export async function searchStories(request: SearchRequest): Promise<StoryPage> {
  const { q, sort, tag, author, made, page, limit, after } = request;
  const [words, listed] = await Promise.all([readWords(q), readListing()]);
  const marks = await readMarks(tag, author, made);
  if (words.length === 0 || !words.every(isKnown)) return emptyPage(page, words);

  const stories = marks.map((mark) => mark.stories);
  const terms = searchTerms(
    words,
    marks.map(({ mark }) => mark),
  );
  let { blocks, isWhole } = searchBlocks(words, listed, stories);
  let found = await readCandidates(terms, blocks, sort);
  // Not necessarily the newest matches, as the words belong together.
  if (blocks[0] === "" && found.length >= maxResults) {
    ({ blocks, isWhole } = searchBlocks(words, listed, stories, true));
    found = await readCandidates(terms, blocks, sort);
  }

  const rest = sortCandidates(sort, found, after).slice(after ? 0 : (page - 1) * limit);
  const shown = rest.slice(0, limit);
  const rows = await readCovers(shown);
  // A correction is shown only if a public story contains it.
  const texts = words.map(found.length > 0 ? effectiveWord : ({ word }) => word);
  const last = shown.at(-1);
  const hasMore = rest.length > limit && last !== undefined;
  const answers = after || page > 1 ? { tags: [], people: [] } : await readSuggestions(q, words);
  return {
    stories: mapReadableRows(rows, toCard),
    pagination: {
      page,
      pages: Math.ceil(found.length / limit),
      total: found.length,
      nextCursor: hasMore ? writeCursor(sort, cursorOf(sort, last)) : null,
    },
    search: {
      correctedTo:
        found.length > 0 && words.some(({ corrected }) => corrected) ? texts.join(" ") : null,
      words: texts,
      isWhole: isWhole || found.length >= maxResults,
      excerpts: excerptsOf(rows, texts),
      ...answers,
    },
  };
}

const readCandidates = (
  { keys, places, typed }: SearchTerms,
  blocks: readonly string[],
  sort: SearchSort,
) => db.$queryRaw<Candidate[]>`
  SELECT c.story_id AS id, c.listed_at AS "listedAt", c.relevance,
    ${sort === "popular" ? Prisma.sql`coalesce(r.score, 0)` : Prisma.sql`0`}::float8 AS score
  FROM search_candidates(${keys}, ${blocks}, ${places}, ${typed}, ${maxResults}) c
  ${sort === "popular" ? Prisma.sql`LEFT JOIN story_rank r ON r.story_id = c.story_id` : Prisma.empty}`;

/** Counts stories made by hand up to this number; beyond it the planner's estimate is used. */
const maxCounted = 1_000;

/**
 * The marks that restrict a search to a tag, an author or stories made by hand, with the
 * approximate number of public stories with each.
 */
async function readMarks(
  tag: string | undefined,
  author: string | undefined,
  made: "by-hand" | undefined,
): Promise<{ mark: string; stories: number }[]> {
  if (!tag && author === undefined && !made) return [];
  return db.$queryRaw<{ mark: string; stories: number }[]>`
    SELECT 'tag:' || asked.tag AS mark,
      coalesce((SELECT count FROM total WHERE key = 'tag:' || asked.tag), 0) AS stories
    FROM (SELECT ${tag ?? ""}::text AS tag) asked WHERE asked.tag <> ''
    UNION ALL SELECT 'by:' || coalesce(u.id::text, ''), coalesce(n.listed_stories, 0)
    FROM (SELECT ${author ?? ""}::text AS name) asked
    LEFT JOIN user_account u ON u.username = asked.name::citext
    LEFT JOIN author_stat n ON n.user_id = u.id WHERE asked.name <> ''
    UNION ALL SELECT 'made:by-hand', CASE WHEN c.count < ${maxCounted} THEN c.count
      ELSE greatest(c.count, (SELECT reltuples::int FROM pg_class
        WHERE oid = 'story_by_hand_idx'::regclass)) END
    FROM (SELECT count(*)::int AS count FROM (
      SELECT FROM story WHERE status = 'published' AND made_by_hand LIMIT ${maxCounted}) x) c
    WHERE ${made !== undefined}`;
}

/** SQL: whether a row `x` of `story_search` matches all words of a text as prefixes. */
export const matchesEveryWord = (q: string) => Prisma.sql`x.words @@ (
  SELECT string_agg(quote_literal(left(word, 100)) || ':*', ' & ')::tsquery
  FROM regexp_split_to_table(search_words(${q}, false), ' ') word WHERE word <> '')`;

/** The typed words with their statistics; unknown words are replaced by similar ones. */
async function readWords(q: string): Promise<SearchWord[]> {
  const words = await lookUp(Prisma.sql`
    SELECT left(word, 100) AS word, min(place) AS place
    FROM regexp_split_to_table(search_words(${q}, false), ' ') WITH ORDINALITY typed (word, place)
    WHERE word <> '' GROUP BY 1 ORDER BY 2 LIMIT ${maxWords}`);
  const unknown = words.filter((word) => !isKnown(word)).map(({ word }) => word);
  if (unknown.length === 0) return words;
  const similar = await db.$queryRaw<{ typed: string; words: [string, number][] }[]>`
    SELECT t.typed, json_agg(json_build_array(s.word, s.stories)) AS words
    FROM unnest(${unknown}::text[]) t (typed) CROSS JOIN LATERAL search_similar(t.typed) s GROUP BY 1`;
  const meantBy = new Map(similar.map((one) => [one.typed, nearestWord(one.typed, one.words)]));
  const known = await lookUp(Prisma.sql`
    SELECT word, 1 AS place FROM unnest(${[...meantBy.values()].filter(isText)}::text[]) word`);
  return words.map((typed) => {
    const found = known.find(({ word }) => word === meantBy.get(typed.word));
    return found ? { ...found, word: typed.word, corrected: found.word } : typed;
  });
}

const isText = (text: string | undefined) => text !== undefined;

/** @param words SQL of rows of a word and its position in the query */
const lookUp = (words: Prisma.Sql) => db.$queryRaw<SearchWord[]>`
  SELECT t.word, NULL AS corrected,
    (SELECT coalesce(json_agg(json_build_array(k.word, k.stories)), '[]') FROM (
      -- The most frequent of the first 200 common words with this prefix, and the first of all.
      (SELECT w.word, w.stories FROM search_word w
        WHERE w.word >= t.word AND w.word < t.word || chr(1114111) AND w.stories >= 20
        ORDER BY w.word LIMIT 200)
      UNION (SELECT w.word, w.stories FROM search_word w
        WHERE w.word >= t.word AND w.word < t.word || chr(1114111) AND w.stories > 0
        ORDER BY w.word LIMIT ${maxCompletions})
      ORDER BY stories DESC, word LIMIT ${maxCompletions}) k) AS known,
    (SELECT coalesce(json_agg(json_build_array(a.id, a.stories)), '[]') FROM (
      SELECT u.id, u.stories
      -- Matched first, then looked up: in a join the planner would read the counters of all authors.
      FROM (SELECT id, (SELECT n.listed_stories FROM author_stat n WHERE n.user_id = id) AS stories
        FROM user_account WHERE hidden_at IS NULL AND search_words @@ (quote_literal(t.word)
          || CASE WHEN length(t.word) < 3 THEN '' ELSE ':*' END)::tsquery OFFSET 0) u
      WHERE u.stories > 0
      ORDER BY u.stories DESC, u.id LIMIT ${maxAuthors}) a) AS authors
  FROM (${words}) t ORDER BY t.place`;

const isKnown = ({ known, authors }: SearchWord) => known.length + authors.length > 0;

/** The highest number of a story in public lists, and their total. */
async function readListing(): Promise<{ newest: number; stories: number }> {
  const [row] = await db.$queryRaw<{ newest: bigint; stories: number }[]>`
    SELECT last_value AS newest, coalesce((SELECT count FROM total WHERE key = 'feed'), 0) AS stories
    FROM story_listing_seq`;
  return { newest: Number(row?.newest ?? 0), stories: row?.stories ?? 0 };
}

interface FoundRow extends CoverRow {
  /** Texts of bubbles. */
  said: string;
}

/** Covers in the order of the result, with texts of bubbles where only those match. */
async function readCovers(found: readonly Candidate[]): Promise<FoundRow[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const saying = found.filter(({ relevance }) => relevance >= 6).map(({ id }) => id);
  return db.$queryRaw<FoundRow[]>`
    SELECT ${coverColumns}, coalesce((
        SELECT left(string_agg(b.bubble ->> 'text', ' ' ORDER BY c.scene_number, p.panel_number), 50000)
        FROM scene c JOIN panel p ON p.scene_id = c.id
          CROSS JOIN LATERAL jsonb_array_elements(p.text_bubbles) b (bubble)
        WHERE c.story_id = s.id AND s.id = ANY(${saying}::uuid[])), '') AS said
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY found (id, place) JOIN ${coverTables} ON s.id = found.id
    ORDER BY found.place`;
}

/** The excerpt of the description, else of a bubble, with words that the title lacks. */
function excerptsOf(rows: readonly FoundRow[], words: readonly string[]): Search["excerpts"] {
  const excerpts: Search["excerpts"] = {};
  for (const { id, title, description, said } of rows) {
    if (highlightWords(title, words).some(({ isMatch }) => isMatch)) continue;
    const excerpt = excerptAround(description, words) ?? excerptAround(said, words);
    if (excerpt) excerpts[id] = excerpt;
  }
  return excerpts;
}

/** Tags and people that match the query. */
async function readSuggestions(
  q: string,
  words: readonly SearchWord[],
): Promise<Pick<Search, "tags" | "people">> {
  const beginning = escapeLike(`tag:${q}`.toLowerCase());
  const names = words
    .map(
      (word) => `${quoteLexeme(effectiveWord(word))}${effectiveWord(word).length < 3 ? "" : ":*"}`,
    )
    .join(" & ");
  const [row] = await db.$queryRaw<
    { tags: TagCount[]; people: (AuthorRow & { storyCount: number })[] }[]
  >`
    SELECT
      (SELECT coalesce(json_agg(json_build_object('tag', substr(t.key, 5), 'count', t.count)), '[]')
        FROM (SELECT key, count FROM total WHERE key LIKE 'tag:%' AND lower(key) LIKE ${`${beginning}%`}
          AND count > 0 ORDER BY count DESC, lower(key), key LIMIT 8) t) AS tags,
      (SELECT coalesce(json_agg(json_build_object('id', p.id, 'username', p.username,
          'firstName', p.first_name, 'lastName', p.last_name, 'avatar', p.avatar, 'storyCount', p.stories)), '[]')
        FROM (SELECT u.id, u.username, u.first_name, u.last_name, ${mediaJson("ua")} AS avatar,
            n.listed_stories AS stories
          FROM (SELECT * FROM user_account
              WHERE search_words @@ ${names}::tsquery AND hidden_at IS NULL OFFSET 0) u
            JOIN author_stat n ON n.user_id = u.id
            LEFT JOIN media_object ua ON ua.id = u.avatar_media_id
          WHERE n.listed_stories > 0
          ORDER BY n.listed_stories DESC, u.id LIMIT 6) p) AS people`;
  const people = (row?.people ?? []).map((person) => ({
    ...toStoryAuthor(person),
    storyCount: person.storyCount,
  }));
  return { tags: row?.tags ?? [], people };
}
