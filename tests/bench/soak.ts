/**
 * `npm run bench:soak [-- memory|freshness|crowd …]`: 5,000 distinct stories read under a heap of
 * 512 MB; writes on two instances, each seen 0.1 s later where it was made and within a second on the
 * other; 200 readers and 20 likers of one popular story for a minute. Exits with 1 below the bar.
 */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { freshness } from "./support/freshness.ts";
import {
  median,
  prepare,
  type Row,
  report,
  residentMegabytes,
  type Settings,
  type Stops,
  startInstance,
} from "./support/site.ts";
import { read, type Seeded, seed } from "./support/stories.ts";

const stories = 5_000;
const readers = 200;
const likers = 20;
const crowdMs = 60_000;
/** Bars of performance.md. */
const rssBar = 500;
const growthBar = 1.1;

export const main = () =>
  report(async (folder, stops) => {
    const parts = { memory, freshness, crowd };
    const words = process.argv.slice(2).filter((word) => word in parts);
    const chosen = words.length > 0 ? words : Object.keys(parts);
    const env = await prepare(folder, stops);
    const seeded = await seed(stops, chosen.includes("memory") ? stories : 20, likers);
    const rows: Row[] = [];
    for (const name of chosen) rows.push(...(await parts[name as "crowd"](env, stops, seeded)));
    return rows;
  });

async function memory(env: Settings, stops: Stops, { ids }: Seeded): Promise<Row[]> {
  const flags = ["--max-old-space-size=512", "--expose-gc", "--import", heapReporter];
  const app = await startInstance(env, stops, { flags });
  let errors = 0;
  let most = 0;
  const heaps: number[] = [];
  const began = performance.now();
  const queue = ids.values();
  let done = 0;
  const worker = async () => {
    for (const id of queue) {
      const { status, text } = await read(app, id);
      if (status !== 200 || !text.includes("The Long Tide")) errors += 1;
      done += 1;
      most = Math.max(most, residentMegabytes(app.pid));
      if (done % 250 === 0 && done >= ids.length / 2) heaps.push(await heapOf(app.pid));
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  const seconds = (performance.now() - began) / 1000;
  await app.stop();
  const growth = median(heaps.slice(-3)) / median(heaps.slice(0, 3));
  return [
    [
      `${ids.length} stories read under 512 MB`,
      `${errors} errors, ${seconds.toFixed(0)} s; bar 0`,
      errors === 0,
    ],
    ["memory of the process at most", `${most.toFixed(0)} MB; bar ${rssBar} MB`, most <= rssBar],
    [
      "heap after collection over the second half",
      `${heaps.map((heap) => heap.toFixed(0)).join(" ")} MB, ${growth.toFixed(2)} ×; bar ${growthBar}`,
      growth <= growthBar,
    ],
  ];
}

/** In the measured process: SIGUSR2 collects and writes the heap's size in MB to a file. */
const heapReporter = `data:text/javascript,${encodeURIComponent(`
  import { writeFileSync } from "node:fs";
  process.on("SIGUSR1", () => {});
  process.on("SIGPWR", () => {
    gc();
    writeFileSync("/tmp/inkwright-heap-" + process.pid, String(process.memoryUsage().heapUsed / 1048576));
  });
`)}`;

async function heapOf(pid: number): Promise<number> {
  const file = `/tmp/inkwright-heap-${pid}`;
  const { rmSync, existsSync } = await import("node:fs");
  rmSync(file, { force: true });
  process.kill(pid, "SIGPWR");
  for (let waited = 0; waited < 20_000; waited += 20) {
    if (existsSync(file)) {
      await sleep(20);
      const heap = Number(readFileSync(file, "utf8"));
      rmSync(file, { force: true });
      return heap;
    }
    await sleep(20);
  }
  throw new Error("The server says nothing of its heap.");
}

/** Readers without a name and people who like and unlike, all on one story. */
async function crowd(env: Settings, stops: Stops, { ids, likerTokens }: Seeded): Promise<Row[]> {
  const { db } = await import("../../lib/platform/db.ts");
  const app = await startInstance({ ...env, TRUSTED_PROXY_HOPS: "1" }, stops);
  const id = ids[1] ?? "";
  for (let time = 0; time < 3; time += 1) await read(app, id);
  const end = Date.now() + crowdMs;
  const seen = { reads: 0, hits: 0, likes: 0, failures: 0, busy: 0 };
  const reader = async (number: number) => {
    const from = `10.9.${number >> 8}.${number & 255}`;
    await fetch(`${app.base}/api/stories/${id}/views`, {
      method: "POST",
      headers: { "x-forwarded-for": from, "content-type": "application/json", origin: app.base },
      body: '{"type":"read"}',
    }).then((reply) => {
      if (reply.status >= 500) seen.failures += 1;
    });
    while (Date.now() < end) {
      const { status, cache } = await read(app, id);
      seen.reads += 1;
      if (status !== 200) seen.failures += 1;
      if (cache === "HIT") seen.hits += 1;
      await sleep(100);
    }
  };
  const liked = await Promise.all([
    ...likerTokens.map(async (token, number) => {
      let isLiked = false;
      // Half of them like it in the end: a count of nobody would be right by itself.
      const isDone = () => Date.now() >= end && isLiked === (number % 2 === 1);
      while (!isDone() && Date.now() < end + 30_000) {
        const reply = await fetch(`${app.base}/api/likes/stories/${id}`, {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "x-forwarded-for": `10.8.0.${number}` },
        });
        if (reply.status >= 500) seen.failures += 1;
        else if (reply.status === 429) seen.busy += 1;
        else if (reply.ok) {
          seen.likes += 1;
          isLiked = ((await reply.json()) as { action: string }).action === "liked";
        }
        await sleep(400);
      }
      return isLiked;
    }),
    ...Array.from({ length: readers }, (_, number) => reader(number).then(() => false)),
  ]);
  const wanted = liked.filter(Boolean).length;
  const reply = await fetch(`${app.base}/api/likes/stories/${id}`);
  const told = ((await reply.json()) as { data: { likeCount: number } }).data.likeCount;
  const rows = await db.storyLike.count({ where: { storyId: id } });
  await app.stop();
  const share = seen.hits / seen.reads;
  return [
    [
      `${readers} readers and ${likers} likers of one story for ${crowdMs / 1000} s`,
      `${seen.reads} pages, ${seen.likes} likes, ${seen.busy} asked to wait, ${seen.failures} failures; bar 0`,
      seen.failures === 0 && seen.likes > 0,
    ],
    [
      "likes: counter, rows, what the people did last",
      `${told}, ${rows}, ${wanted}`,
      told === rows && rows === wanted,
    ],
    [
      "pages that came from the cache meanwhile",
      `${(100 * share).toFixed(1)} %; bar 99 %`,
      share >= 0.99,
    ],
  ];
}
