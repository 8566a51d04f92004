import type { Entity } from "@/lib/world/schema";
import { expect, test } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import {
  addEntity,
  dialogOf,
  expectAccessibleEverywhere,
  openAdd,
  openEdit,
  openList,
  openWorkspace,
  sheet,
} from "./workspace";

/** Every dialog in its states: both themes, on a desk and on a phone. */
test.describe("accessible", () => {
  test.slow();

  test("in the lists and while an entity is added @full", async ({ page }) => {
    const storyId = await openWorkspace(page);
    await addEntity(page, "location", storyId);
    await openList(page, "location");
    await expectAccessibleEverywhere(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);

    const dialog = await openAdd(page, "character");
    await dialog.getByRole("button", { name: "Generate", exact: true }).click();
    await expect(dialog.getByText("Please enter a character description")).toBeVisible();
    await expectAccessibleEverywhere(page);
    await dialog.getByRole("tab", { name: "Manual" }).click();
    await dialog.getByRole("button", { name: "Add Character" }).click();
    await expect(dialog.getByText("Character name is required")).toBeVisible();
    await expectAccessibleEverywhere(page);
  });

  test("while an entity is edited or a dialog asks about it @full", async ({ page }) => {
    const storyId = await openWorkspace(page);
    const { _id } = await addEntity(page, "character", storyId);
    const { name } = sheet.character;
    const dialog = await openEdit(page, "character", name);
    await dialog.getByLabel("Description").fill("Mine: she is a spy, and always was.");
    await call(page, "PUT", `/characters/${_id}`, { description: "Theirs: she sells fish." });
    await expect(
      dialog.getByText("Description was changed elsewhere in the meantime"),
    ).toBeVisible();
    await dialog.getByRole("button", { name: "Delete Character" }).click();
    await expect(dialog.getByText(`Delete ${name} for good?`)).toBeVisible();
    await expectAccessibleEverywhere(page);
  });

  test("with takes, a failure and an entity that cannot be deleted @full", async ({ page }) => {
    const storyId = await openWorkspace(page);
    const [used] = await call<Entity[]>(page, "GET", `/stories/${storyId}/characters`);
    const dialog = await openEdit(page, "character", used?.name ?? "");
    const draw = dialog.getByRole("button", { name: /^(Generate|Regenerate)$/ });
    const prompt = dialog.getByLabel("Image prompt");
    await prompt.fill("A bald man with a huge red beard and a green hat");
    await draw.click();
    await expect(dialog.getByRole("region", { name: "Takes" })).toBeVisible({ timeout: 30_000 });
    await prompt.fill("A bald man [[flagged]] with a huge red beard");
    await draw.click();
    await expect(dialog.getByRole("alert")).toContainText(/flagged/i, { timeout: 30_000 });
    await expect(dialog.getByText("and cannot be deleted")).toBeVisible();
    await expectAccessibleEverywhere(page);
  });

  test("in an empty cast, and in a cast with entities @full", async ({ page }) => {
    const storyId = await openWorkspace(page);
    await page.route(`**/api/stories/${storyId}`, async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      const data = { ...body.data, characters: [], locations: [] };
      await route.fulfill({ response, json: { ...body, data } });
    });
    await page.reload();
    await expect(page.getByRole("button", { name: "Characters (0)" })).toBeVisible();
    for (const kind of ["character", "location"] as const) {
      const list = await openList(page, kind);
      await expectAccessibleEverywhere(page);
      await list.getByRole("button", { name: "Add New" }).click();
      const sheet = dialogOf(page, "Add", kind);
      await expect(sheet).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(sheet).toBeHidden();
      await page.keyboard.press("Escape");
      await expect(list).toBeHidden();
    }
  });
});
