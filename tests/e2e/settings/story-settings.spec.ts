import { expect, test } from "@/tests/support/browser";
import { addCharacter, chooseModel, openSettings, openStory, signInWithStory } from "./story";

test("everything about a story is changed and saved in one call", async ({ page }) => {
  const story = await signInWithStory(page, { tags: ["mystery"] });
  await openStory(page, story._id);
  const settings = await openSettings(page);
  await expect(settings.getByLabel("Title")).toBeFocused();
  await settings.getByLabel("Title").fill("  The Brass Owl  ");
  await settings.getByLabel("Description").fill("An owl of brass sings, and a quay listens.");
  const tags = settings.getByLabel("Tags", { exact: true });
  await tags.fill("owls");
  await tags.press("Enter");
  // Text that is still in the field when the form is saved becomes a tag too.
  await tags.fill("harbour");
  await chooseModel(settings, /FLUX Kontext Max/);
  await settings.getByText("Landscape 3:2").click();
  await settings.getByTitle("4 panels").click();
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await settings.getByRole("button", { name: "Save", exact: true }).click();
  expect((await sent).postDataJSON()).toEqual({
    title: "The Brass Owl",
    description: "An owl of brass sings, and a quay listens.",
    tags: ["mystery", "owls", "harbour"],
    imageGenerationModel: "flux-kontext-max",
    aspectRatio: "3:2",
    defaultPanels: 4,
    version: 1,
  });
  await expect(page.getByText("Story settings saved")).toBeVisible();
  await expect(settings).toBeHidden();
  await expect(page.getByRole("heading", { name: "The Brass Owl" })).toBeVisible();

  await page.reload();
  const again = await openSettings(page);
  await expect(again.getByLabel("Title")).toHaveValue("The Brass Owl");
  await expect(again.getByText("harbour", { exact: true })).toBeVisible();
  await expect(again.getByRole("radio", { name: "Landscape 3:2" })).toBeChecked();
  await expect(again.getByRole("radio", { name: "4 panels" })).toBeChecked();
  await expect(again.getByRole("combobox", { name: "Image model" })).toHaveText(/FLUX Kontext Max/);
  await expect(again.getByText("Your unsaved changes are back.")).toBeHidden();

  // Nothing changed: nothing is sent.
  let writes = 0;
  page.on("request", (request) => {
    if (request.method() === "PUT") writes += 1;
  });
  await again.getByRole("button", { name: "Save", exact: true }).click();
  await expect(again).toBeHidden();
  expect(writes).toBe(0);
});

test("deleting leads home without an error, and leaves nothing behind @full", async ({ page }) => {
  const story = await signInWithStory(page, { title: "Soon Gone" });
  // Its content is deleted with it, and the open page follows.
  await addCharacter(page, story._id);
  await page.goto("/");
  await expect(page.getByText("Soon Gone").first()).toBeVisible();
  await openStory(page, story._id);
  const settings = await openSettings(page);
  await settings.getByRole("button", { name: "Delete Story" }).click();
  const question = settings.getByRole("alertdialog", { name: /Delete this story/ });
  // The page that is being left has nothing to complain of.
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const shown = document.querySelector("main")?.textContent ?? "";
      seen.push(...(/Story Not Found|could not be refreshed|not found/i.exec(shown) ?? []));
    }).observe(document.body, { subtree: true, childList: true });
  });
  // The event arrives before the answer, as it may.
  await page.route(`**/api/stories/${story._id}`, async (route) => {
    if (route.request().method() !== "DELETE") return route.continue();
    const response = await route.fetch();
    await page.waitForTimeout(1_500);
    await route.fulfill({ response });
  });
  await question.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page).toHaveURL("/");
  const seen = await page.evaluate(() => (window as unknown as { seen: object }).seen);
  expect(seen).toEqual([]);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("Story deleted!")).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
  await expect(page.getByText("Soon Gone")).toHaveCount(0);
  const gone = await page.request.get(`/api/stories/${story._id}`);
  expect(gone.status()).toBe(404);
  expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain(story._id);
});
