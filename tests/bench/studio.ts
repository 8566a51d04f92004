/**
 * `npm run bench -- studio [<runs>]`: how soon the workspace of a story with 60 scenes of six
 * panels is there, how it scrolls, how much of it is in the page and how a bubble is dragged, in
 * Chromium against the built app; and how readers fare while pictures are encoded (`--encoding`:
 * that alone). Exits with 1 below the bar.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { CHROMIUM_FLAGS, findChromium } from "../../scripts/testing/chromium.ts";
import { measureDrag } from "./bubble-drag.ts";
import { measureEncoding } from "./encoding.ts";
import { openLongStory, panels, scenes } from "./long-story.ts";
import { median, type Row } from "./support/site.ts";

/** Milliseconds from the press to the first scene's pictures on the screen, with an empty cache. */
const paintBar = 1_500;
/** Milliseconds of a frame while scrolling, on average. */
const frameBar = 50;
/** Pictures in the page wherever it is scrolled to; the story has six times sixty. */
const pictureBar = 60;
/** Pixels by which the page of a scene may miss it. */
const landingBar = 2;

export async function main(): Promise<void> {
  const runs = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 5);
  const folder = mkdtempSync(path.join(tmpdir(), "inkwright-bench-"));
  chmodSync(folder, 0o755);
  const cleanups: (() => Promise<unknown>)[] = [
    async () => rmSync(folder, { recursive: true, force: true }),
  ];
  try {
    const { base, storyId, token, readPage, senders, serverPid } = await openLongStory(
      folder,
      cleanups,
    );
    const readers = () =>
      measureEncoding(
        { base, readPage, senders, serverPid: serverPid(), folder },
        Math.max(5, runs),
        cleanups,
      );
    if (process.argv.includes("--encoding")) return judge([await readers()]);
    const executablePath = findChromium();
    const browser = await chromium.launch({
      args: CHROMIUM_FLAGS,
      ...(executablePath && { executablePath }),
    });
    cleanups.push(() => browser.close());
    const visit = (address: string) => openPage(browser, base, address, token);
    const story = `/story/${storyId}`;
    // The server's first answer is its own warming up, not the page's speed.
    await (await visit(story)).context.close();
    judge([
      await measurePaint(() => visit(story), runs),
      ...(await measureScroll(await visit(story))),
      await measureLanding(await visit(`${story}/scene/40`)),
      ...(await measureDrag(browser, base, story, token)),
      await readers(),
    ]);
  } finally {
    for (const stop of cleanups.reverse()) await stop().catch((error) => console.error(error));
  }
}

function judge(rows: Row[]): void {
  for (const [what, value, ok] of rows) console.log(`${ok ? "ok  " : "MISS"} ${what}: ${value}`);
  if (!rows.every(([, , ok]) => ok)) process.exitCode = 1;
}

interface Visit {
  context: BrowserContext;
  page: Page;
  /** Milliseconds until the pictures of the first sight were painted. */
  painted: number;
  firstPaint: number;
}

/** Opens a page in a browser with an empty cache and waits for the pictures of its first sight. */
async function openPage(
  browser: Browser,
  base: string,
  address: string,
  token: string,
): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([
    { name: "token", value: token, url: base },
    { name: "signed_in", value: "1", url: base },
  ]);
  const page = await context.newPage();
  // The compiler of this file names functions with a helper that pages do not have.
  await page.addInitScript("globalThis.__name = (named) => named");
  await page.addInitScript(() => {
    const look = () => {
      const seen = [...document.querySelectorAll<HTMLImageElement>(".scene-section img")].filter(
        (image) => {
          const { top, bottom } = image.getBoundingClientRect();
          return bottom > 0 && top < innerHeight;
        },
      );
      if (seen.length === 0 || !seen.every((image) => image.complete && image.naturalWidth > 0)) {
        requestAnimationFrame(look);
        return;
      }
      void Promise.all(seen.map((image) => image.decode())).then(() =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => Object.assign(window, { paintedAt: performance.now() })),
        ),
      );
    };
    requestAnimationFrame(look);
  });
  await page.goto(base + address, { waitUntil: "commit" });
  await page.waitForFunction(() => "paintedAt" in window, null, { polling: 20, timeout: 30_000 });
  const { painted, firstPaint } = await page.evaluate(() => ({
    painted: (window as unknown as { paintedAt: number }).paintedAt,
    firstPaint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
  }));
  return { context, page, painted, firstPaint };
}

