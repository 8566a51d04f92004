import type { MediaItem } from "@/lib/media/schema";
import { expect, test } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import { atWorkspace, panel } from "../studio/workspace";
import {
  ask,
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
  talk,
  use,
  workspace,
} from "./workspace";

test("regenerate, edit, upload, animate and restore on one panel: six takes, none lost", async ({
  page,
}) => {
  test.setTimeout(300_000);
  const storyId = await atWorkspace(page, { scenes: [1] });
  const frame = panel(page, 1, 1);
  // What lies under an open dialog has no role any more.
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
  await expect(talk(media).getByText("Currently Selected")).toHaveCount(1);
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
  await expect(talk(media).getByText("Here is mine.png.")).toBeVisible();
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

test("takes are compared and deleted for good, with the keyboard alone @full", async ({ page }) => {
  await atWorkspace(page, { scenes: [1] });
  const frame = panel(page, 1, 1);
  const edit = frame.getByRole("button", { name: "Edit media" });
  await edit.focus();
  await page.keyboard.press("Enter");
  const media = workspace(page);
  await expectTakes(media, 1);
  // A press of Enter in the box submits, Shift+Enter begins a line.
  await openTab(media, "Generate");
  const prompt = media.getByLabel("Image prompt");
  await prompt.fill("The bell tower in the fog");
  await prompt.press("Shift+Enter");
  await page.keyboard.type("with gulls");
  await expect(prompt).toHaveValue("The bell tower in the fog\nwith gulls");
  await prompt.press("Enter");
  await expectTakes(media, 2);
  // Whoever typed is in the box again.
  await expect(prompt).toBeFocused();

  await media.getByRole("button", { name: "Compare", exact: true }).press("Enter");
  await expect(media.getByText("Choose the take to compare with.")).toBeVisible();
  await take(media, 1).press("Enter");
  const divider = media.getByLabel("Divider between Take 2 and Take 1");
  await expect(divider).toHaveValue("50");
  await divider.press("ArrowRight");
  await divider.press("End");
  await expect(divider).toHaveValue("100");
  await divider.press("Home");
  await expect(divider).toHaveAttribute("aria-valuetext", "0 % Take 2");
  await media.getByRole("button", { name: "Stop comparing" }).press("Enter");

  // What is on the panel is refused, another one goes after one question.
  await take(media, 1).press("Enter");
  await expect(
    media.getByText("This picture is on the panel now. Choose another one before deleting it."),
  ).toBeVisible();
  await expect(media.getByRole("button", { name: "Delete take" })).toHaveCount(0);
  await take(media, 2).press("Enter");
  await media.getByRole("button", { name: "Delete take" }).press("Enter");
  const question = media.getByRole("alertdialog");
  await expect(question).toContainText("Delete this picture for good?");
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await media.getByRole("button", { name: "Delete take" }).press("Enter");
  await question.getByRole("button", { name: "Delete", exact: true }).press("Enter");
  await expectTakes(media, 1);
  await page.keyboard.press("Escape");
  await expect(media).toBeHidden();
  await expect(edit).toBeFocused();
  await page.reload();
  await openMedia(page);
  await expectTakes(media, 1);
});

test.describe("without the stream of events", () => {
  test.use({ allowedConsoleErrors: [/ERR_FAILED.*\/api\/stories|status of (409|500)/] });

  test("a choice made elsewhere is told when one's own is refused, and a failure to save too @full", async ({
    page,
  }) => {
    await page.route("**/api/stories/*/live", (route) => route.abort());
    const storyId = await atWorkspace(page, { scenes: [1] });
    const media = await openMedia(page);
    await ask(media, "Generate", "The bell tower in the fog");
    await expectTakes(media, 2);
    // Another tab puts the new take onto the panel; this one cannot hear of it.
    await page.route(`**/api/stories/${storyId}`, (route) => route.abort());
    const [scene] = await call<{ _id: string }[]>(page, "GET", `/stories/${storyId}/scenes`);
    const path = `/scenes/${scene?._id}/panels/1`;
    const [newest] = await call<MediaItem[]>(page, "GET", `${path}/takes`);
    await call(page, "PUT", path, { imageUrl: newest?.url });

    await openTab(media, "Upload");
    await media.getByLabel("Upload a picture").setInputFiles(await pictureFile("#d4291f"));
    await expect(talk(media).getByText("Here is mine.png.")).toBeVisible();
    const choose = media.getByRole("button", { name: "Use This Image" });
    await choose.click();
    await expect(media.getByText("This panel was changed elsewhere in the meantime")).toBeVisible();
    await expect(media).toBeVisible();

    // The second press means it; that it cannot be saved is said, and nothing is lost.
    await page.route(`**/api${path}`, (route) =>
      route.fulfill({
        status: 500,
        contentType: "application/json",
        body: JSON.stringify({ success: false, message: "the shelf is full" }),
      }),
    );
    await choose.click();
    await expect(media.getByText("Failed to update panel: the shelf is full")).toBeVisible();
    await page.unroute(`**/api${path}`);
    await use(page, "Image");
    const after = await call<MediaItem[]>(page, "GET", `${path}/takes`);
    expect(after.map(({ source }) => source)).toEqual(["uploaded", "generated", "generated"]);
  });
});

test("an upload that takes its time is said, cannot be closed away, and is called off by Cancel", async ({
  page,
}) => {
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
  await media.getByRole("button", { name: "Cancel" }).click();
  await expect(talk(media).getByText("The upload was cancelled.")).toBeVisible();
  await expect(overlay(media)).toHaveCount(0);
  await media.getByLabel("Upload a picture").setInputFiles(await pictureFile("#1f7a3d"));
  await expect(overlay(media).getByText("Processing...")).toBeVisible();
  letGo();
  await expect(talk(media).getByText("Here is mine.png.")).toBeVisible();
  await expect(overlay(media)).toHaveCount(0);
});
