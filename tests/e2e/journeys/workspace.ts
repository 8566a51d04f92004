import { expect, type Locator, type Page } from "@playwright/test";
import type { SceneProgress } from "@/lib/generation/schema";
import type { Story } from "@/lib/stories/schema";
import { call } from "@/tests/support/call";
import { signIn } from "../accounts/users";
import { dialog } from "../settings/story";

/** Registers and signs in a new account on the home page. @returns the username */
export async function signInAtHome(page: Page): Promise<string> {
  const username = await signIn(page);
  await page.goto("/");
  // The page is hydrated: presses work from now on.
  await expect(page.getByRole("button", { name: "Account menu of Ida Lund" })).toBeVisible();
  return username;
}

export const storyIdOf = (page: Page) => new URL(page.url()).pathname.split("/")[2] ?? "";

export const fetchStory = (page: Page, storyId = storyIdOf(page)) =>
  call<Story>(page, "GET", `/stories/${storyId}`);

export const promptBox = (page: Page) => page.getByLabel("What happens in the next scene?");
export const sheetOf = (page: Page, sceneNumber: number) => page.locator(`#scene-${sceneNumber}`);
export const toasts = (page: Page) => page.locator(".toast");

/** Waits until a scene is written and drawn, with this number of pictures. */
export async function expectDrawn(sheet: Locator, pictures: number): Promise<void> {
  await expect(sheet.locator("figure img")).toHaveCount(pictures, { timeout: 60_000 });
  await expect(sheet).toHaveAttribute("aria-busy", "false", { timeout: 30_000 });
}

/** The button that opens the dialog of new entities; null where a scene has none. */
export async function newEntitiesButton(page: Page, sceneNumber: number): Promise<Locator | null> {
  const { scenes } = await fetchStory(page);
  const scene = scenes.find((one) => one.sceneNumber === sceneNumber);
  const came = await call<SceneProgress>(page, "GET", `/ai/scene-status/${scene?._id}`);
  if (came.newCharacters.length + came.newLocations.length === 0) return null;
  const meet = page.getByRole("button", { name: "View" });
  await expect(meet).toBeVisible({ timeout: 15_000 });
  return meet;
}

export const newEntitiesDialog = (page: Page) => dialog(page, "Story World Just Grew");
