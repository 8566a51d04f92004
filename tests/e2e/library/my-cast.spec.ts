import { expect, test } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import { seedStory } from "@/tests/support/seeding";
import { signIn } from "../accounts/users";
import { pictureFile } from "../media/workspace";
import { goToWorkspace } from "../studio/workspace";
import {
  addEntity,
  expectAccessibleEverywhere,
  openEdit,
  openList,
  sheet,
} from "../world/workspace";

test("one cast serves two stories, and a change is taken over where it is wanted", {
  tag: ["@phone-full", "@full"],
}, async ({ page }) => {
  // Five screens are checked in two sizes and two themes.
  test.setTimeout(300_000);
  const username = await signIn(page);
  await page.goto("/my-cast");
  await expect(page.getByRole("heading", { name: "Your cast is empty" })).toBeVisible();
  await expectAccessibleEverywhere(page);

  const first = await seedStory({ username, title: "The Bell", scenes: [1] });
  const second = await seedStory({ username, title: "The Reef", scenes: [1] });
  const { name } = await addEntity(page, "character", first);
  await goToWorkspace(page, first);
  const edited = await openEdit(page, "character", name);
  await edited.getByRole("button", { name: "Save to My Cast" }).click();
  await expect(edited.getByText("The same as in your cast.")).toBeVisible();
  await expectAccessibleEverywhere(page);

  await goToWorkspace(page, second);
  const list = await openList(page, "character");
  await list.getByRole("button", { name: "From My Cast" }).click();
  const taking = page.getByRole("dialog", { name: "Add characters from my cast" });
  await taking.getByRole("checkbox", { name }).check();
  await expectAccessibleEverywhere(page);
  await taking.getByRole("button", { name: "Add 1" }).click();
  await expect(list.getByRole("button", { name })).toBeVisible();

  await page.goto("/my-cast");
  await page.getByRole("button", { name }).click();
  const entry = page.getByRole("dialog", { name: "Character of My Cast" });
  await expect(entry.getByText(/^2 stories have a copy/)).toBeVisible();
  await expectAccessibleEverywhere(page);
  await entry.getByLabel("Title").fill("Harbour pilot");
  await entry.getByRole("button", { name: "Save Changes" }).click();
  await expect(entry).toBeHidden();

  await goToWorkspace(page, second);
  const copy = await openEdit(page, "character", name);
  await expect(copy.getByText(`${name} has changed in your cast.`)).toBeVisible();
  await copy.getByRole("button", { name: "Compare" }).click();
  await expectAccessibleEverywhere(page);
  await copy.getByRole("button", { name: "Apply 1 Change" }).click();
  await expect(copy.getByText("The same as in your cast.")).toBeVisible();
  await expect(copy.getByLabel("Title")).toHaveValue("Harbour pilot");
  const other = await call<{ title: string }[]>(page, "GET", `/stories/${first}/characters`);
  expect(other.map(({ title }) => title)).not.toContain("Harbour pilot");
});

test("a character begins in the cast, with an uploaded portrait", {
  tag: "@phone-full",
}, async ({ page }) => {
  const username = await signIn(page);
  await page.goto("/my-cast");
  await page.getByRole("button", { name: "Add Character" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Character to My Cast" });
  const { name, title, description, imagePrompt } = sheet.character;
  await dialog.getByLabel("Upload a picture").setInputFiles(await pictureFile("#14639b"));
  await expect(dialog.getByRole("region", { name: "Picture" }).getByRole("img")).toBeVisible();
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Title").fill(title);
  await dialog.getByLabel("Description").fill(description);
  await dialog.getByLabel("Image prompt").fill(imagePrompt);
  await expectAccessibleEverywhere(page);
  await dialog.getByRole("button", { name: "Add Character" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("article").filter({ hasText: name }).locator("img")).toBeVisible();

  const storyId = await seedStory({ username, title: "The Bell", scenes: [1] });
  await goToWorkspace(page, storyId);
  const list = await openList(page, "character");
  await list.getByRole("button", { name: "From My Cast" }).click();
  const taking = page.getByRole("dialog", { name: "Add characters from my cast" });
  await taking.getByRole("checkbox", { name }).check();
  await taking.getByRole("button", { name: "Add 1" }).click();
  const card = list.getByRole("article").filter({ hasText: name });
  await expect(card.locator("img")).toBeVisible();
});
