import { expect, test } from "@/tests/support/browser";
import {
  addEntity,
  dialogOf,
  entityOf,
  openAdd,
  openList,
  openWorkspace,
  sheet,
} from "./workspace";

test.describe("from a few words", () => {
  test.use({ allowedConsoleErrors: [/status of 50\d/] });

  test("a character is written, checked, added and drawn", async ({ page }) => {
    const storyId = await openWorkspace(page);
    const dialog = await openAdd(page, "character");
    const idea = dialog.getByLabel("Describe your character");
    const generate = dialog.getByRole("button", { name: "Generate", exact: true });
    await expect(idea).toBeFocused();
    // Beside Cancel, as in every dialog.
    const foot = dialog.locator(".dialog-foot").getByRole("button");
    await expect(foot).toHaveText(["Cancel", "Generate"]);

    await generate.click();
    await expect(dialog.getByText("Please enter a character description")).toBeVisible();
    await idea.fill("Tom");
    await expect(dialog.getByText("Please enter a character description")).toBeHidden();
    await generate.click();
    await expect(dialog.getByText("Description must be at least 5 characters")).toBeVisible();

    // A writer that is away: its sentence, and every word is still there.
    const words = "A retired clockmaker with a red scarf who repairs broken robots";
    await idea.fill(`${words} [[ai-down]]`);
    await generate.click();
    await expect(dialog.getByRole("alert")).toHaveText(/\w+/);
    await expect(idea).toHaveValue(`${words} [[ai-down]]`);

    // What stood in the form is not lost to what is filled in.
    await dialog.getByRole("tab", { name: "Manual" }).click();
    await dialog.getByLabel("Name").fill("A name of my own");
    await dialog.getByRole("tab", { name: "Generate" }).click();
    await idea.fill(words);
    // A sheet that is being written is not thrown away by a key.
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await page.route("**/api/ai/generate-character-from-description", async (route) => {
      await held;
      await route.continue();
    });
    await generate.click();
    await expect(dialog.getByText("Writing the description...")).toBeVisible();
    const cancel = dialog.getByRole("button", { name: "Cancel" });
    await expect(cancel).toBeDisabled();
    await page.keyboard.press("Escape");
    await expect(cancel).toBeDisabled();
    letGo();
    await expect(dialog.getByRole("tab", { name: "Manual" })).toHaveAttribute(
      "aria-selected",
      "true",
    );
    const name = dialog.getByLabel("Name");
    await expect(name).toBeFocused();
    await expect(name).not.toHaveValue("A name of my own");
    await expect(dialog.getByLabel("Image prompt")).toHaveValue(/scarf/);
    await dialog.getByRole("button", { name: "Undo" }).click();
    await expect(name).toHaveValue("A name of my own");
    await dialog.getByRole("tab", { name: "Generate" }).click();
    await generate.click();
    await expect(name).not.toHaveValue("A name of my own");
    await name.fill("Odile");
    await dialog.getByRole("button", { name: "Add Character" }).click();

    await expect(page.getByText("Character added")).toBeVisible();
    await expect(dialog).toBeHidden();
    const list = page.getByRole("dialog", { name: /^Characters/ });
    const card = list.getByRole("article").filter({ hasText: "Odile" });
    await expect(card.locator("img")).toBeVisible({ timeout: 30_000 });
    expect((await entityOf(page, "character", storyId, "Odile")).primaryImageUrl).not.toBeNull();

    // The next one begins empty.
    await list.getByRole("button", { name: "Add New" }).click();
    await expect(idea).toHaveValue("");
    await dialog.getByRole("tab", { name: "Manual" }).click();
    await expect(name).toHaveValue("");
  });
});

