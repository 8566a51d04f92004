import { expect, test } from "@/tests/support/browser";
import { atWorkspace, panel } from "../studio/workspace";
import {
  ask,
  conversation,
  drawnBy,
  expectTakes,
  openMedia,
  openTab,
  overlay,
  panelInStory,
  pictureFile,
  pictureOf,
  take,
  takes,
  use,
  workspace,
} from "./workspace";

test("regenerate, edit, upload, animate and restore on one panel: six takes, none lost", async ({
  page,
}) => {
  test.setTimeout(300_000);
  const storyId = await atWorkspace(page, { scenes: [1] });
  const frame = panel(page, 1, 1);
  // Content below an open dialog has no role any more.
  const shown = pictureOf(page);
  const first = (await shown.getAttribute("src")) ?? "";

  // 'Regenerate image' opens the workspace on Generate and begins by itself, once.
  const asked: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/ai/regenerate-panel")) asked.push(request.postDataJSON());
  });
  await frame.hover();
  await frame.getByRole("button", { name: "Regenerate image" }).click();
  const media = workspace(page);
  await expect(media.getByRole("tab", { name: "Generate" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await expectTakes(media, 2);
  await expect(media.getByText("Take 2, not on the panel yet")).toBeVisible();
  expect(asked).toEqual([expect.objectContaining({ panelNumber: 1, choose: false })]);
  // The new one is selected, the panel keeps the old one until it is chosen.
  await expect(take(media, 2)).toHaveAttribute("aria-pressed", "true");
  await expect(conversation(media).getByText("Currently Selected")).toHaveCount(1);
  await expect(take(media, 1)).toContainText("On the panel");
  expect(await shown.getAttribute("src")).toBe(first);
  await use(page, "Image");
  await expect(shown).not.toHaveAttribute("src", first);
  const second = await shown.getAttribute("src");

  await openMedia(page);
  await ask(media, "Modify", "Make it night");
  await expectTakes(media, 3);
  await expect(take(media, 3)).toContainText("Make it night");
  await expect(take(media, 3)).toContainText(`Modified · ${drawnBy}`);
  // An earlier one is seen on the stage, with the panel's bubbles, before it is chosen.
  const stage = media.getByRole("region", { name: "Panel preview" });
  await expect(stage.locator("img")).not.toHaveAttribute("src", second ?? "");
  await take(media, 1).click();
  await expect(stage.locator("img")).toHaveAttribute("src", first);
  await expect(stage.locator(".panel-bubbles").first()).toBeVisible();
  await take(media, 3).click();
  await use(page, "Image");

  await openMedia(page);
  await openTab(media, "Upload");
  await media.getByLabel("Upload a picture").setInputFiles(await pictureFile("#14639b"));
  await expect(conversation(media).getByText("Here is mine.png.")).toBeVisible();
  await use(page, "Image");

  await openMedia(page);
  await expectTakes(media, 4);
  await expect(take(media, 4)).toContainText("Uploaded");
  const still = await shown.getAttribute("src");
  await ask(media, "Animate", "Rain falls");
  // The demo studio encodes a video in a thread of low priority: a busy machine takes its time.
  await expectTakes(media, 5, 150_000);
  // A video takes the place of the video alone.
  await expect(media.getByRole("button", { name: "Use This Video" })).toBeEnabled();
  await use(page, "Video");
  await expect(panelInStory(page).locator("video")).toHaveAttribute("src", /^\/media\/.+\.webm$/);
  await expect(shown).toHaveAttribute("src", still ?? "");

  // Restored: a picture clears the video.
  await openMedia(page);
  await take(media, 1).click();
  await use(page, "Image");
  await expect(panelInStory(page).locator("video")).toHaveCount(0);
  await expect(shown).toHaveAttribute("src", first);

  // A second tab does the same again; the first one sees its take at once.
  await openMedia(page);
  const other = await page.context().newPage();
  await other.goto(`/story/${storyId}`);
  await panel(other, 1, 1).hover();
  await panel(other, 1, 1).getByRole("button", { name: "Regenerate image" }).click();
  await expectTakes(workspace(other), 6);
  await expectTakes(media, 6);
  // Both choose: what the other one chose is said, nothing is lost.
  await take(media, 3).click();
  await use(other, "Image");
  await expect(media.getByText("This panel was changed elsewhere in the meantime")).toBeVisible();
  await expect(take(media, 6)).toContainText("On the panel");
  await expect(take(media, 3)).toHaveAttribute("aria-pressed", "true");
  const third = (await stage.locator("img").getAttribute("src")) ?? "";
  await use(page, "Image");
  for (const tab of [page, other]) {
    await expect(pictureOf(tab)).toHaveAttribute("src", third);
  }

  await page.reload();
  await openMedia(page);
  await expectTakes(media, 6);
  await expect(takes(media)).toHaveCount(6);
  await expect(overlay(media)).toHaveCount(0);
});

test("a slow upload shows its progress, keeps the dialog open, and is aborted by Stop", {
  tag: "@full",
}, async ({ page }) => {
  await atWorkspace(page, { scenes: [1] });
  const media = await openMedia(page);
  await openTab(media, "Upload");
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route("**/api/upload/image", async (route) => {
    await held;
    await route.continue();
  });
  await media.getByLabel("Upload a picture").setInputFiles(await pictureFile("#1f7a3d"));
  await expect(overlay(media).getByText("Processing...")).toBeVisible();
  await page.keyboard.press("Escape");
  await media.getByRole("button", { name: "Stop" }).click();
  await expect(conversation(media).getByText("The upload was stopped.")).toBeVisible();
  await expect(overlay(media)).toHaveCount(0);
  await media.getByLabel("Upload a picture").setInputFiles(await pictureFile("#1f7a3d"));
  await expect(overlay(media).getByText("Processing...")).toBeVisible();
  letGo();
  await expect(conversation(media).getByText("Here is mine.png.")).toBeVisible();
  await expect(overlay(media)).toHaveCount(0);
});
