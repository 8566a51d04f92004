import type { Browser } from "@playwright/test";
import { minOf } from "../../lib/platform/min-max.ts";
import { frames } from "./bubble-drag.ts";
import { median, type Row } from "./support/site.ts";

const steps = 8;
/** Milliseconds of one move of the camera, and a rest. */
const moveTime = 500;
const throttling = 4;
/** Frames a second. */
const frameBar = 55;

/** Reads a story panel by panel with a slow processor: frames while the camera moves, and shifts. */
export async function measureCamera(browser: Browser, url: string): Promise<Row[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript("globalThis.__name = (named) => named");
  await page.addInitScript(() => {
    localStorage.setItem("inkwright:reader", JSON.stringify({ mode: "panel" }));
    const shifts = { sum: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        shifts.sum += entry.value;
    }).observe({ type: "layout-shift" });
  });
  await page.goto(url, { waitUntil: "load" });
  await page.getByRole("button", { name: "Read", exact: true }).click();
  await page.waitForTimeout(2_000);
  const client = await context.newCDPSession(page);
  await client.send("Emulation.setCPUThrottlingRate", { rate: throttling });
  const shiftsBefore = await page.evaluate(() => Object(window).shifts.sum as number);
  const rates: number[] = [];
  for (let step = 0; step < steps; step += 1) {
    rates.push(
      await frames(page, async () => {
        await page.keyboard.press(step < steps / 2 ? "ArrowRight" : "ArrowLeft");
        await page.waitForTimeout(moveTime);
      }),
    );
  }
  const shifts = (await page.evaluate(() => Object(window).shifts.sum as number)) - shiftsBefore;
  await context.close();
  const rate = median(rates);
  return [
    [
      `camera from panel to panel, CPU ${throttling} times slower`,
      `${rate.toFixed(1)} frames a second, the slowest move ${minOf(rates).toFixed(1)}; bar ${frameBar}`,
      rate >= frameBar,
    ],
    ["shift of the layout panel by panel", `${shifts.toFixed(4)}; bar 0`, shifts === 0],
  ];
}
