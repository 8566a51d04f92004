/**
 * `npm run bench -- data [--stories=1000000] [--url=postgresql://…]`: what a site of a million
 * stories costs in the database, beside one of a thousand. Calls the product's own queries,
 * explains what they send, and holds it against the bars of performance.md; then likes of one story
 * by many at once, the work of upkeep, and whether every kept number equals its rows. A database
 * that is given has to be empty, or filled by an earlier run with as many stories; its role may
 * make databases. Exits with 1 beyond a bar.
 */
import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { startEmbeddedPostgres } from "../../prisma/embedded-postgres.ts";
import { migrate } from "../../prisma/migrate.ts";
import { SUPERUSER } from "../../prisma/postgres/cluster.ts";
import { withConnection } from "../../prisma/postgres/connection.ts";
import { load } from "./support/data-load.ts";
import { type Call, type Figures, measure } from "./support/data-measure.ts";
import { differences } from "./support/data-totals.ts";
import { hotLikes, maxMs } from "./support/data-writes.ts";
import { type Cleanups, type Row, report } from "./support/site.ts";

/** Bars of performance.md, in ms and rows of a statement. */
const bars = { ms: 50, rows: 2_000, likes: 0.12, hot: 0.95, upkeepMs: 2_000 };
/** Below this a difference is the machine's. */
const noiseMs = 1;
const few = 1_000;
const likers = 10_000;

export const main = () =>
  report(async (folder, cleanups) => {
    const { values } = parseArgs({
      options: { stories: { type: "string", default: "1000000" }, url: { type: "string" } },
    });
    const stories = Number(values.stories);
    const url = values.url ?? (await startOwn(folder, cleanups));
    Object.assign(process.env, {
      DATA_DIR: folder,
      LOG_LEVEL: "error",
      DATABASE_URL: url,
      NEXTAUTH_SECRET: randomBytes(32).toString("hex"),
    });
    const small = await beside(url, "inkwright_bench_small");
    const isEmbedded = !values.url;
    await fill(small, few, isEmbedded);
    await fill(url, stories, isEmbedded);
    const at = { small: await figures(small, few), large: await figures(url, stories) };
    const rows = at.large.flatMap(({ call, found }) =>
      judge(call, found, at.small.find((one) => one.call.name === call.name)?.found),
    );
    return [...rows, ...(await writes(url, cleanups))];
  });

async function startOwn(folder: string, cleanups: Cleanups): Promise<string> {
  const database = await startEmbeddedPostgres({ dataDir: folder });
  cleanups.push(database.stop);
  return database.url;
}

