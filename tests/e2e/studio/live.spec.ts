import { expect, test } from "@/tests/support/browser";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { atWorkspace, promptBox, recordTones, sheet, tones } from "./workspace";

const withOdile = "Odile winds the brass owl in her workshop at night and it begins to sing";

test("a scene shows its progress, and lists its new entities once", {
  tag: "@phone-full",
}, async ({ page, context }) => {
  const heard = await recordTones(page);
  const storyId = await atWorkspace(page, { scenes: [1] });
  const elsewhere = await context.newPage();
  await elsewhere.goto(`/story/${storyId}`);
  await page.bringToFront();

  await promptBox(page).fill(withOdile);
  await promptBox(page).press("Enter");
  const scene = sheet(page, 2);
  await expect(scene).toHaveAttribute("aria-busy", "true");
  await expect(scene.getByText("Generating", { exact: true }).first()).toBeVisible();
  await expect(scene.getByText(withOdile)).toBeVisible();
  await expect(scene.locator("figure img")).toHaveCount(3, { timeout: 60_000 });
  await expect(scene).toHaveAttribute("aria-busy", "false");

  // The new entities are listed below the scene, and cover nothing of it.
  const bar = page.getByRole("region", { name: "New in your story" });
  await expect(bar).toBeVisible({ timeout: 15_000 });
  await expect(bar).toContainText(/^\d new character/);
  await expectAccessible(page);
  await page.waitForTimeout(3_000);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const [under, over] = await Promise.all([bar.boundingBox(), scene.boundingBox()]);
  expect(under?.y).toBeGreaterThanOrEqual((over?.y ?? 0) + (over?.height ?? 0));

  const dialog = page.getByRole("dialog", { name: "Story World Just Grew" });
  await bar.getByRole("button", { name: "View" }).click();
  await expect(dialog).toBeVisible();
  await expect(bar).toBeHidden();
  await expect(dialog.getByText(/^New Characters \(\d\)$/)).toBeVisible();
  const played = await heard();
  expect(played.filter((tone) => tone === tones.newScene)).toHaveLength(1);
  expect(played.filter((tone) => tone === tones.newEntity)).toHaveLength(1);
  await dialog.getByRole("button", { name: "Got it, thanks!" }).click();
  await expect(dialog).toBeHidden();
  await expect(scene.locator("button:focus")).toHaveCount(1);
  await expect(page.getByRole("button", { name: /^Characters \([1-9]\)$/ })).toBeVisible();

  // The other tab shows the scene and announces nothing; neither does this one after a reload.
  await expect(sheet(elsewhere, 2).getByRole("heading")).not.toHaveText("Writing the scene...");
  await page.reload();
  await expect(sheet(page, 2)).toBeVisible();
  await page.waitForTimeout(4_000);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(elsewhere.getByRole("dialog")).toHaveCount(0);
  expect(await heard()).toEqual([]);
});

test("a reload during generation neither loses the announcement nor interrupts typing @full", async ({
  page,
}) => {
  await atWorkspace(page, { scenes: [1] });
  await promptBox(page).fill(withOdile);
  await promptBox(page).press("Enter");
  await expect(sheet(page, 2)).toBeVisible();
  await page.reload();
  const bar = page.getByRole("region", { name: "New in your story" });
  // The author types while it ends, and a while after.
  let typed = "";
  const typeOn = async () => {
    const word = "owl ";
    await promptBox(page).pressSequentially(word, { delay: 90 });
    typed += word;
  };
  const isMade = page.locator("#scene-2[aria-busy='false']");
  await expect(sheet(page, 2)).toBeVisible();
  while (typed.length < 400 && !(await isMade.isVisible())) await typeOn();
  await expect(isMade).toBeVisible({ timeout: 1_000 });
  for (let word = 0; word < 5; word++) await typeOn();
  await expect(promptBox(page)).toHaveValue(typed);
  await expect(bar).toBeVisible({ timeout: 15_000 });
  await expect(promptBox(page)).toBeFocused();
  await bar.getByRole("button", { name: "Not now" }).press("Enter");
  await expect(bar).toBeHidden();
  await expect(sheet(page, 2).locator("button:focus")).toHaveCount(1);
});
