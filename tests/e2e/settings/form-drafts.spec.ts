import { expect, test } from "@/tests/support/browser";
import { openSettings, openStory, signInWithStory } from "./story";

test("the focus is on the title where unsaved changes are restored, so that a second Enter discards nothing @full", async ({
  page,
}) => {
  const story = await signInWithStory(page);
  await openStory(page, story._id);
  let settings = await openSettings(page);
  await settings.getByLabel("Title").fill("Not this");
  await page.keyboard.press("Escape");
  settings = await openSettings(page);
  await expect(settings.getByLabel("Title")).toBeFocused();
  await settings.getByRole("button", { name: "Discard" }).press("Enter");
  await expect(settings.getByLabel("Title")).toBeFocused();
  await expect(settings.getByLabel("Title")).toHaveValue(story.title);
});
