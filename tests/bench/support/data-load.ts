import { withConnection } from "../../../prisma/postgres/connection.ts";

/** Stories that stand for a kind of burden, by their number; authors by theirs. */
export const known = {
  /** Has one story of 37: 27,000 of a million, half of them drafts. */
  busyAuthor: 1,
  /** Has three, numbers 11 to 13. */
  quietAuthor: 3,
  /** The author with the most likes. */
  hotStory: 6,
  /** One story of fifty is a remix of it. */
  root: 7,
  /** 200 scenes of six panels. */
  longStory: 8,
  /** Each is a remix of the one before. */
  chain: { from: 101, to: 130 },
} as const;

export const tags = 5_000;

/** A million words for ten thousand stories and more. */
const wordsFor = (stories: number) => Math.min(1_000_000, 100 * stories);

/** How many accounts there are for so many stories. */
export const usersFor = (stories: number) => Math.max(50, Math.round(stories / 20));

/** Letters that stand for a to z, and for a space: Cyrillic, Greek, Arabic, Thai, Kana, Han, Hangul. */
const alphabets = [
  "абвгдежзиклмнопрстуфхцчшыя ",
  "αβγδεζηθικλμνξοπρστυφχψωάέ ",
  "ابتثجحخدذرزسشصضطظعغفقكلمنه ",
  "กขคฆงจฉชซญฎฐณดตถทธนบปผพฟมร",
  "あいうえおかきくけこさしすせそたちつてとなにぬねのは",
  "山川海月日星風雨雪花木石火水土金人心手目口耳足犬猫鳥",
  "가나다라마바사아자차카타파하거너더러머버서어저처커터 ",
];

/**
 * Shared by the statements: ids by kind and number, reproducible randomness, a million words
 * (`bench.words`, the commonest first), and the facts of each story (`bench.stories`).
 */
const helpers = (stories: number) => `
  CREATE SCHEMA IF NOT EXISTS bench;
  CREATE OR REPLACE FUNCTION bench.u(n bigint, salt int) RETURNS float8 LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (hashint8extended(n, salt) & 9007199254740991) / 9007199254740992.0;
  CREATE OR REPLACE FUNCTION bench.id(kind int, n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN ('01900000-0000-7' || lpad(kind::text, 3, '0') || '-8000-' || lpad(to_hex(n), 12, '0'))::uuid;
  CREATE OR REPLACE FUNCTION bench.rank(u float8, most int) RETURNS int LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN floor(exp(u * ln(most)))::int;
  -- One story of twelve is not in Latin letters.
  CREATE OR REPLACE FUNCTION bench.letters(source text, script int) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN script IS NULL THEN source ELSE translate(source, 'abcdefghijklmnopqrstuvwxyz ',
      (ARRAY['${alphabets.join("','")}'])[script + 1]) END;
  CREATE TABLE bench.words AS SELECT k, substr('bcdfghjklmnprstvwxyz', 1 + k % 20, 1)
      || substr('aeiou', 1 + k / 20 % 5, 1) || substr('nrstlmdkbp', 1 + k / 100 % 10, 1)
      || substr('aeiou', 1 + k / 1000 % 5, 1)
      || CASE WHEN k < 5000 THEN '' ELSE substr('bcdfghjklmnprstvwxyz', 1 + k / 5000 % 20, 1)
        || substr('aeiou', 1 + k / 100000 % 5, 1) || substr('xz', 1 + k / 500000 % 2, 1) END AS word
    FROM generate_series(1, ${wordsFor(stories)}) k;
  ALTER TABLE bench.words ADD PRIMARY KEY (k);
  CREATE TABLE bench.stories AS SELECT n, bench.id(2, n) AS id, bench.id(1, author) AS author_id, author, original,
      bench.id(2, original) AS original_id,
      -- Remixes show the picture of their original.
      bench.id(4, CASE WHEN n > 140 THEN coalesce(original, n) ELSE n END) AS picture,
      at, CASE WHEN NOT draft THEN at + interval '1 hour' END AS published_at,
      CASE WHEN n % 12 = 5 THEN (n / 12 % 7)::int END AS script
    FROM (SELECT n::bigint,
      date_trunc('milliseconds', timestamptz '2026-11-24' - interval '730 days' + n * interval '${730 / stories} days') AS at,
      CASE WHEN n BETWEEN 11 AND 13 THEN ${known.quietAuthor} WHEN n % 37 = 0 THEN ${known.busyAuthor}
        ELSE 4 + floor((${usersFor(stories)} - 3) * power(bench.u(n, 1), 3))::bigint END AS author,
      CASE WHEN n < 140 THEN false WHEN n % 37 = 0 THEN n % 2 = 0 ELSE bench.u(n, 2) < 0.1 END AS draft,
      CASE WHEN n > ${known.chain.from} AND n <= ${known.chain.to} THEN n - 1
        WHEN n > 140 AND n % 50 = 1 THEN ${known.root} END::bigint AS original
      FROM generate_series(1, ${stories}) n) facts;
  ALTER TABLE bench.stories ADD PRIMARY KEY (n);
  GRANT USAGE, CREATE ON SCHEMA bench TO PUBLIC;
  GRANT SELECT ON ALL TABLES IN SCHEMA bench TO PUBLIC;
  ANALYZE bench.words, bench.stories;`;

