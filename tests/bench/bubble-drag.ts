import type { Browser, Page } from "@playwright/test";
import { type TextBubble, textBubble } from "../../lib/scenes/bubbles/schema.ts";
import { median, type Row } from "./support/site.ts";

/** How many bubbles the panel has. */
const bubbleCount = 12;
const drags = 5;
/** Milliseconds of one drag. */
const dragTime = 2_000;
const throttling = 4;
/** Frames while dragging, as a share of those of the same page at rest: 60 a second on a free machine. */
const frameBar = 0.95;

/** Twelve bubbles of all shapes, each with a few lines. */
export const crowdedPanel = (): TextBubble[] =>
  Array.from({ length: bubbleCount }, (_, index) =>
    textBubble.parse({
      id: `crowd-${index}`,
      text: `Line ${index + 1}: nobody told me about the tide, nor about the bell.`,
      type: index % 4 === 3 ? "thought" : "speech",
      position: { x: 0.2 + 0.3 * (index % 3), y: 0.12 + 0.24 * Math.floor(index / 3) },
      style: {
        bubbleShape: (["rounded", "oval", "rectangular", "cloud"] as const)[index % 4],
        tailTip: { x: 0.5, y: 0.95 },
      },
    }),
  );

/** Drags a bubble among twelve: in the workspace and in the editor. */
export async function measureDrag(
  browser: Browser,
  base: string,
  address: string,
  token: string,
): Promise<Row[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([
    { name: "token", value: token, url: base },
    { name: "signed_in", value: "1", url: base },
  ]);
  const page = await context.newPage();
  // The compiler of this file names functions with a helper that pages do not have.
  await page.addInitScript("globalThis.__name = (named) => named");
  await page.goto(base + address);
  const inWorkspace = "#scene-1 [aria-label='Panel 1'] .bubble-grip >> nth=5";
  // Clear of the header and the prompt bar.
  await page.locator(inWorkspace).evaluate((grip) => grip.scrollIntoView({ block: "center" }));
  await page.waitForTimeout(3_000);
  const client = await context.newCDPSession(page);
  await client.send("Emulation.setCPUThrottlingRate", { rate: throttling });
  const rows = [await measure(page, inWorkspace, "in the workspace")];
  await page.locator(inWorkspace).focus();
  await page.keyboard.press("Enter");
  const onStage = ".bubble-stage .bubble-grip >> nth=5";
  await page.locator(onStage).waitFor();
  await page.waitForTimeout(1_500);
  rows.push(await measure(page, onStage, "in the editor"));
  await context.close();
  return rows;
}

async function measure(page: Page, grip: string, where: string): Promise<Row> {
  const rates: number[] = [];
  const shares: number[] = [];
  for (let drag = 1; drag <= drags; drag += 1) {
    const rest = await frames(page, () => page.waitForTimeout(dragTime / 2));
    const moving = await frames(page, () => dragAround(page, grip));
    rates.push(moving);
    shares.push(moving / rest);
  }
  const share = median(shares);
  return [
    `dragging one of ${bubbleCount} bubbles ${where}, CPU ${throttling} times slower`,
    `${median(rates).toFixed(1)} frames a second, ${share.toFixed(2)} of the page at rest; bar ${frameBar}`,
    share >= frameBar,
  ];
}

/** Frames a second while something is done. */
export async function frames(page: Page, work: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const counter = { frames: 0, from: performance.now(), to: 0, on: true };
    const tick = (now: number) => {
      counter.frames += 1;
      counter.to = now;
      if (counter.on) requestAnimationFrame(tick);
    };
    requestAnimationFrame((now) => {
      counter.from = now;
      requestAnimationFrame(tick);
    });
    Object.assign(window, { counter });
  });
  await work();
  return page.evaluate(() => {
    const { counter } = window as unknown as {
      counter: { frames: number; from: number; to: number; on: boolean };
    };
    counter.on = false;
    return (1000 * counter.frames) / (counter.to - counter.from);
  });
}

/** In circles, and given up at the end: nothing is saved. */
async function dragAround(page: Page, grip: string): Promise<void> {
  const box = await page.locator(grip).boundingBox();
  if (!box) throw new Error(`${grip} is not on the page.`);
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  await page.mouse.move(x, y);
  await page.mouse.down();
  const began = Date.now();
  while (Date.now() - began < dragTime) {
    const angle = (Date.now() - began) / 150;
    await page.mouse.move(x + 70 * Math.cos(angle), y + 70 * Math.sin(angle));
    await page.waitForTimeout(6);
  }
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await page.waitForTimeout(300);
}
