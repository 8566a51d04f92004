import { writeFile } from "node:fs/promises";
import type { Download, Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { expect, test } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import { seedStory } from "@/tests/support/seeding";
import { signIn } from "../accounts/users";
import { bubbleSamples } from "./bubble-samples";
import { compare, density, shownPanel } from "./image-diff";

test.use({ deviceScaleFactor: density, viewport: { width: 1440, height: 1300 } });

/** Each alone in its scene: there it is lettered at the width of its editor. */
const panelCount = 10;
/** Where a panel stands: number of its scene, and its own. */
const scenes = Array<number>(panelCount).fill(1);
const panels = scenes.flatMap((count, index) =>
  Array.from({ length: count }, (_, position) => ({ scene: index + 1, panel: position + 1 })),
);

interface Shown {
  _id: string;
  scenes: { _id: string; sceneNumber: number }[];
}

/** A published story whose panels hold the forty bubbles. @returns the ids of its scenes */
async function publish(page: Page): Promise<{ storyId: string; sceneIds: string[] }> {
  const username = await signIn(page);
  const storyId = await seedStory({ username, scenes, title: "Forty bubbles" });
  const story = await call<Shown>(page, "GET", `/stories/${storyId}`);
  const sceneIds = story.scenes.map((scene) => scene._id);
  for (const [index, { scene, panel }] of panels.entries()) {
    await call(page, "PUT", `/scenes/${sceneIds[scene - 1]}/panels/${panel}`, {
      textBubbles: bubbleSamples[index],
    });
  }
  await call(page, "PUT", `/stories/${storyId}`, { status: "published" });
  return { storyId, sceneIds };
}

/** Panels as wide as pictures of them, without the frame that is the page's. */
const bare = `.panel { width: ${shownPanel.width}px !important; max-width: none !important; margin-inline: auto;
  border: 0 !important; border-radius: 0 !important; aspect-ratio: 3 / 4 !important; }`;

/** A screenshot of what stands between two pixels begins with a part of what is beside it. */
const toWholePixels = (figure: Locator) =>
  figure.evaluate((element: HTMLElement) => {
    const { x, y } = element.getBoundingClientRect();
    element.style.translate = `${Math.round(x) - x}px ${Math.round(y) - y}px`;
  });

async function asRead(page: Page, storyId: string): Promise<Buffer[]> {
  await page.goto(`/story/${storyId}/read`);
  // Nothing is lettered with the page's own fonts before the first picture stands there.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((one) => (one as CSSAnimation).animationName !== "pictures-first"),
  );
  await page.addStyleTag({ content: bare });
  const pictures: Buffer[] = [];
  for (const { scene, panel } of panels) {
    const figure = page.locator(`#scene-${scene} figure.panel`).nth(panel - 1);
    await figure.scrollIntoViewIfNeeded();
    await figure.locator("img").evaluate((image: HTMLImageElement) => image.decode());
    await page.waitForFunction(() => document.fonts.status === "loaded");
    await toWholePixels(figure);
    pictures.push(await figure.screenshot());
  }
  return pictures;
}

/** The stage of the bubble editor, without what is there to take hold of. */
async function asLettered(page: Page, storyId: string): Promise<Buffer[]> {
  await page.goto(`/story/${storyId}`);
  await page.addStyleTag({
    content: `.bubble-stage { width: ${shownPanel.width}px !important; }
      .bubble-stage .bubble-grips { visibility: hidden; }
      .bubble-stage ${bare}`,
  });
  const pictures: Buffer[] = [];
  for (const { scene, panel } of panels) {
    await page.locator(`#scene-${scene}`).scrollIntoViewIfNeeded();
    const onTable = page
      .locator(`#scene-${scene}`)
      .getByRole("group", { name: `Panel ${panel}`, exact: true });
    await onTable.scrollIntoViewIfNeeded();
    await onTable.locator(".bubble-grip").first().focus();
    await page.keyboard.press("Enter");
    const stage = page.getByRole("group", { name: "Panel being lettered" });
    const figure = stage.locator("figure.panel");
    await figure.locator("img").evaluate((image: HTMLImageElement) => image.decode());
    await page.waitForFunction(() => document.fonts.status === "loaded");
    await toWholePixels(figure);
    pictures.push(await figure.screenshot({ animations: "disabled" }));
    await page.keyboard.press("Escape");
    await expect(stage).toHaveCount(0);
  }
  return pictures;
}

