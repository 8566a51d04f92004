import { expect, test } from "@/tests/support/browser";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { sql } from "@/tests/support/seeding";
import { atWorkspace, panel, sheet } from "./workspace";

const scenePanels = "scene_id = (select id from scene where story_id = $1 and scene_number = $2)";

test("scenes of one to six panels are pages of a comic", { tag: "@phone" }, async ({
  page,
  isMobile,
}) => {
  await atWorkspace(page, { scenes: [1, 2, 3, 4, 5, 6, 0] });
  for (let count = 1; count <= 6; count += 1) {
    const scene = sheet(page, count);
    await scene.scrollIntoViewIfNeeded();
    await expect(scene.locator("figure img")).toHaveCount(count);
    const panels = scene.getByRole("group", { name: /^Panel \d$/ });
    await expect(panels).toHaveCount(count);
    // On a phone their tools stand under the pictures.
    const boxes = await panels.locator("figure").evaluateAll((pictures) =>
      pictures.map((one) => {
        const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
        return { left, top, right, bottom, width, height };
      }),
    );
    const page1 = await scene.locator(".comic-page").evaluate((tiers) => {
      const { left, right, top, bottom } = tiers.getBoundingClientRect();
      return { left, right, top, bottom };
    });
    // Every panel is whole and in the story's format, and no two lie on each other.
    for (const [index, box] of boxes.entries()) {
      expect(box.width / box.height).toBeCloseTo(3 / 4, 1);
      expect(box.left).toBeGreaterThanOrEqual(page1.left - 1);
      expect(box.right).toBeLessThanOrEqual(page1.right + 1);
      for (const other of boxes.slice(index + 1)) {
        const apart =
          box.right <= other.left + 1 ||
          other.right <= box.left + 1 ||
          box.bottom <= other.top + 1 ||
          other.bottom <= box.top + 1;
        expect(apart).toBe(true);
      }
    }
    // On a desk the page is full: its last tier ends where its tallest panel does.
    if (!isMobile && count > 1) {
      expect(Math.max(...boxes.map(({ right }) => right))).toBeCloseTo(page1.right, 0);
      expect(Math.max(...boxes.map(({ bottom }) => bottom))).toBeCloseTo(page1.bottom, 0);
    }
    // Not a table: a page has panels of different sizes, except four of them, and on a phone.
    if (!isMobile && count >= 3 && count !== 4) {
      const widths = new Set(boxes.map(({ width }) => Math.round(width / 20)));
      expect(widths.size).toBeGreaterThan(1);
    }
  }
  await sheet(page, 7).scrollIntoViewIfNeeded();
  await expect(sheet(page, 7).getByText("No panels in this scene")).toBeVisible();
});

for (const aspectRatio of ["3:2", "square"] as const) {
  test(`panels of the format ${aspectRatio} keep it @full`, async ({ page }) => {
    await atWorkspace(page, { scenes: [4, 3], aspectRatio });
    const ratio = aspectRatio === "3:2" ? 1024 / 683 : 1;
    for (let number = 1; number <= 4; number += 1) {
      const box = await panel(page, 1, number).boundingBox();
      expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(ratio, 1);
    }
  });
}

test.describe("with pictures that do not arrive", () => {
  test.use({ allowedConsoleErrors: [/ERR_FAILED|status of 404/] });

  test("what a panel says in each of its states @full", async ({ page }) => {
    const storyId = await atWorkspace(page, { scenes: [6] });
    await expect(sheet(page, 1).locator("figure img")).toHaveCount(6);
    const set = (number: number, change: string) =>
      sql(`update panel set ${change} where ${scenePanels} and panel_number = ${number}`, [
        storyId,
        1,
      ]);
    await set(1, "status = 'processing'");
    await set(2, "status = 'queued', image_media_id = null");
    await set(3, "image_media_id = null");
    await set(
      4,
      "status = 'failed', error_message = 'Content flagged as sensitive. Try a different prompt.', is_content_flag = true, image_media_id = null",
    );
    await set(
      5,
      "status = 'failed', error_message = 'Image generation failed: The painter is away.'",
    );

    // Live: without a reload. An old picture stays under what is said of the new one.
    await expect(panel(page, 1, 1).getByText("Generating", { exact: true })).toBeVisible();
    await expect(panel(page, 1, 1).locator("img")).toBeVisible();
    await expect(panel(page, 1, 1)).toHaveAttribute("aria-busy", "true");
    await expect(panel(page, 1, 2).getByText("Generating", { exact: true })).toBeVisible();
    await expect(panel(page, 1, 2).locator("img")).toHaveCount(0);
    await expect(panel(page, 1, 3).getByText("No image generated")).toBeVisible();
    const flagged = panel(page, 1, 4);
    await expect(flagged.getByText("Content flagged as sensitive", { exact: true })).toBeVisible();
    await expect(flagged.getByText("Try rephrasing with gentler language")).toBeVisible();
    const failed = panel(page, 1, 5);
    await expect(failed.getByText("Image generation failed: The painter is away.")).toBeVisible();
    await expect(failed.getByText("Try regenerating again")).toBeVisible();
    await expect(failed.locator("img")).toBeVisible();
    await expectAccessible(page);

    // A picture that does not come is told, and can be asked for once more.
    const address = await panel(page, 1, 6).locator("img").getAttribute("src");
    await page.route(`**${address}*`, (route) => route.abort());
    await page.reload();
    const broken = panel(page, 1, 6);
    await broken.scrollIntoViewIfNeeded();
    await expect(broken.getByText("Failed to load image")).toBeVisible();
    await expectAccessible(page);
    await page.unroute(`**${address}*`);
    await broken.getByRole("button", { name: "Load again" }).press("Enter");
    await expect(broken.getByRole("button", { name: "Edit media" })).toBeFocused();
    await expect(broken.getByText("Failed to load image")).toBeHidden();
    await expect(broken.locator("img")).toHaveJSProperty("complete", true);
  });
});

test("in edit mode a scene has no buttons of readers, and each panel can be drawn again @full", async ({
  page,
}) => {
  await atWorkspace(page, { scenes: [2] });
  const scene = sheet(page, 1);
  await expect(scene.getByRole("button", { name: "Edit scene" })).toBeVisible();
  for (const name of ["Edit media", "Regenerate image"]) {
    await expect(scene.getByRole("button", { name })).toHaveCount(2);
  }
  await expect(scene.getByRole("button", { name: /Like|Remix/ })).toHaveCount(0);
  await expect(scene.getByRole("button", { name: "Download scene 1" })).toBeVisible();
  await scene.getByRole("button", { name: "Edit scene" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Scene" });
  await expect(dialog.getByLabel("Title")).toHaveValue("The bell rings 1 times");
});
