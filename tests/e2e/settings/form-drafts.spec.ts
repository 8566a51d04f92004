import type { Page } from "@playwright/test";
import { expect, test } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import { openSettings, openStory, signInWithStory } from "./story";

const back = "Your unsaved changes are back.";

test("what is typed survives Escape, a press outside, and a reload, until it is saved @full", async ({
  page,
}) => {
  const story = await signInWithStory(page, { tags: ["owls"] });
  await openStory(page, story._id);
  let settings = await openSettings(page);
  await expect(settings.getByText(back)).toBeHidden();
  await settings.getByLabel("Title").fill("Half a title");
  await settings.getByLabel("Tags", { exact: true }).fill("half a tag");
  await page.keyboard.press("Escape");
  await expect(settings).toBeHidden();
  await expect(page.getByRole("button", { name: "Settings", exact: true })).toBeFocused();

  settings = await openSettings(page);
  await expect(settings.getByText(back)).toBeVisible();
  await expect(settings.getByLabel("Title")).toHaveValue("Half a title");
  await expect(settings.getByLabel("Tags", { exact: true })).toHaveValue("half a tag");
  await settings.getByLabel("Description").fill("Half a description");
  if ((page.viewportSize()?.width ?? 0) > 640) await page.mouse.click(5, 300);
  else await settings.getByRole("button", { name: "Close" }).click();
  await expect(settings).toBeHidden();

  // The browser asks before an open form with unsaved words is left, and only then.
  settings = await openSettings(page);
  let asked = 0;
  page.on("dialog", (question) => {
    expect(question.type()).toBe("beforeunload");
    asked += 1;
    void question.accept();
  });
  await settings.getByLabel("Title").press("End");
  await page.reload();
  expect(asked).toBe(1);
  settings = await openSettings(page);
  await expect(settings.getByText(back)).toBeVisible();
  await expect(settings.getByLabel("Title")).toHaveValue("Half a title");
  await expect(settings.getByLabel("Description")).toHaveValue("Half a description");
  await page.keyboard.press("Escape");
  await expect(settings).toBeHidden();
  await page.reload();
  expect(asked).toBe(1);

  // Saved: forgotten.
  settings = await openSettings(page);
  await settings.getByLabel("Title").press("Enter");
  await expect(page.getByText("Story settings saved")).toBeVisible();
  await expect(settings).toBeHidden();
  const saved = await call(page, "GET", `/stories/${story._id}`);
  expect(saved).toMatchObject({
    title: "Half a title",
    description: "Half a description",
    tags: ["owls", "half a tag"],
  });
  settings = await openSettings(page);
  await expect(settings.getByText(back)).toBeHidden();
  await expect(settings.getByLabel("Tags", { exact: true })).toHaveValue("");
  expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain("form:");
});

test("Discard brings the saved version back, and nothing returns @full", async ({ page }) => {
  const story = await signInWithStory(page);
  await openStory(page, story._id);
  let settings = await openSettings(page);
  await settings.getByLabel("Title").fill("Not this");
  await page.keyboard.press("Escape");
  settings = await openSettings(page);
  // Enter for a second time throws nothing away.
  await expect(settings.getByLabel("Title")).toBeFocused();
  await settings.getByRole("button", { name: "Discard" }).press("Enter");
  await expect(settings.getByLabel("Title")).toBeFocused();
  await expect(settings.getByLabel("Title")).toHaveValue(story.title);
  await expect(settings.getByText(back)).toBeHidden();
  await page.keyboard.press("Escape");
  settings = await openSettings(page);
  await expect(settings.getByLabel("Title")).toHaveValue(story.title);
  await expect(settings.getByText(back)).toBeHidden();
});

/** A change from elsewhere, of which the page is told. */
async function changeElsewhere(page: Page, storyId: string, changes: object): Promise<void> {
  const answer = page.waitForResponse((one) => one.url().endsWith(`/api/stories/${storyId}`));
  await call(page, "PUT", `/stories/${storyId}`, changes);
  await answer;
}