async function asDrawn(page: Page, sceneIds: string[]): Promise<Buffer[]> {
  return Promise.all(
    panels.map(async ({ scene, panel }) => {
      const answer = await page.request.get(
        `/api/scenes/${sceneIds[scene - 1]}/panels/${panel}/render?width=${shownPanel.width * density}`,
      );
      expect(answer.status()).toBe(200);
      return answer.body();
    }),
  );
}

/** The files that the Download buttons of the reading page save. */
async function asSaved(page: Page): Promise<Buffer[]> {
  const saved: Download[] = [];
  page.on("download", (download) => saved.push(download));
  // Where the browser cannot draw a panel the server's picture is saved: that would show nothing.
  page.on("request", (request) => expect.soft(request.url()).not.toContain("/render"));
  for (const [index, count] of scenes.entries()) {
    const name = new RegExp(`^Download scene ${index + 1}:`);
    await page.getByRole("button", { name }).click();
    const words = `Scene ${index + 1} downloaded: ${count} picture`;
    await expect(page.getByText(words, { exact: true })).toBeVisible({ timeout: 60_000 });
  }
  const all = scenes.reduce((sum, count) => sum + count, 0);
  await expect.poll(() => saved.length).toBe(all);
  const inOrder = saved.map(async (download) => ({
    name: download.suggestedFilename(),
    bytes: await sharp(await download.path())
      .png()
      .toBuffer(),
  }));
  return (await Promise.all(inOrder))
    .toSorted((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }))
    .map(({ bytes }) => bytes);
}

/**
 * Of the pixels of a panel. A bubble's own place holds little more than letters and the picture's
 * edges, which each side enlarges and packs in its way; a letter that is missing shows there.
 */
const bars = { panel: 0.02, bubble: 0.08 };

/** Fails where a panel, or the place of one bubble, differs by more than its bar. */
async function expectAlike(what: string, first: Buffer[], second: Buffer[]): Promise<void> {
  expect(second).toHaveLength(first.length);
  let worst = { share: 0, bubble: "" };
  for (const [index, bubbles] of bubbleSamples.entries()) {
    const likeness = await compare(
      first[index] ?? Buffer.of(),
      second[index] ?? Buffer.of(),
      bubbles,
    );
    expect(likeness.panel, `${what}: panel ${index + 1}`).toBeLessThan(bars.panel);
    for (const [bubble, share] of Object.entries(likeness.bubbles)) {
      expect.soft(share, `${what}: ${bubble}`).toBeLessThan(bars.bubble);
      if (share > worst.share) worst = { share, bubble };
    }
  }
  test.info().annotations.push({
    type: what,
    description: `worst ${(worst.share * 100).toFixed(3)} % of ${worst.bubble}`,
  });
}

/** For the eye: in the folder KEEP_LETTERING. */
async function keep(name: string, pictures: Buffer[]): Promise<void> {
  const folder = process.env.KEEP_LETTERING;
  if (!folder) return;
  for (const [index, body] of pictures.entries()) {
    await writeFile(`${folder}/${name}-${index}.png`, body);
  }
}

test("forty bubbles look the same in the editor, the reader, the download and the server's picture", async ({
  page,
}) => {
  test.slow();
  const { storyId, sceneIds } = await publish(page);
  const drawn = await asDrawn(page, sceneIds);
  const read = await asRead(page, storyId);
  const saved = await asSaved(page);
  const lettered = await asLettered(page, storyId);
  await keep("lettered", lettered);
  await keep("read", read);
  await keep("drawn", drawn);
  await keep("saved", saved);
  await expectAlike("editor and reader", lettered, read);
  await expectAlike("reader and server", read, drawn);
  await expectAlike("reader and download", read, saved);
  await expectAlike("server and download", drawn, saved);
});
