/**
 * `npm run bench:soak [-- memory|freshness|crowd …]`: 5,000 distinct stories read under a heap of
 * 512 MB; a write on one of two instances seen on the other at the next request; 200 readers and 20
 * likers of one popular story for a minute. Exits with 1 below the bar.
 */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Instance,
  median,
  prepare,
  type Row,
  report,
  type Settings,
  type Stops,
  startInstance,
} from "./support/site.ts";

const stories = 5_000;
const readers = 200;
const likers = 20;
const crowdMs = 60_000;
const writes = 40;
/** Bars of performance.md. */
const rssBar = 450;
const growthBar = 1.1;

export const main = () =>
  report(async (folder, stops) => {
    const parts = { memory, freshness, crowd };
    const words = process.argv.slice(2).filter((word) => word in parts);
    const chosen = words.length > 0 ? words : Object.keys(parts);
    const env = await prepare(folder, stops);
    const seeded = await seed(stops, chosen.includes("memory") ? stories : 20);
    const rows: Row[] = [];
    for (const name of chosen) rows.push(...(await parts[name as "crowd"](env, stops, seeded)));
    return rows;
  });

interface Seeded {
  ids: string[];
  token: string;
  likerTokens: string[];
}

/** One story with pictures, copied in the database until there are enough. */
async function seed(stops: Stops, count: number): Promise<Seeded> {
  const { db } = await import("../../lib/platform/db.ts");
  const { mintToken } = await import("../../lib/platform/auth/token.ts");
  const { seedStory } = await import("../support/story-rows.ts");
  stops.push(() => db.$disconnect());
  const person = (username: string) =>
    db.user.create({ data: { username, email: `${username}@bench.invalid` } });
  const username = "bench-author";
  const author = await person(username);
  const first = await seedStory({ username, scenes: [4, 4, 4] });
  await db.story.update({
    where: { id: first },
    data: { status: "published", publishedAt: new Date() },
  });
  const original = await db.story.findUniqueOrThrow({
    where: { id: first },
    include: { scenes: { include: { panels: true } } },
  });
  const ids = [first];
  while (ids.length < count) {
    const batch = Array.from({ length: Math.min(250, count - ids.length) }, () =>
      crypto.randomUUID(),
    );
    const { scenes, ...row } = original;
    const copies = batch.map((id) => ({
      id,
      scenes: scenes.map((scene) => ({ scene, id: crypto.randomUUID() })),
    }));
    await db.story.createMany({
      data: copies.map(({ id }, index) => ({
        ...row,
        id,
        title: `The Long Tide ${ids.length + index}`,
      })),
    });
    await db.scene.createMany({
      data: copies.flatMap(({ id: storyId, scenes }) =>
        scenes.map(({ scene: { panels: _, ...scene }, id }) => ({ ...scene, id, storyId })),
      ) as never,
    });
    await db.panel.createMany({
      data: copies.flatMap(({ scenes }) =>
        scenes.flatMap(({ scene, id: sceneId }) =>
          scene.panels.map((panel) => ({ ...panel, id: crypto.randomUUID(), sceneId })),
        ),
      ) as never,
    });
    ids.push(...batch);
  }
  const likerTokens: string[] = [];
  for (let number = 0; number < likers; number += 1) {
    likerTokens.push(await mintToken(await person(`liker-${number}`)));
  }
  return { ids, token: await mintToken(author), likerTokens };
}

const read = async ({ base }: Instance, id: string) => {
  const reply = await fetch(`${base}/story/${id}/read`);
  return {
    status: reply.status,
    cache: reply.headers.get("x-nextjs-cache"),
    text: await reply.text(),
  };
};

/** Memory of a process, MB. */
const rss = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

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
      most = Math.max(most, rss(app.pid));
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

/** Writes on one instance, reads on both at once afterwards, with readers who keep them busy. */
async function freshness(env: Settings, stops: Stops, { ids, token }: Seeded): Promise<Row[]> {
  const both = [await startInstance(env, stops), await startInstance(env, stops)] as const;
  const [id = ""] = ids;
  for (const one of both) for (let time = 0; time < 3; time += 1) await read(one, id);
  let stale = 0;
  let busy = true;
  const crowd = both.flatMap((one) =>
    Array.from({ length: 4 }, async () => {
      while (busy) await read(one, id);
    }),
  );
  for (let number = 0; number < writes; number += 1) {
    const writer = both[number % 2] as Instance;
    const title = `A Title of the ${number}th Kind`;
    const reply = await fetch(`${writer.base}/api/stories/${id}`, {
      method: "PUT",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ title }),
    });
    if (!reply.ok) throw new Error(`A write answers ${reply.status}: ${await reply.text()}`);
    await reply.text();
    for (const one of both) if (!(await read(one, id)).text.includes(title)) stale += 1;
  }
  busy = false;
  await Promise.all(crowd);
  for (const one of both) await one.stop();
  return [
    [
      `${writes} writes on two instances, read on both at the next request while others read`,
      `${stale} stale answers; bar 0`,
      stale === 0,
    ],
  ];
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
      while (Date.now() < end) {
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
