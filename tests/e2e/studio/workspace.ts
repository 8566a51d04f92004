import { expect, type Locator, type Page } from "@playwright/test";
import { draftEntry } from "@/tests/support/draft-entry";
import type { StoryPlan } from "@/tests/support/rows/story-rows";
import { seedStory } from "@/tests/support/seeding";
import { accountMenu, signIn } from "../accounts/users";

/** A new author in the workspace of a story that is inserted into the database as it is. */
export async function atWorkspace(page: Page, plan: Omit<StoryPlan, "username">): Promise<string> {
  const username = await signIn(page);
  const storyId = await seedStory({ username, ...plan });
  if (plan.scenes.length === 0) await skipOnboarding(page, storyId);
  await goToWorkspace(page, storyId);
  return storyId;
}

/** The workspace of the author's own story, once it is hydrated: earlier clicks are lost. */
export async function goToWorkspace(page: Page, storyId: string): Promise<void> {
  await page.goto(`/story/${storyId}`);
  await expect(accountMenu(page)).toBeVisible();
}

/** The wizard of a story without scenes counts as done in this session. */
export const skipOnboarding = (page: Page, storyId: string) =>
  page.addInitScript(
    ([key, text]) => sessionStorage.setItem(key, text),
    draftEntry("onboarded", storyId, true),
  );

export const sheet = (page: Page, number: number): Locator => page.locator(`#scene-${number}`);

export const panel = (page: Page, scene: number, number: number): Locator =>
  sheet(page, scene).getByRole("group", { name: `Panel ${number}` });

export const promptBox = (page: Page): Locator =>
  page.getByLabel("What happens in the next scene?");

/** Answers the next calls to this address. */
export async function answer(
  page: Page,
  path: string | RegExp,
  status: number,
  body: object | string,
): Promise<void> {
  await page.route(path, (route) =>
    route.fulfill({
      status,
      contentType: "application/json",
      body: typeof body === "string" ? body : JSON.stringify(body),
    }),
  );
}

/** An error in the API's envelope. */
export const failure = (message: string, code = "unavailable", more: object = {}) => ({
  success: false,
  error: { code },
  message,
  ...more,
});

/** Records which tones are played; sounds are on. */
export async function recordTones(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    localStorage.setItem("inkwright:sounds", "on");
    const heard: number[] = [];
    Object.assign(window, { heard });
    const original = AudioParam.prototype.setValueAtTime;
    AudioParam.prototype.setValueAtTime = function (value, time) {
      if (value > 20) heard.push(value);
      return original.call(this, value, time);
    };
  });
  return () => page.evaluate(() => (window as unknown as { heard: number[] }).heard);
}

/** The first tone of each sound, in hertz. */
export const tones = {
  newScene: 523.25,
  newEntity: 587.33,
  saved: 659.25,
  error: 220,
  swoosh: 180,
};

/** Publishes with the sheet's defaults, and closes it. */
export async function publish(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: "Publish", exact: true });
  await button.click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
  // While it is being saved, the sheet stays open.
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByRole("button", { name: "Unpublish" })).toBeEnabled();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Published" })).toBeVisible();
}
