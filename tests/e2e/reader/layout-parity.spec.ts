import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import pixelmatch from "pixelmatch";
import sharp from "sharp";
import type { Story } from "@/lib/stories/schema";
import { expect, test } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { seedStory } from "@/tests/support/seeding";
import { signIn } from "../accounts/users";
import { openScene } from "../settings/story";
import { atWorkspace, sheet } from "../studio/workspace";

/** As wide as the page on a large screen, and as dense as a downloaded picture. */
const page = { width: 1080, gap: 20, density: 2 };
const published = { status: "published" };

const composed = (on: Page, scene: number) => on.locator(`#scene-${scene} > .comic-page`);

/** A scene's page alone, at the width that is compared. */
async function picture(on: Page, scene: number): Promise<Buffer> {
  await on.addStyleTag({
    content: `.studio-columns { max-width: none !important; }
      #scene-${scene} > .comic-page { width: ${page.width}px !important; margin-inline: auto; }
      .stage #scene-${scene} > .comic-page { position: static !important; transform: none !important; }
      .prompt-bar, .shell-header, .owner-link, .tools, .resume { visibility: hidden !important; }
      * { animation: none !important; transition: none !important; }`,
  });
  const shown = composed(on, scene);
  await shown.scrollIntoViewIfNeeded();
  for (const image of await shown.locator("img").all()) {
    await image.evaluate((it: HTMLImageElement) => {
      it.loading = "eager";
      return it.decode();
    });
  }
  // On whole pixels: a page stands in the middle of the screen, wherever that is.
  await shown.evaluate((it) => {
    const { left, top } = it.getBoundingClientRect();
    it.style.cssText += `;position:relative;left:${Math.ceil(left) - left}px;top:${Math.ceil(top) - top}px`;
  });
  await on.mouse.move(0, 0);
  await on.waitForFunction(() => document.fonts.status === "loaded");
  const file = await shown.screenshot();
  if (process.env.KEEP_DOWNLOADS)
    await sharp(file).toFile(`${process.env.KEEP_DOWNLOADS}/${scene}-${Date.now()}.png`);
  return file;
}

/** How many panels stand beside each other at most. */
async function columnsOf(on: Page, scene: number): Promise<number> {
  const boxes = await places(on, scene);
  return new Set(boxes.map(({ left }) => Math.round(left))).size;
}

/** Height in px of the smallest letters on the page. */
const smallestLetters = (on: Page) =>
  on.locator(".panel-bubbles text:visible").evaluateAll((texts: SVGTextElement[]) =>
    Math.min(
      ...texts.map((text) => {
        const { width = 0 } = text.ownerSVGElement?.getBoundingClientRect() ?? {};
        const scale = width / (text.ownerSVGElement?.viewBox.baseVal.width ?? 1);
        return scale * Number.parseFloat(getComputedStyle(text).fontSize);
      }),
    ),
  );

/** Share of pixels that differ as an eye sees it, 0 to 1. The pictures are of one size. */
async function differing(a: Buffer, b: Buffer): Promise<number> {
  const [first, second] = await Promise.all(
    [a, b].map((file) => sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true })),
  );
  const { width = 0, height = 0 } = first?.info ?? {};
  expect(second?.info).toMatchObject({ width });
  // Half a pixel is rounded one way by the screen and the other by the picture.
  expect(Math.abs((second?.info.height ?? 0) - height)).toBeLessThanOrEqual(2);
  const rows = Math.min(height, second?.info.height ?? 0) * width * 4;
  const [one, other] = [first, second].map((it) => it?.data.subarray(0, rows));
  if (!one || !other) throw new Error("two pictures");
  const options = { threshold: 0.1 };
  return pixelmatch(one, other, undefined, width, rows / width / 4, options) / (rows / 4);
}

test.describe("at one width", () => {
  test.use({ viewport: { width: 1700, height: 2200 }, deviceScaleFactor: page.density });

  test("readers see, turn to and download the page that the author composed", async ({
    page: on,
  }) => {
    const storyId = await atWorkspace(on, { scenes: [3, 4], aspectRatio: "square" });
    const dialog = await openScene(on, 1);
    const choice = dialog.getByRole("radio", { name: "One, then two side by side" });
    await choice.focus();
    await on.keyboard.press("Space");
    await expect(choice).toBeChecked();
    await on.keyboard.press("Escape");
    await expect(composed(on, 1)).toHaveAttribute("data-layout", "row-1/row-2");

    const authors = [await picture(on, 1), await picture(on, 2)];
    const downloads: Buffer[] = [];
    for (const scene of [1, 2]) {
      const saved = on.waitForEvent("download");
      await on.getByRole("button", { name: `Download page of scene ${scene}` }).click();
      const download = await saved;
      expect(download.suggestedFilename()).toBe(`inkwright-the-long-tide-scene-${scene}-page.jpg`);
      downloads.push(await readFile((await download.path()) ?? ""));
    }

    await call(on, "PUT", `/stories/${storyId}`, published);
    await on.goto(`/story/${storyId}/read`);
    const read = [await picture(on, 1), await picture(on, 2)];
    const again = on.waitForEvent("download");
    await on.getByRole("button", { name: "Download page of scene 1" }).click();
    const readersDownload = await readFile((await (await again).path()) ?? "");

    await on.evaluate(() =>
      localStorage.setItem("inkwright:reader", JSON.stringify({ mode: "page", pages: "one" })),
    );
    await on.reload();
    await expect(on.getByRole("button", { name: "Read", exact: true })).toBeVisible();
    const turned: Buffer[] = [];
    for (const scene of [1, 2]) {
      await on.keyboard.press("ArrowRight");
      await expect(composed(on, scene)).toBeVisible();
      turned.push(await picture(on, scene));
    }

    for (const [index, author] of authors.entries()) {
      const { width = 0, height = 0 } = await sharp(author).metadata();
      const download = downloads[index] ?? Buffer.of();
      const around = page.gap * page.density;
      const metadata = await sharp(download).metadata();
      expect(metadata.width).toBe(width + 2 * around);
      expect(metadata.xmp?.toString()).toContain("/digitalsourcetype/algorithmicMedia");
      const within = await sharp(download)
        .extract({ left: around, top: around, width, height: metadata.height - 2 * around })
        .png()
        .toBuffer();
      expect(Math.abs(metadata.height - 2 * around - height)).toBeLessThanOrEqual(2);
      const differences = {
        reader: await differing(author, read[index] ?? Buffer.of()),
        pages: await differing(author, turned[index] ?? Buffer.of()),
        download: await differing(author, within),
      };
      test.info().annotations.push({
        type: `scene ${index + 1}`,
        description: JSON.stringify(differences),
      });
      expect(differences.reader).toBeLessThan(0.002);
      expect(differences.pages).toBeLessThan(0.002);
      expect(differences.download).toBeLessThan(0.002);
    }
    // Two scenes of other pictures are not alike at all: the measure tells them apart.
    const [one, other] = await Promise.all(
      authors.map((file) => sharp(file).resize(500, 500, { fit: "fill" }).png().toBuffer()),
    );
    if (!one || !other) throw new Error("two scenes");
    expect(await differing(one, other)).toBeGreaterThan(0.2);
    expect((await sharp(readersDownload).metadata()).width).toBe(
      (page.width + 2 * page.gap) * page.density,
    );
  });
});

