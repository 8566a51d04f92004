import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import sharp from "sharp";
import { expect, test } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import { seedStory, sql } from "@/tests/support/seeding";
import { signIn } from "../accounts/users";
import { atWorkspace, sheet } from "../studio/workspace";

/** A story of one's own as readers see it. */
async function atReading(
  page: Page,
  plan: Omit<Parameters<typeof seedStory>[0], "username">,
): Promise<string> {
  const storyId = await seedStory({ username: await signIn(page), ...plan });
  await call(page, "PUT", `/stories/${storyId}`, { status: "published" });
  await page.goto(`/story/${storyId}/read`);
  await button(page, 1).waitFor();
  return storyId;
}

const button = (page: Page, scene: number) =>
  page.getByRole("button", { name: `Download scene ${scene}` });

/** Every file that the page saves from now on, and when. */
function collect(page: Page): { files: Download[]; times: number[] } {
  const kept = { files: [] as Download[], times: [] as number[] };
  page.on("download", (download) => {
    kept.files.push(download);
    kept.times.push(Date.now());
  });
  return kept;
}

const bytesOf = async (download: Download | undefined) =>
  readFile((await download?.path()) ?? "nothing was downloaded");

/** Mean difference of two pictures, from 0 to 255. */
async function difference(a: Buffer, b: Buffer): Promise<number> {
  const flat = (bytes: Buffer) =>
    sharp(bytes).resize(336, 448, { fit: "fill" }).removeAlpha().raw().toBuffer();
  const [first, second] = await Promise.all([flat(a), flat(b)]);
  let sum = 0;
  for (const [index, value] of first.entries()) sum += Math.abs(value - (second[index] ?? 0));
  return sum / first.length;
}

test("a reader saves the pictures of a scene, lettered and marked, in reading order", async ({
  page,
}) => {
  const storyId = await atReading(page, { title: "Ночь: the very long tide", scenes: [3, 1] });
  // A panel that moves is saved as its picture.
  await sql(
    `update panel set video_media_id = image_media_id where panel_number = 2 and scene_id =
       (select id from scene where story_id = $1 and scene_number = 1)`,
    [storyId],
  );
  await call(page, "PUT", `/stories/${storyId}`, { title: "Ночь: the very long, long tide" });
  await page.reload();
  await expect(page.locator("#scene-1 video")).toBeAttached();
  // High enough for a whole panel beside the page's header.
  await page.setViewportSize({ width: 1440, height: 1400 });
  const figure = page.locator("#scene-1 figure").first();
  await figure.locator("img").evaluate((image: HTMLImageElement) => image.decode());
  // A single picture has the letters of a panel that is alone.
  await page
    .locator("#scene-1 .comic-page")
    .evaluate((one) => one.setAttribute("data-lettering", "alone"));
  const framed = sharp(await figure.screenshot());
  const { width = 0, height = 0 } = await framed.metadata();
  const frame = { left: 2, top: 2, width: width - 4, height: height - 4 };
  const shown = await framed.extract(frame).toBuffer();
  if (process.env.KEEP_DOWNLOADS)
    await sharp(shown).toFile(`${process.env.KEEP_DOWNLOADS}/shown.png`);
  const { files, times } = collect(page);
  // The control says what it downloads before it is pressed.
  await expect(button(page, 1)).toHaveAccessibleName("Download scene 1: 3 pictures");
  await expect(
    page.getByRole("button", { name: "Download page of scene 1: all panels in one" }),
  ).toBeVisible();
  const statuses = await watchStatus(page);
  await button(page, 1).focus();
  // Twice by a hand that trembles, and the next scene before this one is done.
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(button(page, 1)).toHaveAttribute("aria-busy", "true");
  await button(page, 2).click();
  await expect(page.getByText("Scene 1 downloaded: 3 pictures")).toBeVisible();
  await expect(page.getByText("Scene 2 downloaded: 1 picture")).toBeVisible();
  await expect(button(page, 1))
    .toBeFocused({ timeout: 1 })
    .catch(() => undefined);
  await expect(button(page, 1)).not.toHaveAttribute("aria-busy");

  await expect.poll(() => files.length).toBe(4);
  expect(files.map((file) => file.suggestedFilename())).toEqual([
    "inkwright-noch-the-very-long-long-tide-scene-1-panel-1.jpg",
    "inkwright-noch-the-very-long-long-tide-scene-1-panel-2.jpg",
    "inkwright-noch-the-very-long-long-tide-scene-1-panel-3.jpg",
    "inkwright-noch-the-very-long-long-tide-scene-2-panel-1.jpg",
  ]);
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(190);
  expect(await statuses()).toEqual(
    expect.arrayContaining(["Downloading picture 1 of 3", "Downloading picture 3 of 3"]),
  );
  // Nothing of the work stays on the page.
  expect(await page.locator("body > div[inert]").count()).toBe(0);

  for (const [index, file] of files.entries()) {
    const bytes = await bytesOf(file);
    const metadata = await sharp(bytes).metadata();
    expect(metadata).toMatchObject({ format: "jpeg", width: 1344, height: 1792 });
    // The seed's drawing is declared as such; a model's picture would say 'trainedAlgorithmicMedia'.
    expect(metadata.xmp?.toString()).toContain("/digitalsourcetype/algorithmicMedia");
    if (process.env.KEEP_DOWNLOADS) await file.saveAs(`${process.env.KEEP_DOWNLOADS}/${index}.jpg`);
  }
  // It is the panel as readers see it: picture, bubbles, letters, and no focus ring.
  expect(await difference(await bytesOf(files[1]), shown)).toBeGreaterThan(8);
  const stored = await page.request.get((await figure.locator("img").getAttribute("src")) ?? "");
  // Without its bubbles the picture differs.
  const bare = await difference(await bytesOf(files[0]), await stored.body());
  expect(bare).toBeGreaterThan(2);
  expect(await difference(await bytesOf(files[0]), shown)).toBeLessThan(bare / 2);
});