test("a story that changes elsewhere does not overwrite what is being typed @full", async ({
  page,
}) => {
  const story = await signInWithStory(page);
  await openStory(page, story._id);
  const settings = await openSettings(page);
  await settings.getByLabel("Description").fill("Typed here");
  await changeElsewhere(page, story._id, { title: "Renamed elsewhere" });
  await expect(settings.getByLabel("Title")).toHaveValue("Renamed elsewhere");
  await expect(settings.getByLabel("Description")).toHaveValue("Typed here");

  // Both sides changed one field: the author chooses.
  await changeElsewhere(page, story._id, { description: "Written elsewhere" });
  await expect(
    settings.getByText("Description was changed elsewhere in the meantime"),
  ).toBeVisible();
  await expect(settings.getByText("Saved now: Written elsewhere")).toBeVisible();
  await expect(settings.getByLabel("Description")).toHaveValue("Typed here");
  await settings.getByRole("button", { name: "Save", exact: true }).click();
  await expect(settings.getByText("Saved now: Written elsewhere")).toBeVisible();
  await settings.getByRole("button", { name: "Keep mine" }).click();
  await settings.getByRole("button", { name: "Save", exact: true }).click();
  await expect(settings).toBeHidden();
  expect(await call(page, "GET", `/stories/${story._id}`)).toMatchObject({
    title: "Renamed elsewhere",
    description: "Typed here",
  });
});

test.describe("a stale version", () => {
  test.use({ allowedConsoleErrors: [/status of 409|ERR_FAILED/] });

  test("loses nothing: the author sees both and chooses @full", async ({ page }) => {
    // Nothing tells this page of changes elsewhere.
    await page.route("**/api/stories/*/live", (route) => route.abort());
    const story = await signInWithStory(page);
    await openStory(page, story._id);
    await page.route(`**/api/stories/${story._id}`, (route) =>
      route.request().method() === "GET" ? route.abort() : route.continue(),
    );
    const settings = await openSettings(page);
    await settings.getByLabel("Title").fill("Mine");
    await settings.getByLabel("Description").fill("My description");
    await call(page, "PUT", `/stories/${story._id}`, { title: "Theirs", tags: ["theirs"] });
    await settings.getByRole("button", { name: "Save", exact: true }).click();
    await expect(settings.getByText("Title was changed elsewhere in the meantime")).toBeVisible();
    await expect(settings.getByText("Saved now: Theirs")).toBeVisible();
    await expect(settings.getByLabel("Title")).toHaveValue("Mine");
    await expect(settings.getByLabel("Description")).toHaveValue("My description");
    await expect(settings.getByText("theirs", { exact: true })).toBeVisible();
    await settings.getByRole("button", { name: "Use the saved one" }).click();
    await expect(settings.getByLabel("Title")).toHaveValue("Theirs");
    await settings.getByRole("button", { name: "Save", exact: true }).click();
    await expect(settings).toBeHidden();
    expect(await call(page, "GET", `/stories/${story._id}`)).toMatchObject({
      title: "Theirs",
      description: "My description",
      tags: ["theirs"],
    });
  });

  test("that left these fields alone is no reason to ask @full", async ({ page }) => {
    await page.route("**/api/stories/*/live", (route) => route.abort());
    const story = await signInWithStory(page);
    await openStory(page, story._id);
    await page.route(`**/api/stories/${story._id}`, (route) =>
      route.request().method() === "GET" ? route.abort() : route.continue(),
    );
    const settings = await openSettings(page);
    await settings.getByLabel("Title").fill("Mine");
    await call(page, "PATCH", `/stories/${story._id}/art-style`, { artStyle: "Woodcut" });
    await settings.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Story settings saved")).toBeVisible();
    expect(await call(page, "GET", `/stories/${story._id}`)).toMatchObject({
      title: "Mine",
      artStyle: "Woodcut",
    });
  });
});
