/**
 * `npm run bench -- soak [memory|freshness …]`: 5,000 distinct stories read under a heap of 512 MB;
 * writes on two instances, each seen 0.1 s later where it was made and within a second on the
 * other. Exits with 1 below the bar.
 */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { freshness } from "./support/freshness.ts";
import {
  type Cleanups,
  median,
  prepare,
  type Row,
  report,
  residentMegabytes,
  type Settings,
  startInstance,
} from "./support/site.ts";
import { read, type Seeded, seed } from "./support/stories.ts";

const stories = 5_000;
/** Bars of performance.md. */
const rssBar = 500;
const growthBar = 1.1;

export const main = () =>
  report(async (folder, cleanups) => {
    const parts = { memory, freshness };
    const words = process.argv.slice(2).filter((word) => word in parts);
    const chosen = words.length > 0 ? words : Object.keys(parts);
    const env = await prepare(folder, cleanups);
    const seeded = await seed(cleanups, chosen.includes("memory") ? stories : 20);
    const rows: Row[] = [];
    for (const name of chosen) rows.push(...(await parts[name as "memory"](env, cleanups, seeded)));
    return rows;
  });

async function memory(env: Settings, stops: Cleanups, { ids }: Seeded): Promise<Row[]> {
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