/** The status of any download, as a screen reader announces it. */
async function watchStatus(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    new MutationObserver(() => {
      for (const status of document.querySelectorAll('section [role="status"]')) {
        if (status.textContent) heard.push(status.textContent);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
}

test("an author saves the same files as a reader, from the header of a scene @full", {
  tag: "@phone",
}, async ({ page }) => {
  const storyId = await atWorkspace(page, { scenes: [2], aspectRatio: "3:2" });
  const { files } = collect(page);
  await sheet(page, 1)
    .locator(".scene-head")
    .getByRole("button", { name: "Download scene 1" })
    .click();
  await expect(page.getByText("Scene 1 downloaded: 2 pictures")).toBeVisible();
  await call(page, "PUT", `/stories/${storyId}`, { status: "published" });
  await page.goto(`/story/${storyId}/read`);
  await button(page, 1).click();
  await expect.poll(() => files.length).toBe(4);
  const names = files.map((file) => file.suggestedFilename());
  expect(names.slice(0, 2)).toEqual([
    "inkwright-the-long-tide-scene-1-panel-1.jpg",
    "inkwright-the-long-tide-scene-1-panel-2.jpg",
  ]);
  expect(names.slice(2)).toEqual(names.slice(0, 2));
  expect(await sharp(await bytesOf(files[0])).metadata()).toMatchObject({
    width: 1344,
    height: 896,
  });
  expect(await difference(await bytesOf(files[0]), await bytesOf(files[2]))).toBeLessThan(1);
});

test.describe("when a picture cannot be had", () => {
  test.use({ allowedConsoleErrors: [/Failed to load resource|ERR_INTERNET_DISCONNECTED/] });

  test("the server draws pictures that the browser cannot, and failures show an error @full", async ({
    page,
    context,
  }) => {
    await atReading(page, { scenes: [2, 1] });
    // Without a connection not even the code arrives.
    await context.setOffline(true);
    await button(page, 1).click();
    await expect(
      page.getByText("Download failed: Please check your connection and try again."),
    ).toBeVisible();
    await context.setOffline(false);

    const { files } = collect(page);
    await button(page, 1).click();
    await expect(page.getByText("Scene 1 downloaded: 2 pictures")).toBeVisible();
    await expect.poll(() => files.length).toBe(2);
    const [byBrowser] = files.splice(0);

    // The canvas counts as foreign: the first panel comes from the server, the second not at all.
    const asked: string[] = [];
    await page.route("**/render?**", (route) => {
      const url = new URL(route.request().url());
      asked.push(url.pathname.replace(/^.*\/panels/, "panels") + url.search);
      return url.pathname.includes("/panels/1/")
        ? route.continue()
        : route.fulfill({ status: 503, body: "{}" });
    });
    await page.evaluate(() => {
      CanvasRenderingContext2D.prototype.getImageData = () => {
        throw new DOMException("The canvas has been tainted.", "SecurityError");
      };
    });
    await button(page, 1).click();
    await expect(page.getByText("1 of 2 pictures of scene 1 downloaded.")).toBeVisible();
    expect(asked).toEqual([
      "panels/1/render?format=jpeg&width=1344&letters=alone",
      "panels/2/render?format=jpeg&width=1344&letters=alone",
    ]);
    await expect.poll(() => files.length).toBe(1);
    expect(files[0]?.suggestedFilename()).toBe(byBrowser?.suggestedFilename());
    const byServer = await bytesOf(files[0]);
    const metadata = await sharp(byServer).metadata();
    expect(metadata).toMatchObject({ format: "jpeg", width: 1344, height: 1792 });
    expect(metadata.xmp?.toString()).toContain("/digitalsourcetype/algorithmicMedia");
    // The same picture, letter for letter; without its bubbles it would differ.
    const captured = await bytesOf(byBrowser);
    const source = await page.locator("#scene-1 figure img").first().getAttribute("src");
    const stored = await (await page.request.get(source ?? "")).body();
    const bare = await difference(captured, stored);
    expect(await difference(byServer, captured)).toBeLessThan(bare / 2);

    // A page with a hole in it is none.
    const whole = page.getByRole("button", { name: "Download page of scene 1" });
    await whole.click();
    await expect(
      page.getByText("Download failed: Panel 2 could not be drawn. Please try again."),
    ).toBeVisible();
    await page.unroute("**/render?**");
    await whole.click();
    await expect(page.getByText("Page of scene 1 downloaded")).toBeVisible();
    await expect.poll(() => files.length).toBe(2);
    const byServerWhole = await sharp(await bytesOf(files.pop())).metadata();
    expect(byServerWhole.width).toBe(2240);
    expect(byServerWhole.xmp?.toString()).toContain("/digitalsourcetype/algorithmicMedia");

    await page.route("**/render?**", (route) => route.fulfill({ status: 503, body: "{}" }));
    await button(page, 2).click();
    await expect(page.getByText("Failed to capture any panels")).toBeVisible();

    await page.locator("#scene-2").evaluate((section) => section.removeAttribute("id"));
    await button(page, 2).click();
    await expect(page.getByText("Scene element not found")).toBeVisible();

    await page.evaluate(() => {
      URL.createObjectURL = () => {
        throw new Error("The disk is full");
      };
    });
    await page.unroute("**/render?**");
    await button(page, 1).click();
    await expect(page.getByText("Download failed: An unexpected error occurred")).toBeVisible();
    expect(files).toHaveLength(1);
  });
});
