import { setTimeout as sleep } from "node:timers/promises";
import type { Instance, Row } from "./site.ts";
import { read, type Seeded } from "./stories.ts";

const readers = 200;
export const likers = 20;
const crowdMs = 60_000;
/** They come one after another in this time, as a crowd does. */
const arrivalMs = 5_000;

/** Readers without a name and people who like and unlike, all on one story. */
export async function readAndLike(
  app: Pick<Instance, "base">,
  { likerTokens }: Seeded,
  id: string,
): Promise<Row[]> {
  const { db } = await import("../../../lib/platform/db.ts");
  for (let time = 0; time < 3; time += 1) await read(app, id);
  const end = Date.now() + crowdMs;
  const seen = { reads: 0, hits: 0, likes: 0, busy: 0 };
  /** How often a call answered with which status. */
  const failures: Record<string, number> = {};
  const fail = (what: string) => {
    failures[what] = (failures[what] ?? 0) + 1;
  };
  const reader = async (number: number) => {
    const from = `10.9.${number >> 8}.${number & 255}`;
    await sleep((arrivalMs * number) / readers);
    await fetch(`${app.base}/api/stories/${id}/views`, {
      method: "POST",
      headers: { "x-forwarded-for": from, "content-type": "application/json", origin: app.base },
      body: '{"type":"read"}',
    }).then((reply) => {
      if (reply.status >= 500) fail(`view ${reply.status}`);
    });
    while (Date.now() < end) {
      const { status, cache } = await read(app, id);
      seen.reads += 1;
      if (status !== 200) fail(`page ${status}`);
      if (cache === "HIT") seen.hits += 1;
      await sleep(100);
    }
  };
  const liked = await Promise.all([
    ...likerTokens.map(async (token, number) => {
      let isLiked = false;
      await sleep((arrivalMs * number) / likers);
      // Half of them like it in the end: a count of zero would be right by chance.
      const isDone = () => Date.now() >= end && isLiked === (number % 2 === 1);
      while (!isDone() && Date.now() < end + 30_000) {
        const reply = await fetch(`${app.base}/api/likes/stories/${id}`, {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "x-forwarded-for": `10.8.0.${number}` },
        });
        if (reply.status >= 500) fail(`like ${reply.status}`);
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
  const counter = ((await reply.json()) as { data: { likeCount: number } }).data.likeCount;
  const rows = await db.storyLike.count({ where: { storyId: id } });
  const share = seen.hits / seen.reads;
  return [
    [
      `${readers} readers and ${likers} likers of one story for ${crowdMs / 1000} s`,
      `${seen.reads} pages, ${seen.likes} likes, ${seen.busy} asked to wait, failures: ${told(failures)}; bar 0`,
      Object.keys(failures).length === 0 && seen.likes > 0,
    ],
    [
      "likes: counter, rows, what the people did last",
      `${counter}, ${rows}, ${wanted}`,
      counter === rows && rows === wanted,
    ],
    [
      "pages that came from the cache meanwhile",
      `${(100 * share).toFixed(1)} %; bar 99 %`,
      share >= 0.99,
    ],
  ];
}

const told = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([what, count]) => `${count} × ${what}`)
    .join(", ") || "none";
