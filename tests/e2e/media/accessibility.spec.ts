import { expect, test } from "@/tests/support/browser";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { answer, atWorkspace, failure, panel } from "../studio/workspace";
import {
  ask,
  box,
  conversation,
  drawnBy,
  expectTakes,
  openMedia,
  openTab,
  overlay,
  pictureOf,
  submit,
  take,
  takes,
  use,
} from "./workspace";

const job = "00000000-0000-7000-8000-000000000000";

test.use({ allowedConsoleErrors: [/status of 503/] });

test("every state of the media workspace is accessible @full", async ({ page }) => {
  test.setTimeout(300_000);
  await atWorkspace(page, { scenes: [1] });
  const media = await openMedia(page);
  await expectTakes(media, 1);
  const label = media.getByText("Demo studio", { exact: true });
  await expect(label).toHaveCount(drawnBy === "Demo studio" ? 1 : 0);
  await expectAccessible(page);

  await ask(media, "Generate", "The bell tower in the fog, with gulls");
  await expectTakes(media, 2);
  await media.getByRole("button", { name: "Delete take" }).click();
  await openTab(media, "Upload");
  await expectAccessible(page);
  await media.getByRole("alertdialog").getByRole("button", { name: "No, Keep It" }).click();

  await media.getByRole("button", { name: "Compare", exact: true }).click();
  await take(media, 1).click();
  await openTab(media, "Animate");
  // Not an icon alone, where there is room for a word.
  await expect(submit(media, "Animate").getByText("Animate")).toBeVisible();
  await submit(media, "Animate").click();
  await expect(media.getByText("Please describe the movement")).toBeVisible();
  await expectAccessible(page);

  await answer(page, "**/api/ai/generate-image", 503, failure("The painter is away."));
  await ask(media, "Modify", "Make it night");
  await expect(conversation(media).getByText(/The painter is away/)).toBeVisible();
  await expectAccessible(page);

  await answer(page, "**/api/ai/regenerate-panel", 202, { success: true, data: { jobId: job } });
  await answer(page, "**/api/ai/image-status/*", 200, {
    success: true,
    data: {
      jobId: job,
      status: "processing",
      progress: 40,
      isWaiting: false,
      type: "panel_image",
      result: null,
      error: null,
    },
  });
  await ask(media, "Generate", "The bell tower in the fog, with gulls");
  await expect(overlay(media).getByRole("progressbar")).toHaveAttribute("aria-valuenow", "40");
  await expectAccessible(page);
  // It would go on to ask for a picture that no server makes.
  await page.goto("about:blank");
});

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const) {
  test(`opens at its top with the whole picture at ${width} px @full`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await atWorkspace(page, { scenes: [1] });
    const media = await openMedia(page);
    await expectTakes(media, 1);
    await expect(media.locator(".media-print")).toBeInViewport({ ratio: 1 });
    const body = media.locator(".dialog-body");
    expect(await body.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
    const lefts = await media
      .locator(".media-stage, .media-takes, .media-tabs")
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().left));
    expect(new Set(lefts).size).toBe(width < 400 ? 1 : 2);
    for (const part of [
      media.getByRole("tablist"),
      box(media, "Modify"),
      submit(media, "Modify"),
    ]) {
      await expect(part).toBeInViewport({ ratio: 1 });
    }
  });
}

test("on a phone: the panel, its takes, the conversation, one below the other @full", {
  tag: "@phone-only",
}, async ({ page }) => {
  await atWorkspace(page, { scenes: [1] });
  const frame = panel(page, 1, 1);
  await frame.getByRole("button", { name: "Edit media" }).tap();
  const media = page.getByRole("dialog", { name: "Edit Media" });
  await expectTakes(media, 1);
  // As a keyboard leaves it: what is written and its button are in sight together.
  await box(media, "Modify").tap();
  await page.setViewportSize({ width: 390, height: 500 });
  await expect(box(media, "Modify")).toBeInViewport({ ratio: 1 });
  await expect(submit(media, "Modify")).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 390, height: 844 });
  // The description of the take fills the width of the screen.
  const said = await media
    .getByRole("region", { name: "Take 1" })
    .locator("p")
    .first()
    .boundingBox();
  expect(said?.width).toBeGreaterThan(240);
  for (let count = 2; count <= 4; count += 1) {
    await openTab(media, "Generate");
    await box(media, "Generate").fill(`The bell tower in the fog, with ${count} gulls`);
    await submit(media, "Generate").tap();
    await expectTakes(media, count);
  }
  await expectAccessible(page);
  const tops = await Promise.all(
    [media.locator(".media-stage"), takes(media).first(), conversation(media)].map(async (part) =>
      part.evaluate((element) => element.getBoundingClientRect().top),
    ),
  );
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  const scrolls = await page.evaluate(() => {
    const wide = (selector: string) => {
      const element = document.querySelector(selector);
      return element ? element.scrollWidth - element.clientWidth : -1;
    };
    return { page: wide("html"), dialog: wide(".dialog-body") };
  });
  expect(scrolls.page).toBe(0);
  expect(scrolls.dialog).toBe(0);
  const before = await pictureOf(page).getAttribute("src");
  await take(media, 3).tap();
  await use(page, "Image");
  await expect(pictureOf(page)).not.toHaveAttribute("src", before ?? "");
});