/** Titles of two to five words, descriptions of ten to twenty-five; some stories at a time. */
const chunk = 50_000;
const storyChunk = (stories: number, from: number) => `
  INSERT INTO story (id, author_id, title, description, status, published_at, rating,
    preview_media_id, is_remix, original_story_id, created_at, updated_at, made_by_hand)
  SELECT s.id, s.author_id, t.title, t.description,
    (CASE WHEN s.published_at IS NULL THEN 'draft' ELSE 'published' END)::story_status, s.published_at,
    (CASE WHEN s.n < 140 THEN 'everyone' WHEN bench.u(s.n, 3) < 0.03 THEN 'mature'
      WHEN bench.u(s.n, 3) < 0.1 THEN 'teen' ELSE 'everyone' END)::story_rating,
    s.picture, s.original IS NOT NULL, s.original_id, s.at, s.at, s.n % 50 = 0
  FROM (SELECT n, bench.letters(string_agg(word, ' ') FILTER (WHERE i <= 5), script) AS title,
      bench.letters(string_agg(word, ' ') FILTER (WHERE i > 5), script) AS description
    FROM (SELECT n, script, i, bench.rank(bench.u(n * 32 + i, 10), ${wordsFor(stories)}) AS k
      FROM bench.stories, generate_series(1, 30) i
      WHERE n BETWEEN ${from} AND ${from + chunk - 1}
        AND (i <= 2 + 4 * bench.u(n, 11) OR i BETWEEN 6 AND 15 + 16 * bench.u(n, 12))) places
    JOIN bench.words USING (k) GROUP BY n, script) t JOIN bench.stories s USING (n) ORDER BY n`;

