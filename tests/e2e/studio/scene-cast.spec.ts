import type { Page } from "@playwright/test";
import type { Story } from "@/lib/stories/schema";
import { expect, test } from "@/tests/support/browser";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { seedStory, sql } from "@/tests/support/seeding";
import { signIn } from "../accounts/users";
import { firstPrompt, proceedTo } from "../onboarding/wizard";
import { answer, atWorkspace, failure, goToWorkspace, promptBox, sheet } from "./workspace";

const generate = "**/api/ai/generate-scene";
const prompt = "They go down to the water with the lamp";

const storyOf = (page: Page, storyId: string): Promise<Pick<Story, "characters" | "locations">> =>
  page.evaluate(async (id) => (await (await fetch(`/api/stories/${id}`)).json()).data, storyId);

test.use({ allowedConsoleErrors: [/status of 503/] });

test("who is in a scene and where is chosen, kept, sent, drawn and cleared @full", {
  tag: "@phone",
}, async ({ page }) => {
  test.slow();
  const storyId = await atWorkspace(page, { scenes: [1], characters: 10, locations: 2 });
  const { characters, locations } = await storyOf(page, storyId);
  const keeper = characters.find(({ name }) => name === "Keeper 7")?._id ?? "";
  const pier = locations.find(({ name }) => name === "Pier 2")?._id ?? "";
  const chosen = page
    .getByRole("list", { name: "Chosen for this scene" })
    .getByRole("listitem")
    .locator(".truncate");
  const opener = page.getByRole("button", { name: "Characters and location" });
  const list = page.getByRole("dialog", { name: "Characters and locations of this scene" });

  // By the keyboard alone, with the filter; Enter draws nothing.
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect(list).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(list.getByLabel("Filter by name")).toBeFocused();
  await page.keyboard.type("keeper 7");
  await page.keyboard.press("Enter");
  await expect(list.getByRole("checkbox")).toHaveCount(1);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(chosen).toHaveText(["Keeper 7"]);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  for (const name of ["Keeper 2", "Keeper 3", "Pier 2"])
    await list.getByRole("checkbox", { name, exact: true }).check();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(chosen).toHaveText(["Keeper 7", "Keeper 2", "Keeper 3", "Pier 2"]);
  await expectAccessible(page);
  // On a desk they are all there; on a phone the row fades out where it goes on.
  const row = page.getByRole("list", { name: "Chosen for this scene" });
  const isCut = await row.evaluate((list) => list.scrollWidth > list.clientWidth);
  const mask = await row.evaluate((list) => getComputedStyle(list).maskImage);
  if (isCut) expect(mask).toContain("gradient");
  else await expect(chosen.last()).toBeInViewport({ ratio: 0.99 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    await page.evaluate(() => window.innerWidth),
  );

  // A cross takes one away, and the focus stays in the row; a reload keeps the rest.
  await page.getByRole("button", { name: "Remove Keeper 2 from this scene" }).click();
  await expect(page.getByRole("button", { name: "Remove Keeper 3 from this scene" })).toBeFocused();
  await promptBox(page).fill(prompt);
  await page.reload();
  await expect(chosen).toHaveText(["Keeper 7", "Keeper 3", "Pier 2"]);

  // Who was deleted meanwhile is told, and the others are asked for.
  await sql("delete from character where story_id = $1 and name = 'Keeper 3'", [storyId]);
  await page.reload();
  await expect(
    page.getByText("No longer in this story, so not in this scene: Keeper 3"),
  ).toBeVisible();
  await expect(chosen).toHaveText(["Keeper 7", "Pier 2"]);

  // A request that fails keeps the chips.
  await answer(page, generate, 503, failure("Please try again."));
  await page.getByRole("button", { name: "Draw it" }).click();
  await expect(page.getByText("Please try again.").first()).toBeVisible();
  await expect(chosen).toHaveText(["Keeper 7", "Pier 2"]);
  await page.unroute(generate);

  const sent = page.waitForRequest(generate);
  await page.getByRole("button", { name: "Draw it" }).click();
  const body = (await sent).postDataJSON();
  expect(body).toMatchObject({ characterIds: [keeper], locationIds: [pier] });
  await expect(sheet(page, 2)).toBeInViewport();
  await expect(chosen).toHaveCount(0);
  // And both are in the scene: neither is in another one.
  await expect
    .poll(async () => {
      const story = await storyOf(page, storyId);
      const isIn = (list: { _id: string; sceneCount: number }[], id: string) =>
        list.find(({ _id }) => _id === id)?.sceneCount;
      return [isIn(story.characters, keeper), isIn(story.locations, pier)];
    })
    .toEqual([1, 1]);
});

test("who is in the first scene is chosen in the wizard as well @full", { tag: "@phone" }, async ({
  page,
}) => {
  const username = await signIn(page);
  const storyId = await seedStory({ username, scenes: [], characters: 2, locations: 1 });
  await goToWorkspace(page, storyId);
  await proceedTo(page, 4);
  const { characters } = await storyOf(page, storyId);
  const keeper = characters.find(({ name }) => name === "Keeper 2")?._id ?? "";
  await page.getByRole("button", { name: "Characters and location" }).click();
  const list = page.getByRole("dialog", { name: "Characters and locations of this scene" });
  await list.getByRole("checkbox", { name: "Keeper 2", exact: true }).check();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(
    page.getByRole("button", { name: "Remove Keeper 2 from this scene" }),
  ).toBeInViewport();
  // Short, and long enough in a script without spaces.
  const opening = "灯台守の夜";
  await firstPrompt(page).fill(opening);
  const sent = page.waitForRequest(generate);
  await page.getByRole("button", { name: "Create Your Story" }).click();
  expect((await sent).postDataJSON()).toMatchObject({ prompt: opening, characterIds: [keeper] });
  await expect(sheet(page, 1).locator("figure img")).toHaveCount(1, { timeout: 60_000 });
  // The chips went with their words.
  await expect(page.getByRole("button", { name: "Remove Keeper 2 from this scene" })).toHaveCount(
    0,
  );
});

test("a story without characters and places offers nothing to choose @full", async ({ page }) => {
  await atWorkspace(page, { scenes: [1] });
  await expect(promptBox(page)).toBeVisible();
  await expect(page.getByRole("button", { name: "Characters and location" })).toHaveCount(0);
});