async function measurePaint(visit: () => Promise<Visit>, runs: number): Promise<Row> {
  const painted: number[] = [];
  const first: number[] = [];
  for (let run = 1; run <= runs; run += 1) {
    const one = await visit();
    painted.push(one.painted);
    first.push(one.firstPaint);
    console.log(
      `run ${run}: something after ${one.firstPaint.toFixed(0)} ms, first scene after ${one.painted.toFixed(0)} ms`,
    );
    await one.context.close();
  }
  const middle = median(painted);
  return [
    `${scenes} scenes of ${panels} panels: first scene painted, median of ${runs}`,
    `${middle.toFixed(0)} ms (first paint ${median(first).toFixed(0)} ms); bar ${paintBar} ms`,
    middle <= paintBar,
  ];
}

/** From the first scene to the last with the wheel, a screen every third of a second. */
async function measureScroll({ context, page }: Visit): Promise<Row[]> {
  await page.waitForTimeout(2_000);
  await page.evaluate(() => {
    const frames: number[] = [];
    const pictures: number[] = [];
    let last = performance.now();
    const tick = (now: number) => {
      frames.push(now - last);
      last = now;
      pictures.push(document.querySelectorAll(".scene-section img").length);
      if (!("stopped" in window)) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    Object.assign(window, { frames, pictures });
  });
  await page.mouse.move(800, 450);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let y = 0; y < height; y += 100) {
    await page.mouse.wheel(0, 100);
    await page.waitForTimeout(20);
  }
  const { frames, most, end, elements } = await page.evaluate(() => {
    const { frames, pictures } = window as unknown as { frames: number[]; pictures: number[] };
    Object.assign(window, { stopped: true });
    return {
      frames: frames.slice(1),
      most: Math.max(...pictures),
      end: scrollY + innerHeight - document.documentElement.scrollHeight,
      elements: document.querySelectorAll("*").length,
    };
  });
  await context.close();
  if (end < -200) throw new Error("The page was not scrolled to its end.");
  const sorted = frames.toSorted((a, b) => a - b);
  const mean = frames.reduce((sum, one) => sum + one, 0) / frames.length;
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const slow = frames.filter((one) => one > frameBar).length;
  return [
    [
      `scrolling through all of it, ${frames.length} frames`,
      `mean ${mean.toFixed(1)} ms, 95 % within ${at(0.95).toFixed(0)} ms, slowest ${at(1).toFixed(0)} ms, ${slow} over ${frameBar} ms; bar: mean and 95 % within ${frameBar} ms`,
      mean <= frameBar && at(0.95) <= frameBar,
    ],
    [
      "pictures in the page at once while scrolling",
      `${most} of ${scenes * panels} (${elements} elements at the end); bar ${pictureBar}`,
      most <= pictureBar,
    ],
  ];
}

/** The page of a scene begins with that scene, right below the header. */
async function measureLanding({ context, page, painted }: Visit): Promise<Row> {
  await page.waitForTimeout(2_000);
  const miss = await page.evaluate(() => {
    const sheet = document.getElementById("scene-40");
    const margin = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
    return Math.abs((sheet?.getBoundingClientRect().top ?? 1e9) - margin);
  });
  await context.close();
  return [
    "page of scene 40",
    `${miss.toFixed(1)} px beside its place, painted after ${painted.toFixed(0)} ms; bar ${landingBar} px`,
    miss <= landingBar,
  ];
}