/** In the order in which they are written. `n` is the number of a story. */
const steps = (stories: number): [what: string, sql: string][] => {
  const users = usersFor(stories);
  return [
    [
      "people",
      `INSERT INTO user_account (id, username, email, first_name, last_name, created_at, updated_at)
        SELECT bench.id(1, n), 'author-' || n, 'author-' || n || '@bench.invalid', a.word, b.word,
          timestamptz '2024-11-24', timestamptz '2024-11-24' FROM generate_series(1, ${users}) n
        JOIN bench.words a ON a.k = 1 + n % 2000 JOIN bench.words b ON b.k = 1 + n % 9001`,
    ],
    [
      "pictures",
      `INSERT INTO media_object (id, sha256, extension, media_type, width, height, bytes, is_generated, created_at)
        SELECT picture, md5(n::text) || md5((-n)::text), 'webp', 'image/webp', 768, 1024, 90000, true, at
        FROM bench.stories WHERE original IS NULL OR n <= 140`,
    ],
    ...Array.from({ length: Math.ceil(stories / chunk) }, (_, index): [string, string] => [
      `stories from ${index * chunk + 1}`,
      storyChunk(stories, index * chunk + 1),
    ]),
    [
      "scenes",
      `INSERT INTO scene (id, story_id, scene_number, title, prompt, status, created_at, updated_at)
        SELECT bench.id(3, n), id, 1, 'The first', 'Somebody comes in.', 'completed', at, at FROM bench.stories;
      INSERT INTO scene (id, story_id, scene_number, status, created_at, updated_at)
        SELECT bench.id(5, i), bench.id(2, ${known.longStory}), i, 'completed', now(), now() FROM generate_series(2, 200) i`,
    ],
    [
      "panels",
      `INSERT INTO panel (id, scene_id, panel_number, status, alt_text, image_media_id, created_at, updated_at)
        SELECT bench.id(5 + p, n), bench.id(3, n), p, 'completed', 'Somebody comes in.', picture, at, at
        FROM bench.stories, generate_series(1, 2) p;
      INSERT INTO panel (id, scene_id, panel_number, status, image_media_id, created_at, updated_at)
        SELECT bench.id(10 + p, i), CASE i WHEN 1 THEN bench.id(3, ${known.longStory}) ELSE bench.id(5, i) END,
          p, 'completed', bench.id(4, ${known.longStory}), now(), now()
        FROM generate_series(1, 200) i, generate_series(1, 6) p WHERE i > 1 OR p > 2`,
    ],
    [
      "likes",
      // The hot story has two likers of five; the others share twice as many likes as there are stories.
      `INSERT INTO story_like (user_id, story_id, created_at)
        SELECT DISTINCT ON (story_id, user_id) user_id, story_id, at FROM (
          SELECT bench.id(1, 1 + floor(${users} * bench.u(i, 41))::bigint) AS user_id,
            bench.id(2, 1 + floor(${stories} * power(bench.u(i, 42), 4))::bigint) AS story_id,
            timestamptz '2026-11-24' - interval '700 days' * power(bench.u(i, 43), 2) AS at
          FROM generate_series(1, ${2 * stories}) i
          UNION ALL SELECT bench.id(1, n), bench.id(2, ${known.hotStory}), now() - interval '20 days' * bench.u(n, 44)
          FROM generate_series(1, ${Math.floor(users * 0.4)}) n) given
        WHERE EXISTS (SELECT 1 FROM story s WHERE s.id = story_id AND s.status = 'published')`,
    ],
    [
      "readings",
      `INSERT INTO reading_progress (user_id, story_id, progression, modified, device_id, device_name)
        SELECT bench.id(1, ${known.busyAuthor}), id, bench.u(n, 71), at, 'urn:bench', 'Bench'
        FROM bench.stories WHERE n % 37 = 1`,
    ],
    [
      "views",
      `INSERT INTO story_view (story_id, day, viewer, rolled_up)
        SELECT DISTINCT ON (1, 2, 3) bench.id(2, 1 + floor(${stories} * power(bench.u(i, 61), 3))::bigint),
          (now() AT TIME ZONE 'UTC')::date - floor(29 * bench.u(i, 62))::int, md5(i::text), i % 100 > 0
        FROM generate_series(1, ${Math.floor(stories / 2)}) i`,
    ],
    [
      "work and its cost",
      `INSERT INTO job (id, kind, status, progress, owner_id, story_id, scene_id, created_at, started_at, finished_at)
        SELECT bench.id(20, n), 'scene', 'completed', 100, author_id, id, bench.id(3, n), at, at, at + interval '20 seconds'
        FROM bench.stories;
      INSERT INTO provider_call (id, user_id, story_id, scene_id, provider, model, kind, outcome, duration_ms,
          cost_micros, created_at)
        SELECT bench.id(21, n), author_id, id, bench.id(3, n), 'replicate', 'seedream-4', 'image', 'completed', 9000,
          30000, at FROM bench.stories`,
    ],
    [
      "reports and decisions",
      // One report of forty waits.
      `INSERT INTO decision (id, kind, story_id, author_id, action, reason, created_at, ended_at)
        SELECT bench.id(22, n), 'story', id, author_id, 'dismiss', 'It breaks no rule.', at, at
        FROM bench.stories WHERE n % 50 = 0;
      INSERT INTO report (id, token, kind, story_id, reason, words, reporter_id, decision_id, created_at)
        SELECT bench.id(23, n), lpad(n::text, 43, '0'), 'story', id, 'other', 'Look at this.', bench.id(1, 1 + n % ${users}),
          CASE WHEN n % 2000 > 0 THEN bench.id(22, n) END, at FROM bench.stories WHERE n % 50 = 0;
      INSERT INTO audit_entry (id, actor_id, action, subject_kind, subject_id, reason, created_at)
        SELECT bench.id(24, n), bench.id(1, 2), 'report.dismiss', 'story', id, '', at FROM bench.stories WHERE n % 10 = 0`,
    ],
    [
      "counters",
      `INSERT INTO story_stat (story_id, like_count, remix_count, view_count)
        SELECT s.id, coalesce(l.likes, 0), coalesce(r.remixes, 0), coalesce(v.views, 0) FROM story s
        LEFT JOIN (SELECT story_id, count(*) AS likes FROM story_like GROUP BY 1) l ON l.story_id = s.id
        LEFT JOIN (SELECT original_story_id, count(*) AS remixes FROM story GROUP BY 1) r ON r.original_story_id = s.id
        LEFT JOIN (SELECT story_id, count(*) AS views FROM story_view WHERE rolled_up GROUP BY 1) v ON v.story_id = s.id
        ORDER BY s.id;
      INSERT INTO scene_stat (scene_id) SELECT id FROM scene;
      INSERT INTO story_size (story_id, author_id, scenes, panels, is_published, is_listed)
        SELECT s.id, s.author_id, n.scenes, n.panels, s.status = 'published', listed_at(s.published_at, s.rating) IS NOT NULL
        FROM story s JOIN (SELECT c.story_id, count(DISTINCT c.id) AS scenes, count(p.id) AS panels
          FROM scene c JOIN panel p ON p.scene_id = c.id GROUP BY 1) n ON n.story_id = s.id ORDER BY s.id;
      INSERT INTO author_stat (user_id, stories, published, scenes, panels, listed_stories, listed_scenes, listed_panels)
        SELECT u.id, count(z.story_id), count(*) FILTER (WHERE z.is_published), coalesce(sum(z.scenes), 0),
          coalesce(sum(z.panels), 0), count(*) FILTER (WHERE z.is_listed),
          coalesce(sum(z.scenes) FILTER (WHERE z.is_listed), 0), coalesce(sum(z.panels) FILTER (WHERE z.is_listed), 0)
        FROM user_account u LEFT JOIN story_size z ON z.author_id = u.id GROUP BY u.id;
      INSERT INTO story_day (story_id, day, readers, likes)
        SELECT story_id, day, sum(readers), sum(likes) FROM (
          SELECT story_id, day, count(*) AS readers, 0 AS likes FROM story_view WHERE rolled_up GROUP BY 1, 2
          UNION ALL SELECT story_id, (created_at AT TIME ZONE 'UTC')::date, 0, count(*) FROM story_like
          WHERE created_at >= now() - interval '30 days' GROUP BY 1, 2) n GROUP BY 1, 2;
      INSERT INTO total (key, count) SELECT 'feed', count(*) FROM story_size WHERE is_listed`,
    ],
    [
      "order of 'popular'",
      `INSERT INTO story_rank (story_id, author_id, made_by_hand, week_likes, score)
        SELECT s.id, s.author_id, s.made_by_hand, coalesce(w.likes, 0), round((
          ln(1 + st.like_count::float8 * 4 + st.remix_count::float8 * 6 + st.view_count) * 10
          + extract(epoch FROM s.published_at - timestamptz '2026-01-01') / 86400 * 0.35)::numeric, 2)::float8
        FROM story s JOIN story_stat st ON st.story_id = s.id
        LEFT JOIN (SELECT story_id, sum(likes)::int AS likes FROM story_day
          WHERE day > (now() AT TIME ZONE 'UTC')::date - 7 GROUP BY 1) w ON w.story_id = s.id
        WHERE listed_at(s.published_at, s.rating) IS NOT NULL
        ORDER BY s.id`,
    ],
    [
      "tags",
      `INSERT INTO story_tag (story_id, tag, position, published_at, author_id, score, created_at, made_by_hand)
        SELECT s.id, 'tag ' || t.k, t.i, listed_at(s.published_at, s.rating), s.author_id,
          coalesce(r.score, 0), s.created_at, s.made_by_hand
        FROM story s JOIN (SELECT id, k, min(i) AS i FROM (SELECT id, i, bench.rank(bench.u(n * 4 + i, 30), ${tags}) AS k
            FROM bench.stories, generate_series(0, 2) i) chosen GROUP BY id, k) t USING (id)
        LEFT JOIN story_rank r ON r.story_id = s.id;
      INSERT INTO total (key, count) SELECT 'tag:' || tag, count(*) FROM story_tag
        WHERE published_at IS NOT NULL GROUP BY tag`,
    ],
  ];
};