test.describe("by hand", () => {
  test.use({ allowedConsoleErrors: [/status of 409/] });

  test("a location is refused in the words of its form, kept, and drawn while one looks on @full", {
    tag: "@phone",
  }, async ({ page }) => {
    const storyId = await openWorkspace(page);
    await addEntity(page, "location", storyId);
    const dialog = await openAdd(page, "location");
    await dialog.getByRole("tab", { name: "Manual" }).click();
    const field = (label: string) => dialog.getByLabel(label);
    const add = dialog.getByRole("button", { name: "Add Location" });
    const says = (text: string) => expect(dialog.getByText(text, { exact: true })).toBeVisible();

    await add.click();
    for (const text of [
      "Location name is required",
      "Description is required",
      "Image prompt is required",
    ]) {
      await says(text);
    }
    await expect(field("Name")).toBeFocused();
    await field("Name").fill("   ");
    await field("Description").fill("Too short");
    await field("Image prompt").fill("Too short");
    await add.click();
    await says("Name must be at least 1 character");
    await says("Description must be at least 10 characters");
    await says("Image prompt must be at least 10 characters");
    await field("Name").fill("x".repeat(101));
    await field("Title").fill("x".repeat(201));
    await field("Description").fill("x".repeat(1001));
    await field("Image prompt").fill("x".repeat(1001));
    await expect(dialog.getByText("1001 / 1000").first()).toBeVisible();
    await add.click();
    await says("Name must be less than 100 characters");
    await says("Title must be less than 200 characters");
    await says("Description must be less than 1000 characters");
    await says("Image prompt must be less than 1000 characters");

    // The server knows that there is one of this name; the form says it on the name.
    await field("Name").fill(sheet.location.name.toUpperCase());
    await field("Title").fill("");
    await field("Description").fill("The square behind the harbour.");
    await field("Image prompt").fill("A small square with a fountain and plane trees");
    await add.click();
    await says(
      "This story already has a location named Harbour Market. Please choose another name.",
    );
    await expect(field("Name")).toBeFocused();

    // Escape, and even a reload, lose nothing.
    await field("Name").fill("Fountain Square");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    page.once("dialog", (question) => void question.accept());
    await page.reload();
    await openAdd(page, "location");
    await expect(dialog.getByText("Your unsaved changes are back.")).toBeVisible();
    await expect(field("Name")).toHaveValue("Fountain Square");
    await expect(field("Name")).toBeFocused();
    // The other tab is not barred by that.
    await dialog.getByRole("tab", { name: "Generate" }).click();
    await expect(dialog.getByLabel("Describe your location")).toBeVisible();
    await dialog.getByRole("tab", { name: "Manual" }).click();

    // Without a prompt nothing can be drawn; with one it is added and drawn on the spot.
    const picture = dialog.getByRole("region", { name: "Picture" });
    const generate = picture.getByRole("button", { name: "Generate", exact: true });
    const prompt = "A small square with a fountain and plane trees";
    await field("Image prompt").fill(" ");
    await generate.click();
    await says("Please enter an image generation prompt first");
    await field("Image prompt").fill(prompt);
    // That it is added thereby is said before.
    await expect(generate).toHaveAccessibleDescription(/adds the location to the story/);
    await generate.click();
    const edit = dialogOf(page, "Edit", "location");
    await expect(edit).toBeVisible();
    await expect(edit.getByRole("img", { name: "Picture of Fountain Square" })).toBeVisible({
      timeout: 30_000,
    });
    await expect(edit.getByLabel("Image prompt")).toHaveValue(prompt);
    await expect(edit.getByText("Your unsaved changes are back.")).toBeHidden();
  });
});

test("a list is in the order of appearance, and used with the keyboard alone @full", async ({
  page,
}) => {
  const storyId = await openWorkspace(page);
  await addEntity(page, "character", storyId);
  await page.reload();
  const list = await openList(page, "character");
  // Whom no scene has shown yet comes first.
  await expect(list.getByRole("heading", { level: 3 }).first()).toHaveText(sheet.character.name);
  const count = await list.getByRole("article").count();
  await expect(list).toHaveAccessibleName(`Characters (${count})`);

  // Keyboard alone: to the card, into its dialog, back to the card.
  const card = list.getByRole("button", { name: sheet.character.name });
  await card.focus();
  await page.keyboard.press("Enter");
  await expect(dialogOf(page, "Edit", "character").getByLabel("Name")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialogOf(page, "Edit", "character")).toBeHidden();
  await expect(list).toBeVisible();
  await expect(card).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
});

test("a list without anybody is a drawing, words and the way on @full", async ({ page }) => {
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
    const title = kind === "character" ? "No characters yet" : "No locations yet";
    await expect(list.getByRole("heading", { name: title })).toBeVisible();
    await list.getByRole("button", { name: "Add New" }).click();
    await expect(dialogOf(page, "Add", kind)).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await expect(list).toBeHidden();
  }
});
