import { setTimeout as sleep } from "node:timers/promises";
import type { Instance, Row } from "./site.ts";
import { read, type Seeded } from "./stories.ts";

const readers = 200;
export const likers = 20;
const crowdMs = 60_000;

/** Readers without a name and people who like and unlike, all on one story. */
export async function readAndLike(
  app: Pick<Instance, "base">,
  { likerTokens }: Seeded,
  id: string,
): Promise<Row[]> {
  const { db } = await import("../../../lib/platform/db.ts");
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
