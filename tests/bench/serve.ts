/**
 * `npm run bench -- serve [<rounds>]`: requests a second of the pages that visitors land on, beside
 * themselves rendered per request, and of two instances behind the proxy of compose.yaml beside
 * that proxy serving a file. Everything side by side, round by round; medians of ratios. Needs wrk
 * and nginx. Exits with 1 below the bar.
 */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { startNginx } from "./support/nginx.ts";
import { type Cleanups, median, prepare, type Row, report, startInstance } from "./support/site.ts";
import { demand, rate } from "./support/wrk.ts";

/** Bars of performance.md. */
const bars = { perRequest: 4, proxy: 0.5 };

export const main = () =>
  report(async (folder, cleanups) => {
    demand("wrk", "nginx");
    const rounds = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 5);
    const env = await prepare(folder, cleanups);
    const read = `/story/${await seed(cleanups)}/read`;
    const pages = { "reading page": read, feed: "/", profile: "/user/bench-author" };
    const ours = await startInstance(env, cleanups, { core: 0 });
    for (const address of Object.values(pages)) await warm(ours.base + address);
    const second = await startInstance(env, cleanups, { core: 0 });
    const html = await warm(second.base + read);
    const nginx = await startNginx(folder, cleanups, [ours.base, second.base], html);
    await warm(nginx.base + read);
    const preview = JSON.parse(readFileSync(".next/prerender-manifest.json", "utf8")).preview;
    // Draft mode: the same page, made for this request; as many as are worked on at once, so that
    // none waits until it is refused.
    const cookie = `__prerender_bypass=${preview.previewModeId}`;
    const perRequest = { headers: { cookie }, connections: 4 };
    // As browsers ask the proxy: it has the page compressed, as the file is.
    const compressed = { headers: { "accept-encoding": "gzip" } };
    const ratios = new Map<string, number[]>();
    for (let round = 1; round <= rounds; round += 1) {
      const compare = (name: string, one: number, other: number) => {
        ratios.set(name, [...(ratios.get(name) ?? []), one / other]);
        console.log(`round ${round}, ${name}: ${one.toFixed(0)} of ${other.toFixed(0)} a second`);
      };
      for (const [name, address] of Object.entries(pages)) {
        const url = ours.base + address;
        compare(
          `${name} beside itself made per request`,
          await rate(url),
          await rate(url, perRequest),
        );
      }
      const cached = await rate(nginx.base + read, compressed);
      const file = await rate(nginx.file, compressed);
      compare("reading page behind the proxy beside a file of it", cached, file);
    }
    return [...ratios].map(([what, found]): Row => {
      const bar = what.includes("proxy") ? bars.proxy : bars.perRequest;
      const value = median(found);
      return [what, `${value.toFixed(2)} ×, median of ${rounds}; bar ${bar}`, value >= bar];
    });
  });

/** Asks until the page comes from the cache. */
async function warm(url: string): Promise<string> {
  for (let round = 0; round < 20; round += 1) {
    const reply = await fetch(url);
    const text = await reply.text();
    if (reply.status !== 200) throw new Error(`${url} answers ${reply.status}.`);
    const state = reply.headers.get("x-nextjs-cache");
    if (state === "HIT" || reply.headers.get("x-cache") === "HIT") return text;
    await sleep(100);
  }
  throw new Error(`${url} is never served from the cache.`);
}

/** A story of 24 panels with 48 bubbles, and enough others for the lists. */
async function seed(cleanups: Cleanups): Promise<string> {
  const { db } = await import("../../lib/platform/db.ts");
  const { seedStory } = await import("../support/rows/story-rows.ts");
  cleanups.push(() => db.$disconnect());
  const username = "bench-author";
  await db.user.create({ data: { username, email: `${username}@bench.invalid` } });
  let last = "";
  for (let number = 0; number < 14; number += 1) {
    const scenes = number === 13 ? Array<number>(6).fill(4) : [1];
    const title = `The Long Tide ${number}`;
    last = await seedStory({ username, title, scenes, publishedAt: new Date().toISOString() });
  }
  return last;
}