/**
 * Fills a migrated, empty database with stories that are what a site has after two years: everything by
 * statements over sets, with no trigger, and the counters by statements of their own.
 */
export async function load(url: string, stories: number, say: (line: string) => void) {
  await withConnection(url, async (client) => {
    await client.query(`SET TimeZone = 'UTC'; SET synchronous_commit = off; SET jit = off;
      SET maintenance_work_mem = '512MB'; SET work_mem = '256MB'; SET client_min_messages = error`);
    const { rows: tables } = await client.query<{ name: string }>(
      "SELECT quote_ident(relname) AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'",
    );
    const isReplica = await client.query("SET session_replication_role = replica").then(
      () => true,
      () => false,
    );
    const triggers = (what: string) =>
      isReplica
        ? Promise.resolve()
        : client.query(
            tables.map(({ name }) => `ALTER TABLE ${name} ${what} TRIGGER USER`).join(";"),
          );
    await triggers("DISABLE");
    // Indexes are made when the rows are there; those of constraints stay.
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
      SELECT quote_ident(c.relname) AS name, pg_get_indexdef(c.oid) AS definition FROM pg_index i
      JOIN pg_class c ON c.oid = i.indexrelid WHERE c.relnamespace = 'public'::regnamespace
        AND NOT i.indisunique AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = c.oid)`);
    for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
    const timed = async (what: string, work: () => Promise<unknown>) => {
      const begun = performance.now();
      await work();
      say(`  ${what}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    };
    await timed("words", () => client.query(helpers(stories)));
    for (const [what, sql] of steps(stories)) {
      await timed(what, async () => {
        await client.query(sql);
        // The next one joins what this one has written.
        for (const [, table] of sql.matchAll(/INSERT INTO (\w+)/g)) {
          await client.query(`ANALYZE ${table}`);
        }
      });
    }
    await timed("search", async () => {
      const { fillSearch } = await import("./data-searches.ts");
      await fillSearch(client);
    });
    await timed("indexes", async () => {
      for (const { definition } of indexes) await client.query(definition);
    });
    await triggers("ENABLE");
    await timed("vacuum", () => client.query("VACUUM ANALYZE"));
  });
}
