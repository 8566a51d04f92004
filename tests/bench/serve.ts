/**
 * `npm run bench -- serve [<rounds>]`: requests a second of the pages that visitors land on, beside
 * bare static pages of Next of equal bytes, beside themselves rendered per request, and of two
 * instances behind the proxy of compose.yaml beside that proxy serving a file. Everything side by
 * side, round by round; medians of ratios. Needs wrk and nginx. Exits with 1 below the bar.
 */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { buildBareSite } from "./support/bare-site.ts";
import { startNginx } from "./support/nginx.ts";
import { type Cleanups, median, prepare, type Row, report, startInstance } from "./support/site.ts";
import { demand, rate } from "./support/wrk.ts";

/** Bars of performance.md. */
const bars = { read: 0.8, perRequest: 4, lists: 0.7, proxy: 0.85 };

export const main = () =>
  report(async (folder, cleanups) => {
    demand("wrk", "nginx");
    const rounds = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 5);
    const env = await prepare(folder, cleanups);
    const story = await seed(cleanups);
    const ours = await startInstance(env, cleanups, { core: 0 });
    const pages = { read: `/story/${story}/read`, feed: "/", profile: "/user/bench-author" };
    const html = Object.fromEntries(
      await Promise.all(
        Object.entries(pages).map(async ([name, address]) => [
          name,
          await warm(ours.base + address),
        ]),
      ),
    ) as Record<keyof typeof pages, string>;
    const bare = await startInstance({}, cleanups, { cwd: buildBareSite(html, cleanups), core: 0 });
    const found: Record<string, number[]> = {};
    const note = (name: string, value: number) => {
      found[name] ??= [];
      found[name].push(value);
    };
    const names = Object.keys(pages) as (keyof typeof pages)[];
    const weights: string[] = [];
    for (const name of names) {
      const own = Buffer.byteLength(html[name]);
      const other = Buffer.byteLength(await warm(`${bare.base}/${name}`));
      weights.push(`${name} ${own} and ${other}`);
    }
    console.log(`bytes of HTML, ours and bare: ${weights.join(", ")}`);
    const second = await startInstance(env, cleanups, { core: 0 });
    await warm(second.base + pages.read);
    const nginx = await startNginx(folder, cleanups, [ours.base, second.base], html.read);
    const proxied = nginx.base + pages.read;
    await warm(proxied);
    const preview = JSON.parse(readFileSync(".next/prerender-manifest.json", "utf8")).preview;
    // Draft mode: the same page, made for this request.
    const perRequest = { cookie: `__prerender_bypass=${preview.previewModeId}` };
    // As browsers ask the proxy: it has the page compressed, as the file is.
    const compressed = { headers: { "accept-encoding": "gzip" } };
    for (let round = 1; round <= rounds; round += 1) {
      const figures: string[] = [];
      for (const name of names) {
        const own = await rate(ours.base + pages[name]);
        const other = await rate(`${bare.base}/${name}`);
        note(name, own / other);
        figures.push(`${name} ${own.toFixed(0)} of ${other.toFixed(0)}`);
        if (name !== "read") continue;
        // As many as are worked on at once, so that none waits until it is refused.
        const few = { headers: perRequest, connections: 4 };
        const dynamic = await rate(ours.base + pages.read, few);
        note("perRequest", own / dynamic);
        figures.push(`per request ${dynamic.toFixed(0)}`);
      }
      const file = await rate(nginx.file, compressed);
      const cached = await rate(proxied, compressed);
      note("proxy", cached / file);
      figures.push(`behind the proxy ${cached.toFixed(0)} of ${file.toFixed(0)}`);
      console.log(`round ${round}, requests a second: ${figures.join("; ")}`);
    }
    const row = (what: string, name: string, bar: number): Row => {
      const value = median(found[name] ?? []);
      return [what, `${value.toFixed(2)} ×, median of ${rounds}; bar ${bar}`, value >= bar];
    };
    return [
      row("reading page beside a bare static page of equal bytes", "read", bars.read),
      row("reading page beside itself made per request", "perRequest", bars.perRequest),
      row("feed beside a bare static page of equal bytes", "feed", bars.lists),
      row("profile beside a bare static page of equal bytes", "profile", bars.lists),
      row("reading page behind the proxy's cache beside a file of it", "proxy", bars.proxy),
    ];
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
  const { seedStory } = await import("../support/story-rows.ts");
  cleanups.push(() => db.$disconnect());
  const username = "bench-author";
  await db.user.create({ data: { username, email: `${username}@bench.invalid` } });
  let last = "";
  for (let number = 0; number < 14; number += 1) {
    const scenes = number === 13 ? Array.from({ length: 6 }, () => 4) : [1];
    last = await seedStory({ username, title: `The Long Tide ${number}`, scenes });
    await db.story.update({
      where: { id: last },
      data: { status: "published", publishedAt: new Date() },
    });
  }
  return last;
}