/** Another database of the same server, made where it is missing. */
async function beside(url: string, name: string): Promise<string> {
  await withConnection(url, async (client) => {
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${name}`);
  });
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

async function fill(url: string, stories: number, isEmbedded: boolean): Promise<void> {
  console.log(`${stories.toLocaleString("en")} stories`);
  await migrate(url);
  const isFilled = await withConnection(url, async (client) => {
    const { rows } = await client.query<{ there: boolean }>(
      "SELECT to_regclass('bench.stories') IS NOT NULL AS there",
    );
    if (!rows[0]?.there) return false;
    const counted = await client.query("SELECT FROM bench.stories WHERE n = $1", [stories]);
    return counted.rowCount === 1;
  });
  if (isFilled) return;
  const loader = new URL(url);
  // A superuser, who can disable triggers at once; the password is the same.
  if (isEmbedded) loader.username = SUPERUSER;
  await load(loader.href, stories, console.log);
}

/** Every call at one database. The product's own connections go there. */
async function figures(url: string, stories: number) {
  const { env } = await import("../../lib/platform/env.ts");
  await leave();
  env().DATABASE_URL = url;
  const { rollUpSpending } = await import("../../lib/spending/rollup-service.ts");
  const { readCalls } = await import("./support/data-calls.ts");
  // As upkeep does each hour.
  await rollUpSpending();
  const { searchCalls } = await import("./support/data-searches.ts");
  return withConnection(url, async (client) => {
    const calls = [...(await readCalls(client, stories)), ...(await searchCalls(client))];
    const all: { call: Call; found: Figures }[] = [];
    for (const call of calls) all.push({ call, found: await measure(client, call, 5) });
    return all;
  });
}

/** Ends the connections that the product holds, so that it makes new ones. */
async function leave(): Promise<void> {
  const holder = globalThis as Record<string, unknown>;
  for (const name of ["inkwrightDb", "inkwrightPatientDb"]) {
    await (holder[name] as { $disconnect: () => Promise<void> } | undefined)?.$disconnect();
    delete holder[name];
  }
}

function judge(call: Call, large: Figures, small?: Figures): Row[] {
  const ratio = small ? large.p99 / small.p99 : Number.NaN;
  // A small site may have nothing of what is asked for: that takes no time.
  const isSlower = small !== undefined && small.rows > 0 && large.p99 - small.p99 > noiseMs;
  const most = call.rows === undefined ? bars.rows : call.rows;
  const sent = Math.max(...large.statements);
  const misses = [
    large.p99 > bars.ms && `over ${bars.ms} ms`,
    call.ratio !== undefined && isSlower && ratio > call.ratio && `over ${call.ratio} ×`,
    call.buffers !== undefined && large.buffers > call.buffers && `over ${call.buffers} buffers`,
    most !== null && large.rows > most && `reads more than ${most} rows`,
    sent > call.statements && `${sent} statements for ${call.statements}`,
  ].filter((miss) => miss !== false);
  const ms = (value: number) => value.toFixed(2);
  const figures = [
    `p50 ${ms(small?.p50 ?? 0)} → ${ms(large.p50)} ms`,
    `p99 ${ms(small?.p99 ?? 0)} → ${ms(large.p99)} ms (${ratio.toFixed(2)} ×)`,
    `buffers ${small?.buffers} → ${large.buffers}`,
    `rows ${small?.rows} → ${large.rows}`,
    `${sent} statements`,
  ].join("; ");
  return [
    [call.name, misses.length ? `${figures}: ${misses.join(", ")}` : figures, misses.length === 0],
  ];
}

/** Measures concurrent and scheduled writes, and checks the counters afterwards. */
async function writes(url: string, cleanups: Cleanups): Promise<Row[]> {
  const { refreshRanks, rollUpViews } = await import("../../lib/stories/feed/ranking-service.ts");
  cleanups.push(leave);
  return withConnection(url, async (client) => {
    const likes = await hotLikes(client, url, likers);
    const views = await maxMs(rollUpViews);
    const moved = await client.query(
      "UPDATE story_stat SET view_count = view_count + 500 WHERE hashtextextended(story_id::text, 1) % 100 = 0",
    );
    const ranks = await maxMs(refreshRanks);
    const wrong = await differences(client);
    const upkeep = (what: string, { ms, statements }: typeof views): Row => [
      what,
      `longest of ${statements} statements ${ms.toFixed(0)} ms; bar ${bars.upkeepMs}`,
      ms <= bars.upkeepMs,
    ];
    return [
      [
        "likes of one story beside plain inserts",
        `${likes.ratio.toFixed(2)} × (${likes.hot.toFixed(0)} and ${likes.plain.toFixed(0)} a second); bar ${bars.likes}`,
        likes.ratio >= bars.likes,
      ],
      [
        "HOT updates of its counter",
        `${(100 * likes.isHot).toFixed(1)} %; bar ${100 * bars.hot}`,
        likes.isHot >= bars.hot,
      ],
      upkeep("views are rolled up", views),
      upkeep(`'popular' is ordered anew, ${moved.rowCount} stories having moved`, ranks),
      ...wrong.map(
        ([what, count]): Row => [`kept numbers, ${what}`, `${count} differ`, count === 0],
      ),
    ];
  });
}
