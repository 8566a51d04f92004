/**
 * The part of `npm run bench -- page` about the largest picture: how soon it is there on a slow
 * phone, beside a hand-written static page with the same pictures.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { type Cleanups, median, type Row } from "./support/site.ts";

export const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
};

/** A phone's processor and a line of 1.6 Mbit/s with 150 ms. */
export async function throttle(context: BrowserContext, page: Page, times: number): Promise<void> {
  const client = await context.newCDPSession(page);
  await client.send("Emulation.setCPUThrottlingRate", { rate: times });
  await client.send("Network.enable");
  await client.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (0.75 * 1024 * 1024) / 8,
  });
}

/**
 * With each new context Chromium loads pages of its own window (of its address bar: 270 to 380 files,
 * half a second of a processor, traced in 156). On two processors that fell into the very load that is
 * measured, and more on a page with more to do: such a window is let come to rest first, ms.
 */
const rest = 2_000;

/** Milliseconds to the largest paint on a slow phone. */
async function largestPaint(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await page.waitForTimeout(rest);
  await page.addInitScript("globalThis.__name = (named) => named");
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) Object.assign(window, { largest: entry.startTime });
    }).observe({ type: "largest-contentful-paint", buffered: true });
  });
  await throttle(context, page, 4);
  await page.goto(url, { waitUntil: "load", timeout: 120_000 });
  await page.waitForTimeout(1_000);
  const largest = await page.evaluate(() => (window as unknown as { largest: number }).largest);
  await context.close();
  return largest;
}

export async function measurePaint(
  browser: Browser,
  url: string,
  bar: number,
  cleanups: Cleanups,
  runs: number,
): Promise<Row[]> {
  const plain = await writePlainPage(browser, url, cleanups);
  const ratios: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const other = await largestPaint(browser, plain);
    const own = await largestPaint(browser, url);
    ratios.push(own / other);
    console.log(`largest paint: ${own.toFixed(0)} ms, hand-written ${other.toFixed(0)} ms`);
  }
  const value = median(ratios);
  return [
    [
      "largest paint beside a hand-written page with the same pictures",
      `${value.toFixed(2)} ×, median of ${runs}; bar ${bar}`,
      value <= bar,
    ],
  ];
}

/** The least that shows the same story: heading, text and the same pictures, from a plain server. */
async function writePlainPage(browser: Browser, url: string, cleanups: Cleanups): Promise<string> {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await page.goto(url);
  const parts = await page.evaluate(() => ({
    title: document.querySelector("h1")?.outerHTML ?? "",
    text: document.querySelector("h1 ~ *")?.textContent ?? "",
    pictures: [...document.querySelectorAll<HTMLImageElement>(".panel img")].map((image) => ({
      src: image.getAttribute("src"),
      srcset: image.getAttribute("srcset"),
      sizes: image.getAttribute("sizes"),
      width: image.width,
      height: image.height,
    })),
  }));
  await context.close();
  const pictures = parts.pictures.map(
    ({ src, srcset, sizes, width, height }, index) =>
      `<img src="${src}" ${srcset ? `srcset="${srcset}" sizes="${sizes}"` : ""} width="${width}" height="${height}" alt="" ${index === 0 ? 'fetchpriority="high"' : 'loading="lazy"'}>`,
  );
  const html = gzipSync(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Story</title><style>body{font:18px sans-serif;margin:1rem}img{display:block;width:100%;height:auto;margin:1rem 0}</style>${parts.title}<p>${parts.text}</p>${pictures.join("\n")}</html>`,
  );
  const origin = new URL(url).origin;
  const server = createServer(async (request, response) => {
    if (request.url === "/") {
      response.writeHead(200, {
        "content-type": "text/html; charset=utf-8",
        "content-encoding": "gzip",
      });
      response.end(html);
      return;
    }
    const reply = await fetch(origin + request.url);
    response.writeHead(reply.status, { "content-type": reply.headers.get("content-type") ?? "" });
    response.end(Buffer.from(await reply.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanups.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