/** Where the panels of a scene lie. */
const places = (on: Page, scene: number) =>
  composed(on, scene)
    .locator(".panel")
    .evaluateAll((panels) =>
      panels.map((panel) => {
        const { left, top, bottom, width } = panel.getBoundingClientRect();
        return { left: Math.round(left), top, bottom, width: Math.round(width) };
      }),
    );

test("on a phone it is a strip, in any layout @full", {
  tag: "@phone-only",
}, async ({ page: on }) => {
  const storyId = await atWorkspace(on, { scenes: [3] });
  const dialog = await openScene(on, 1);
  await dialog.getByText("Page layout").scrollIntoViewIfNeeded();
  await dialog.getByTitle("One, then two side by side").tap();
  await expect(dialog.getByRole("radio", { name: "One, then two side by side" })).toBeChecked();
  await expectAccessible(on);
  await on.keyboard.press("Escape");
  await call(on, "PUT", `/stories/${storyId}`, published);
  for (const address of [`/story/${storyId}`, `/story/${storyId}/read`]) {
    await on.goto(address);
    await sheet(on, 1).scrollIntoViewIfNeeded();
    await expect(composed(on, 1).locator(".panel")).toHaveCount(3);
    const boxes = await places(on, 1);
    expect(new Set(boxes.map(({ left, width }) => `${left}/${width}`)).size).toBe(1);
    for (const [index, box] of boxes.slice(1).entries()) {
      expect(box.top).toBeGreaterThan(boxes[index]?.bottom ?? 0);
    }
    expect(await on.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  }
});

test("a page scrolls as composed where its letters have room, else as a column; scenes far below reserve their height @full", async ({
  page: on,
}) => {
  const storyId = await seedStory({
    username: await signIn(on),
    scenes: [3, 1, 2, 4, 5, 6],
    publishedAt: new Date().toISOString(),
  });
  const { scenes } = await call<Story>(on, "GET", `/stories/${storyId}`);
  await call(on, "PUT", `/scenes/${scenes[3]?._id}`, { layout: "lead-3" });
  for (const width of [768, 1024, 1280, 1440]) {
    await on.setViewportSize({ width, height: 900 });
    // One large with three beside it, for its author; too narrow for a reader's scroll.
    await on.goto(`/story/${storyId}`);
    await composed(on, 4).scrollIntoViewIfNeeded();
    await expect(composed(on, 4).locator("img").last()).toBeVisible();
    const [large, ...small] = await places(on, 4);
    if (!large || small.length !== 3) throw new Error("four panels");
    expect(new Set(small.map(({ left }) => left)).size).toBe(1);
    expect(small[0]?.left).toBeGreaterThan(large.left + large.width);
    expect(small[2]?.bottom).toBeCloseTo(large.bottom, 0);
    await on.goto(`/story/${storyId}/read`);
    expect(await columnsOf(on, 4)).toBe(1);
    // One large with two beside it, in thirds of the page.
    expect(await columnsOf(on, 1)).toBe(width < 1280 ? 1 : 2);
    expect(await columnsOf(on, 3)).toBe(width < 896 ? 1 : 2);
    expect(await smallestLetters(on)).toBeGreaterThanOrEqual(11.9);
    // The height that a page has before it is laid out is the one that it has then.
    for (let scene = 1; scene <= 6; scene += 1) {
      const expected = await composed(on, scene).evaluate(
        (it) => it.getBoundingClientRect().height,
      );
      await composed(on, scene).evaluate((it) => it.scrollIntoView());
      // The end of a column of six panels is several screens away, and fetched near it.
      const last = composed(on, scene).locator("img").last();
      await last.evaluate((it) => it.scrollIntoView());
      await expect(last).toHaveJSProperty("complete", true);
      const box = await composed(on, scene).boundingBox();
      expect(Math.abs((box?.height ?? 0) - expected)).toBeLessThanOrEqual(1.5);
    }
  }
});
