import { expect, test } from "@/tests/support/browser";
import { entityOf, openAdd, openWorkspace } from "./workspace";

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

    // Generated values do not overwrite the author's input.
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
