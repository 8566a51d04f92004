import { expect, test } from "@/tests/support/browser";
import { sql } from "@/tests/support/seeding";
import { atWorkspace, panel, recordTones, tones } from "./workspace";

/** The prompt of the panel; the demo painter reads its markers. */
const paintFrom = (storyId: string, prompt: string) =>
  sql(
    "update panel set image_prompt = $2 where scene_id in (select id from scene where story_id = $1)",
    [storyId, prompt],
  );

test("a panel without a picture is redrawn in the page, even across a reload @full", async ({
  page,
}) => {
  const heard = await recordTones(page);
  const storyId = await atWorkspace(page, { scenes: [2], pictures: false });
  const frame = panel(page, 1, 2);
  await expect(frame.getByText("No image generated")).toBeVisible();
  await paintFrom(storyId, "The keeper at the water in a storm, lit by the lamp.");
  await frame.hover();
  await frame.getByRole("button", { name: "Regenerate image" }).dblclick();
  await expect(frame.getByText("Generating", { exact: true })).toBeVisible();
  await page.reload();
  await expect(frame.locator("img")).toBeVisible({ timeout: 30_000 });
  await expect(frame.getByText("Generating", { exact: true })).toHaveCount(0);
  await expect(frame.getByRole("button", { name: "Regenerate image" })).toBeAttached();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await heard()).not.toContain(tones.error);
});
