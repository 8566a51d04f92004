import { expect, type Locator, type Page } from "@playwright/test";
import { call } from "@/tests/support/call";
import { pickOption } from "@/tests/support/pick-option";
import { signIn } from "../accounts/users";
import { goToWorkspace, panel, skipOnboarding } from "../studio/workspace";

export interface CreatedStory {
  _id: string;
  title: string;
  description: string;
}

/** A new author, signed in, with a draft. */
export async function signInWithStory(page: Page, fields: object = {}): Promise<CreatedStory> {
  await signIn(page);
  return call<CreatedStory>(page, "POST", "/stories", {
    title: "The Owl of Quay Street",
    description: "A retired clockmaker named Odile finds a brass owl that sings at midnight.",
    ...fields,
  });
}

export async function addCharacter(page: Page, storyId: string): Promise<void> {
  await call(page, "POST", "/characters", {
    storyId,
    name: `Somebody ${Date.now()}`,
    description: "Somebody who comes along.",
    imagePrompt: "Somebody in a grey coat",
  });
}

interface MadeScene {
  _id: string;
  title: string;
  description: string;
  version: number;
  panels: { imageUrl: string | null }[];
}

/** Generates a scene and waits until it is complete. */
export async function makeScene(
  page: Page,
  storyId: string,
  prompt: string,
  { panels = 1, generateImages = true } = {},
): Promise<MadeScene> {
  const body = { storyId, prompt, maxPanels: panels, generateImages };
  const { scene } = await call<{ scene: MadeScene }>(page, "POST", "/ai/generate-scene", body);
  let made: { isGenerating: boolean; scene: MadeScene } | undefined;
  await expect
    .poll(
      async () => {
        made = await call(page, "GET", `/ai/scene-status/${scene._id}`);
        return made?.isGenerating;
      },
      { timeout: 60_000 },
    )
    .toBe(false);
  return made?.scene ?? scene;
}

/** The API requires five seconds between two scenes of an author. */
export const waitForSceneCooldown = (page: Page) => page.waitForTimeout(5_500);

/** Opens the workspace of a story whose author has completed the wizard. */
export async function openStory(page: Page, storyId: string): Promise<void> {
  await skipOnboarding(page, storyId);
  await goToWorkspace(page, storyId);
}

/** The dialog with that title. */
export const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

export async function openSettings(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  const settings = dialog(page, "Story Settings");
  await expect(settings).toBeVisible();
  return settings;
}

/** Chooses an image model. */
export async function chooseModel(settings: Locator, name: RegExp): Promise<void> {
  await settings.getByRole("combobox", { name: "Image model" }).click();
  const wanted = settings.page().getByRole("option", { name });
  await pickOption(wanted);
  await expect(wanted).toBeHidden();
}

export async function openScene(page: Page, number: number): Promise<Locator> {
  await page
    .getByRole("region", { name: new RegExp(`^Scene ${number}\\b`) })
    .getByRole("button", { name: /^Edit scene/i })
    .click();
  const scene = dialog(page, "Edit Scene");
  await expect(scene).toBeVisible();
  return scene;
}

/** Opens the alt text dialog from the panel's actions. */
export async function openPanelWords(page: Page, scene: number, number: number): Promise<Locator> {
  const actions = panel(page, scene, number).getByRole("button", { name: "Panel actions" });
  // The tools hang below the panel: the focus shows them, wherever the page scrolls to.
  await actions.focus();
  await actions.click();
  await page.getByRole("menuitem", { name: "Alt text" }).click();
  const words = dialog(page, "Alt Text");
  await expect(words).toBeVisible();
  return words;
}
