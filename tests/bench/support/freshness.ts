import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import {
  type Cleanups,
  type Instance,
  median,
  type Row,
  type Settings,
  startInstance,
} from "./site.ts";
import { read, type Seeded } from "./stories.ts";

/** ms after the answer to a write at which it is on the page: where it was made, and elsewhere. */
const promised = { here: 100, elsewhere: 1_000 };

/** Writes on one instance, reads on all as soon as promised, with readers who keep them busy. */
export async function freshness(env: Settings, cleanups: Cleanups, seeded: Seeded): Promise<Row[]> {
  const first = await startInstance(env, cleanups);
  const all = [first];
  const rounds = async (where: string, count: number, writers: Instance[], pairs = false) => {
    const { here, elsewhere, writeMs } = await staleAnswers(seeded, all, count, writers, pairs);
    return [
      `${count} writes ${where}, read ${promised.here} ms later there and ${promised.elsewhere} ms later elsewhere`,
      `${here} and ${elsewhere} stale answers, median of a write ${writeMs.toFixed(0)} ms; bar 0`,
      here + elsewhere === 0,
    ] as const satisfies Row;
  };
  const rows: Row[] = [await rounds("on an instance alone", 100, [first])];
  const second = await startInstance(env, cleanups);
  all.push(second);
  rows.push(
    await rounds("on two instances in turn", 30, [first, second]),
    // The page of the first is being rendered when the second comes.
    await rounds("on one of two, each soon after another", 40, [first], true),
  );
  const busy = [1, 2].map(() => new Worker("for (;;);", { eval: true }));
  cleanups.push(() => Promise.all(busy.map((one) => one.terminate())));
  rows.push(
    await rounds("on one of two, with two cores kept busy", 30, [first]),
    await rounds("on one, each soon after another, with two cores kept busy", 30, [first], true),
  );
  for (const one of busy) await one.terminate();
  for (const one of all) await one.stop();
  return rows;
}

/** Stale answers after each write, where it was made and elsewhere; what a write takes, median in ms. */
async function staleAnswers(
  { ids, token }: Seeded,
  all: readonly Instance[],
  count: number,
  writers: Instance[],
  pairs: boolean,
): Promise<{ here: number; elsewhere: number; writeMs: number }> {
  const [id = ""] = ids;
  for (const one of all) for (let time = 0; time < 3; time += 1) await read(one, id);
  let here = 0;
  let elsewhere = 0;
  const times: number[] = [];
  let isOver = false;
  const crowd = all.flatMap((one) =>
    Array.from({ length: 4 }, async () => {
      while (!isOver) await read(one, id);
    }),
  );
  try {
    for (let number = 0; number < count; number += 1) {
      const writer = writers[number % writers.length] as Instance;
      if (pairs) {
        await rename(writer, id, token, `A Title for a Moment, ${number}`);
        await sleep(Math.random() * 40);
      }
      const title = `A Title of the ${number}th Kind`;
      const before = performance.now();
      await rename(writer, id, token, title);
      const written = performance.now();
      times.push(written - before);
      const isStale = async (one: Instance, after: number) => {
        await sleep(Math.max(0, written + after - performance.now()));
        return (await read(one, id)).text.includes(title) ? 0 : 1;
      };
      here += await isStale(writer, promised.here);
      for (const one of all) {
        if (one !== writer) elsewhere += await isStale(one, promised.elsewhere);
      }
    }
  } finally {
    isOver = true;
    await Promise.all(crowd);
  }
  return { here, elsewhere, writeMs: median(times) };
}

async function rename({ base }: Instance, id: string, token: string, title: string) {
  const reply = await fetch(`${base}/api/stories/${id}`, {
    method: "PUT",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ title }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`A write answers ${reply.status}: ${text}`);
}
