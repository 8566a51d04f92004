import { expect, test } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { sql } from "@/tests/support/seeding";
import { openMedia, pictureOf, take, takes } from "../media/workspace";
import { atWorkspace, goToWorkspace, panel } from "./workspace";

test("what a picture misses is repaired once: both takes stay, and each says what was found", {
  tag: ["@phone-full", "@full"],
}, async ({ page }) => {
  test.skip(Boolean(process.env.BROWSER_TEST_VENDORS), "the demo studio knows what it draws");
  const storyId = await atWorkspace(page, { scenes: [1] });
  const { scenes } = await call<{ scenes: { _id: string }[] }>(page, "GET", `/stories/${storyId}`);
  const sceneId = scenes[0]?._id;
  await call(page, "PUT", `/stories/${storyId}`, { pictureCheck: "repair" });
  // The script wants another place than its prompt says.
  const contract = { people: [], place: "the harbour", light: "", shot: "", mustShow: [] };
  await sql(
    `UPDATE panel SET contract = $2, image_prompt = 'An empty forest by day.', character_ids = '{}'
     WHERE scene_id = $1`,
    [sceneId, JSON.stringify(contract)],
  );
  await goToWorkspace(page, storyId);
  const before = await pictureOf(page).getAttribute("src");
  await call(page, "POST", "/ai/regenerate-panel", { sceneId, panelNumber: 1 });

  const media = await openMedia(page);
  await expect(takes(media)).toHaveCount(3, { timeout: 60_000 });
  await expect(take(media, 3)).toContainText("On the panel");
  await expect(media.getByText("Checked: nothing is missing")).toBeVisible({ timeout: 30_000 });
  await take(media, 2).click();
  await expect(media.getByText("Misses")).toBeVisible();
  await expect(media.getByText("The place is not the harbour")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(pictureOf(page)).not.toHaveAttribute("src", before ?? "");
  await expect(panel(page, 1, 1).getByText(/missing/)).toHaveCount(0);
});
