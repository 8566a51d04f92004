import { expect, type Page } from "@playwright/test";
import type { Story } from "@/lib/stories/schema";
import { call } from "@/tests/support/call";
import { signIn } from "../accounts/users";
import { goToWorkspace } from "../studio/workspace";

/** The four steps, by their headings. */
export const steps = {
  1: "Launch Your Story",
  2: "Choose Your Visual Style",
  3: "Build Your World",
  4: "Begin Your Adventure",
} as const;

export async function expectStep(page: Page, step: keyof typeof steps): Promise<void> {
  await expect(page.getByRole("heading", { name: steps[step], level: 1 })).toBeVisible();
  await expect(page.getByText(`Step ${step} of 4`)).toBeVisible();
}

export const description = (page: Page) => page.getByLabel("What is your story about?");
export const firstPrompt = (page: Page) => page.getByLabel("How does your story begin?");
/** The preview of the story beside the questions. */
export const storyPreview = (page: Page) =>
  page.getByRole("complementary", { name: "Your story so far" });
export const storyTitle = (page: Page) =>
  storyPreview(page).locator(".story-preview-title .display");

export const proceed = (page: Page) =>
  page.getByRole("button", { name: "Continue", exact: true }).click();
/** One step back. Waits for the next step: the one that fades out still has its button. */
export async function goBack(page: Page): Promise<void> {
  const shown = await shownStep(page);
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await expectStep(page, (shown - 1) as keyof typeof steps);
}

const shownStep = async (page: Page) =>
  Number((await page.getByText(/^Step \d of 4$/).textContent())?.charAt(5));

/** A new story of a signed-in author, begun in the first step of the wizard. */
export async function beginStory(page: Page): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: "New Story" }).first().click();
  await expectStep(page, 1);
}

/** From the current step to a later one, with the wizard's defaults. */
export async function proceedTo(page: Page, step: 2 | 3 | 4): Promise<void> {
  const shown = await shownStep(page);
  for (const next of [2, 3, 4] as const) {
    if (next <= shown || next > step) continue;
    await proceed(page);
    await expectStep(page, next);
  }
}

/** From the second step to the last one: chooses a style, and finds Odile, the character of the idea. */
export async function buildWorld(page: Page): Promise<void> {
  await page.getByText("Watercolor", { exact: true }).click();
  await proceed(page);
  await expectStep(page, 3);
  await page.getByRole("button", { name: "Generate From Your Story" }).click();
  await expect(page.getByRole("button", { name: "Edit Odile" })).toBeVisible({ timeout: 30_000 });
  await proceed(page);
  await expectStep(page, 4);
}

/** Skips the wizard, to the workspace of a story without scenes. */
export async function skipToWorkspace(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Skip to the workspace" }).click();
  await expect(page.getByText("Let's get started!")).toBeVisible();
}

type Cookies = Awaited<ReturnType<ReturnType<Page["context"]>["cookies"]>>;
let known: Cookies | undefined;

/** Signs in the author that the tests of this file share. */
export async function signInSharedAuthor(page: Page): Promise<void> {
  if (known) {
    await page.context().addCookies(known);
  } else {
    await signIn(page);
    known = await page.context().cookies();
  }
}

/** Creates a story as the home page does, and opens it. */
export async function openNewStory(page: Page, text = "A story that has just begun.") {
  const { _id } = await call<Story>(page, "POST", "/stories", {
    title: "My New Story",
    description: text,
    aspectRatio: "3:4",
    panels: 1,
    defaultPanels: 1,
  });
  await goToWorkspace(page, _id);
  await expectStep(page, 1);
  return _id;
}

/** The story on the server. */
export const savedStory = (page: Page, storyId: string) =>
  call<Story>(page, "GET", `/stories/${storyId}`);
