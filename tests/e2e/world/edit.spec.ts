import type { Entity } from "@/lib/world/schema";
import { expect, test } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import { waitForSceneCooldown } from "../settings/story";
import {
  addEntity,
  dialogOf,
  entityOf,
  expectAccessibleEverywhere,
  openEdit,
  openWorkspace,
  sheet,
} from "./workspace";

const { name } = sheet.character;

test.describe("words", () => {
  test.use({ allowedConsoleErrors: [/status of 409|ERR_FAILED/] });

  test("are kept until they are saved, and another window's are not written over @full", async ({
    page,
  }) => {
    const storyId = await openWorkspace(page);
    const { _id } = await addEntity(page, "character", storyId);
    const dialog = await openEdit(page, "character", name);
    const field = (label: string) => dialog.getByLabel(label);

    // Escape that comes before the dialog has the focus is meant for it, and not lost.
    const card = page.locator(".entity-card-hit", { hasText: name });
    await card.dispatchEvent("keydown", { key: "Escape", bubbles: true, cancelable: true });
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("dialog")).toHaveCount(1);
    await page.getByRole("dialog").getByRole("button", { name }).click();

    // Escape and a second look: what was typed is there, and the saved version is a button away.
    await field("Title").fill("Keeper of secrets");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await page.getByRole("dialog").getByRole("button", { name }).click();
    await expect(dialog.getByText("Your unsaved changes are back.")).toBeVisible();
    await expect(field("Title")).toHaveValue("Keeper of secrets");
    await dialog.getByRole("button", { name: "Discard" }).click();
    await expect(field("Title")).toHaveValue(sheet.character.title);

    // Saved elsewhere while this is open: untouched fields follow, a touched one asks.
    await field("Description").fill("Mine: she is a spy, and always was.");
    await call(page, "PUT", `/characters/${_id}`, {
      title: "Fishwife",
      description: "Theirs: she sells fish at the harbour.",
    });
    await expect(field("Title")).toHaveValue("Fishwife");
    await expect(
      dialog.getByText("Description was changed elsewhere in the meantime"),
    ).toBeVisible();
    await expect(dialog.getByText("Saved now: Theirs: she sells fish")).toBeVisible();
    await dialog.getByRole("button", { name: "Keep mine" }).click();
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("Character saved")).toBeVisible();
    await expect(dialog).toBeHidden();
    expect(await entityOf(page, "character", storyId, name)).toMatchObject({
      title: "Fishwife",
      description: "Mine: she is a spy, and always was.",
    });
    await expect(page.getByRole("dialog").getByText("Mine: she is a spy")).toBeVisible();
  });

  test("saved elsewhere a moment before are shown beside one's own @full", async ({ page }) => {
    const storyId = await openWorkspace(page);
    const { _id } = await addEntity(page, "character", storyId);
    await page.reload();
    // This window does not hear of it.
    await page.route("**/live", (route) => route.abort());
    const dialog = await openEdit(page, "character", name);
    await dialog.getByLabel("Title").fill("My title");
    await page.route(`**/api/stories/${storyId}`, (route) => route.abort());
    await call(page, "PUT", `/characters/${_id}`, { title: "Their title" });
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(dialog.getByText("Title was changed elsewhere in the meantime")).toBeVisible();
    await expect(dialog.getByText("Saved now: Their title")).toBeVisible();
    await expect(dialog.getByLabel("Title")).toHaveValue("My title");
    await dialog.getByRole("button", { name: "Use the saved one" }).click();
    await expect(dialog.getByLabel("Title")).toHaveValue("Their title");
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(dialog).toBeHidden();
  });
});

test.describe("deleting", () => {
  test.use({ allowedConsoleErrors: [/status of 409/] });

  test("asks once, and is refused with its reason while a scene shows it @full", async ({
    page,
  }) => {
    const storyId = await openWorkspace(page);
    await addEntity(page, "character", storyId);
    const used = (await call<Entity[]>(page, "GET", `/stories/${storyId}/characters`)).find(
      (one) => one.sceneCount > 0,
    );
    let dialog = await openEdit(page, "character", used?.name ?? "");
    await expect(dialog.getByRole("button", { name: "Delete Character" })).toBeDisabled();
    await expect(
      dialog.getByText("This character appears in a scene and cannot be deleted."),
    ).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");

    dialog = await openEdit(page, "character", name);
    const remove = dialog.getByRole("button", { name: "Delete Character" });
    await remove.click();
    const question = dialog.getByRole("alertdialog", { name: `Delete ${name} for good?` });
    await expect(question.getByRole("button", { name: "No, Keep It" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(question).toBeHidden();
    await expect(dialog).toBeVisible();
    await expect(remove).toBeFocused();

    // A scene has taken it in a moment ago: only the server knows.
    const refusal =
      "This character appears in a scene and cannot be deleted. Delete that scene first.";
    await page.route(
      "**/api/characters/*",
      (route) =>
        route.fulfill({
          status: 409,
          json: { success: false, error: { code: "in_use" }, message: refusal },
        }),
      { times: 1 },
    );
    await remove.click();
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(dialog.getByText(refusal)).toBeVisible();
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Character deleted")).toBeVisible();
    await expect(dialogOf(page, "Edit", "character")).toBeHidden();
    await expect(page.getByRole("dialog").getByRole("button", { name })).toHaveCount(0);
    // Its card is gone: the focus stays in the list.
    await expect(page.getByRole("dialog").getByRole("button", { name: "Add New" })).toBeFocused();
  });
});

test("newcomers of a scene are presented, changed and seen to be drawn @full", async ({ page }) => {
  test.slow();
  const storyId = await openWorkspace(page);
  const before = (await call<Entity[]>(page, "GET", `/stories/${storyId}/characters`)).length;
  const prompt = page.getByLabel("What happens in the next scene?");
  await prompt.fill("In the market a stranger named Professor Balthazar Quill sells maps");
  await waitForSceneCooldown(page);
  await prompt.press("Enter");
  await expect(page.locator("#scene-2")).toBeVisible();
  const grown = page.getByRole("dialog", { name: "Story World Just Grew" });
  await page.getByRole("button", { name: "View" }).click({ timeout: 60_000 });
  await expect(grown).toBeVisible();
  const all = await call<Entity[]>(page, "GET", `/stories/${storyId}/characters`);
  const came = all.length - before;
  if (came > 0) {
    await expect(grown.getByRole("heading", { name: `New Characters (${came})` })).toBeVisible();
  }
  const newcomers = grown.getByRole("listitem");
  for (let index = 0; index < (await newcomers.count()); index += 1) {
    await expect(newcomers.nth(index).locator("img")).toBeVisible({ timeout: 30_000 });
  }
  await expectAccessibleEverywhere(page);
  await newcomers
    .first()
    .getByRole("button", { name: /^Edit / })
    .click();
  const edit = page.getByRole("dialog", { name: /^Edit (Character|Location)$/ });
  await edit.getByLabel("Title").fill("Seller of maps");
  await edit.getByRole("button", { name: "Save Changes" }).click();
  await expect(edit).toBeHidden();
  await expect(newcomers.first().getByText("Seller of maps")).toBeVisible();
  await grown.getByRole("button", { name: "Got it, thanks!" }).click();
  await expect(grown).toBeHidden();
});
