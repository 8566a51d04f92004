import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

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

export const proceed = (page: Page) =>
  page.getByRole("button", { name: "Continue", exact: true }).click();
export const goBack = (page: Page) =>
  page.getByRole("button", { name: "Back", exact: true }).click();

/** A new story of somebody signed in, in the first step of the wizard. */
export async function beginStory(page: Page, text?: string): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: "New Story" }).first().click();
  await expectStep(page, 1);
  if (text !== undefined) await description(page).fill(text);
}

/** From the first step to another one, with what the wizard proposes. */
export async function proceedTo(page: Page, step: 2 | 3 | 4): Promise<void> {
  for (const next of [2, 3, 4] as const) {
    if (next > step) return;
    await proceed(page);
    await expectStep(page, next);
  }
}

/** Out of the wizard, to the drawing table of a story without scenes. */
export async function skipToTable(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Skip to the drawing table" }).click();
  await expect(page.getByText("Let's get started!")).toBeVisible();
}

/** No fault of accessibility in either theme. */
export async function expectNoFaults(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  }
}
