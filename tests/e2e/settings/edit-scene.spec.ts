import { expect, test } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import { makeScene, openScene, openStory, signInWithStory, waitForSceneCooldown } from "./story";

const atNight = "Odile winds the brass owl in her workshop at night and it begins to sing";
const atDawn = "At dawn Odile carries the owl through the rainy harbour to the lighthouse";

test("a scene is regenerated from the current description, and its end is announced", {
  tag: "@full",
}, async ({ page }) => {
  const story = await signInWithStory(page);
  const made = await makeScene(page, story._id, atNight, { panels: 2 });
  await openStory(page, story._id);
  await waitForSceneCooldown(page);
  const scene = await openScene(page, 1);
  await expect(scene.getByText(/takes about 30 to 60 seconds/)).toBeVisible();
  await scene.getByLabel("Description").fill(atDawn);
  const sent = page.waitForRequest((request) => request.url().endsWith("/api/ai/generate-scene"));
  await scene.getByRole("button", { name: "Regenerate Scene" }).click();
  expect((await sent).postDataJSON()).toEqual({
    storyId: story._id,
    prompt: atDawn,
    generateImages: true,
    maxPanels: 2,
    regenerateExisting: true,
    existingSceneId: made._id,
  });
  await expect(scene).toBeHidden();
  const success = page.getByText("Scene regenerated successfully!");
  expect(await success.count()).toBe(0);
  await expect(success).toBeVisible({ timeout: 60_000 });
  const [anew] = await call<{ _id: string; description: string; status: string }[]>(
    page,
    "GET",
    `/stories/${story._id}/scenes`,
  );
  expect(anew).toMatchObject({ _id: made._id, status: "completed" });
  expect(anew?.description).not.toBe(made.description);
  // Every picture the scene had is still there to be chosen.
  const takes = await call<{ url: string }[]>(page, "GET", `/scenes/${made._id}/panels/1/takes`);
  expect(takes.map(({ url }) => url)).toContain(made.panels[0]?.imageUrl);
  expect(takes).toHaveLength(2);
  // The harbour is new to the story: it is introduced as after any scene.
  await page.getByRole("button", { name: "View" }).click();
  await page.getByRole("button", { name: "Got it, thanks!" }).click();
  const again = await openScene(page, 1);
  await expect(again.getByText("Your unsaved changes are back.")).toBeHidden();
});
