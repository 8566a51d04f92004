import type { Client } from "pg";
import type { Viewer } from "../../../lib/platform/auth/viewer.ts";
import type { StoryQuery } from "../../../lib/stories/schema.ts";
import { known, tags } from "./data-load.ts";
import type { Call } from "./data-measure.ts";

const idsOf = async (client: Client, kind: number, numbers: number[]): Promise<string[]> => {
  const { rows } = await client.query<{ id: string }>(
    "SELECT bench.id($1, n) AS id FROM unnest($2::bigint[]) WITH ORDINALITY AS t (n, place) ORDER BY place",
    [kind, numbers],
  );
  return rows.map(({ id }) => id);
};

const asViewer = (id: string, number: number, isAdministrator = false): Viewer => ({
  id,
  username: `author-${number}`,
  isAdministrator,
  tokenId: id,
  via: "bearer",
});

/** The reads that a visitor can cause, each with many different arguments. */
export async function readCalls(client: Client, stories: number): Promise<Call[]> {
  const { writeCursor } = await import("../../../lib/stories/feed/cursor.ts");
  const feeds = await import("../../../lib/stories/feed/queries.ts");
  const { readHomeRows } = await import("../../../lib/stories/feed/home-row-queries.ts");
  const { getPublicProfile, getProfile } = await import(
    "../../../lib/stories/feed/profile-queries.ts"
  );
  const opds = await import("../../../lib/discovery/opds/lists.ts");
  const { readWorks } = await import("../../../lib/discovery/opds/work-queries.ts");
  const { shelves } = await import("../../../lib/discovery/opds/urls.ts");
  const { listReadings } = await import("../../../lib/stories/reading/progress-queries.ts");
  const queue = await import("../../../lib/generation/jobs/queue-position-queries.ts");
  const { listShelf } = await import("../../../lib/stories/feed/shelf-queries.ts");
  const single = await import("../../../lib/stories/queries.ts");
  const { getNextStories } = await import("../../../lib/stories/feed/next-stories-queries.ts");
  const { getRemixTree } = await import("../../../lib/stories/remix/tree-queries.ts");
  const { lineageRoot } = await import("../../../lib/pages/lineage-queries.ts");
  const likes = await import("../../../lib/likes/service.ts");
  const { readFeedStories, readOrigins } = await import("../../../lib/discovery/queries.ts");
  const sitemap = await import("../../../lib/discovery/sitemap-queries.ts");
  const audience = await import("../../../lib/media/media-access-queries.ts");
  const reports = await import("../../../lib/reports/queue-queries.ts");
  const own = await import("../../../lib/reports/queries.ts");
  const spending = await import("../../../lib/spending/queries.ts");
  const taken = await import("../../../lib/accounts/export/export-queries.ts");
  const { hasOpenJobs } = await import("../../../lib/generation/queries.ts");
  const { readMetrics } = await import("../../../lib/setup/metrics-queries.ts");

  const somewhere = Array.from(
    { length: 20 },
    (_, n) => 150 + Math.floor(((stories - 200) * n) / 20),
  );
  const ids = await idsOf(client, 2, somewhere);
  const [root = "", long = "", hot = "", chainEnd = ""] = await idsOf(client, 2, [
    known.root,
    known.longStory,
    known.hotStory,
    known.chain.to,
  ]);
  const people = await idsOf(client, 1, [1, 2, 3, 4, 20, 45]);
  const [busyId = "", adminId = "", quietId = "", liker = ""] = people;
  const busy = asViewer(busyId, known.busyAuthor);
  const quiet = asViewer(quietId, known.quietAuthor);
  const administrator = asViewer(adminId, 2, true);
  const { rows: published } = await client.query<{ id: string; at: string; score: number }>(
    `SELECT s.id, to_char(s.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, r.score
      FROM story s JOIN story_rank r ON r.story_id = s.id WHERE s.id = ANY($1)`,
    [ids],
  );
  const files = (
    await client.query<{ file: string }>(
      "SELECT m.sha256 || '.webp' AS file FROM story s JOIN media_object m ON m.id = s.preview_media_id WHERE s.id = ANY($1) ORDER BY s.id",
      [[root, ...ids.slice(0, 9)]],
    )
  ).rows.map(({ file }) => file);

  // Its files are opened once and for all.
  for (const kind of sitemap.sitemapKinds) await sitemap.listChunks(kind);

  const feed = (query: Partial<StoryQuery>) => () =>
    feeds.readFeed(null, { page: 1, limit: 12, sort: "new", ...query });
  const ownFeed = (viewer: Viewer, query: Partial<StoryQuery>) => () =>
    feeds.getFeed(viewer, { page: 1, limit: 12, sort: "new", author: viewer.username, ...query });
  const after = (sort: "new" | "popular", more: Partial<StoryQuery> = {}) =>
    published.map(({ id, at, score }) =>
      feed({
        sort,
        cursor: writeCursor(sort, { key: sort === "new" ? at : String(score), id }),
        ...more,
      }),
    );
  const profile = (username: string, page: number) => () => getPublicProfile(username, page);
  // The last of fifty numbered pages, or the last existing one.
  const last = (covers: number) => Math.min(50, Math.max(1, Math.floor(covers / 24)));
  const listed = Math.floor(stories / 37 / 2);
  const each = <T>(values: T[], work: (value: T) => Promise<unknown>) =>
    values.map((value) => () => work(value));
  const consume = async (rows: AsyncIterable<unknown> | null, most = Number.POSITIVE_INFINITY) => {
    let read = 0;
    for await (const _ of rows ?? []) if (++read >= most) break;
  };
  const tag = (rank: number) => `tag ${rank}`;
  const common = [1, 2, 3, 5, 8].map(tag);
  const middling = [20, 60, 150, 400].map(tag);
  const rare = [1_000, 2_500, tags - 1].map(tag);
  const bothSorts = (names: string[], more: Partial<StoryQuery> = {}) =>
    names.flatMap((name) => [
      feed({ tag: name, ...more }),
      feed({ tag: name, sort: "popular", ...more }),
    ]);
  const pages = [1, 2, 3, 10, 25, 50].filter((page) => page * 12 < stories / 2);
  const list = { statements: 2, ratio: 2 };

  return [
    ...(["new", "popular"] as const).map((sort) => ({
      name: `feed, ${sort}, first page`,
      statements: 2,
      ratio: 1.2,
      buffers: 100,
      variants: [feed({ sort }), feed({ sort, tag: "" })],
    })),
    {
      name: "feed, page 50",
      ...list,
      variants: pages.flatMap((page) => [feed({ page }), feed({ page, sort: "popular" })]),
    },
    { name: "feed, new, by cursor", ...list, buffers: 100, variants: after("new") },
    { name: "feed, popular, by cursor", ...list, buffers: 100, variants: after("popular") },
    { name: "tag, common", ...list, variants: bothSorts(common) },
    { name: "tag, middling", ...list, variants: bothSorts(middling) },
    { name: "tag, rare", ...list, variants: bothSorts(rare) },
    {
      // A small site has few, which no ratio compares.
      name: "by hand",
      statements: 2,
      variants: bothSorts(["", ...common, ...rare], { made: "by-hand" }),
    },
    {
      name: "tag, by cursor",
      ...list,
      variants: [...after("new", { tag: tag(1) }), ...after("popular", { tag: tag(1) })],
    },
    {
      name: "stories of an author, by address",
      statements: 2,
      variants: [
        ...["author-1", "author-3", "author-20"].flatMap((author) => [
          feed({ author }),
          feed({ author, sort: "popular" }),
          feed({ author, tag: tag(1) }),
          feed({ author, tag: tag(300) }),
        ]),
        ...after("new", { author: "author-1" }).slice(0, 5),
      ],
    },
    {
      name: "own stories and drafts",
      statements: 2,
      variants: [busy, quiet].flatMap((viewer) => [
        ownFeed(viewer, {}),
        ownFeed(viewer, { status: "draft" }),
        ownFeed(viewer, { status: "published" }),
        ownFeed(viewer, { tag: tag(1) }),
        ownFeed(viewer, { page: last(listed) }),
      ]),
    },
    { name: "profile of three stories", statements: 2, variants: [profile("author-3", 1)] },
    {
      name: "profile of 27,000 stories",
      statements: 2,
      variants: [1, 20, last(listed)].map((page) => profile("author-1", page)),
    },
    {
      name: "own profile of 27,000 stories",
      statements: 2,
      variants: [1, 20, 50].map((page) => () => getProfile(busy, "author-1", page)),
    },
    { name: "nobody's profile", statements: 1, variants: [profile("nobody-here", 1)] },
    {
      name: "shelf of 27,000 stories",
      statements: 3,
      variants: [1, last(listed)].flatMap((page) => [
        () => listShelf(busy, page),
        ...shelves.map((shelf) => () => opds.readShelf(busy, shelf, page)),
      ]),
    },
    { name: "shelf of three stories", statements: 3, variants: [() => listShelf(quiet, 1)] },
    { name: "readings", statements: 2, variants: each([busy, quiet], listReadings) },
    { name: "list of a reading app", statements: 1, variants: [() => readWorks(null, ids)] },
    {
      name: "place in the queue",
      statements: 2,
      rows: null,
      variants: [() => queue.findQueuePosition(root, "scene", new Date(0))],
    },
    {
      name: "story of 1,200 panels",
      statements: 1,
      rows: 6_000,
      variants: [
        () => single.getReadingStory(long),
        () => single.getStory(busy, long),
        () => single.listScenes(null, long),
      ],
    },
    {
      name: "story",
      statements: 1,
      ratio: 2,
      variants: each(
        published.map(({ id }) => id),
        single.getReadingStory,
      ),
    },
    {
      name: "next stories",
      statements: 1,
      variants: each([hot, ...published.map(({ id }) => id)], (id) => getNextStories(id, 3)),
    },
    { name: "random pictures", statements: 1, variants: [() => single.getRandomImages(12)] },
    {
      name: "likes of the hot story",
      statements: 2,
      variants: each([busy, quiet], (viewer) => likes.getStoryLikes(viewer, hot)),
    },
    {
      name: "remix tree of the root",
      statements: 5,
      variants: [1, 2, 40]
        .filter((page) => page * 12 < stories / 55)
        .map((page) => () => getRemixTree(root, page)),
    },
    {
      name: "remix tree of a chain of thirty",
      statements: 3,
      variants: [() => getRemixTree(chainEnd, 1)],
    },
    { name: "root of a chain of thirty", statements: 1, variants: [() => lineageRoot(chainEnd)] },
    {
      name: "who may see a picture",
      statements: 1,
      variants: [
        ...each(files, audience.findPublicMedia),
        // Asked of what not everybody may see: of the root's picture it never is.
        ...each(files.slice(1), (file) => audience.isOwnedByViewer(quiet, file)),
      ],
    },
    {
      name: "where pictures came from",
      statements: 1,
      rows: 6_000,
      variants: each([long, root], readOrigins),
    },
    { name: "tags", statements: 1, variants: [() => feeds.readTags(), () => feeds.readTags(12)] },
    {
      // The tags, and a row of each of three beside new and liked stories.
      name: "rows of the home page",
      statements: 6,
      variants: [() => readHomeRows(stories)],
    },
    {
      name: "RSS of all and of a tag",
      statements: 1,
      variants: [() => readFeedStories({})],
    },
    {
      name: "RSS of a tag or author",
      statements: 2,
      variants: [
        ...each([...common, ...rare], (name) => readFeedStories({ tag: name })),
        ...each(["author-1", "author-3"], (author) => readFeedStories({ author })),
      ],
    },
    {
      name: "sitemap, index",
      statements: 3,
      rows: null,
      variants: [() => sitemap.listChunks("stories"), () => sitemap.listChunks("authors")],
    },
    {
      name: "sitemap, a thousand stories",
      statements: 2,
      rows: null,
      variants: [1, Math.max(1, Math.floor(stories / 20_000))].map(
        (number) => async () => consume(await sitemap.storiesOfChunk(number), 1),
      ),
    },
    {
      name: "sitemap, a thousand authors",
      statements: 2,
      rows: null,
      variants: [async () => consume(await sitemap.authorsOfChunk(1), 1)],
    },
    { name: "reports that wait", statements: 8, variants: [() => reports.listOpen(administrator)] },
    {
      name: "decisions",
      statements: 6,
      variants: [1, 3].map((page) => () => reports.listDecided(administrator, page)),
    },
    {
      name: "audit log",
      statements: 6,
      variants: [1, 3].map((page) => () => reports.listAuditLog(administrator, page, false)),
    },
    {
      name: "decisions about an account",
      statements: 2,
      variants: each([busy, quiet], (viewer) => own.decisionsAbout(viewer)),
    },
    {
      name: "spending of all",
      statements: 1,
      variants: each(["day", "month"] as const, spending.spentSince),
    },
    {
      name: "spending of an author and of a story",
      statements: 1,
      variants: each([busyId, quietId], spending.spentThisMonth),
    },
    { name: "metrics", statements: 7, rows: null, variants: [readMetrics] },
    { name: "whether anything is painted", statements: 1, variants: [hasOpenJobs] },
    {
      name: "download of the likes of an account",
      statements: 4,
      rows: null,
      variants: each([busyId, liker], taken.ownLikes),
    },
    {
      name: "download, first story of 27,000",
      statements: 31,
      rows: null,
      variants: [() => consume(taken.ownStories(busyId), 1)],
    },
    {
      name: "download, five hundred jobs",
      statements: 1,
      rows: null,
      variants: [
        () => consume(taken.ownJobs(busyId), 1),
        () => consume(taken.ownProviderCalls(busyId), 1),
      ],
    },
  ];
}
