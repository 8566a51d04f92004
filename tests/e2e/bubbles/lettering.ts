import { expect, type Locator, type Page } from "@playwright/test";
import type { TextBubble } from "@/lib/scenes/bubbles/schema";
import { call } from "@/tests/support/call";
import { atWorkspace, panel, sheet } from "../studio/workspace";

export interface SavedPanel {
  _id: string;
  panelNumber: number;
  version: number;
  textBubbles: TextBubble[];
}

export interface LetteringStory {
  storyId: string;
  sceneId: string;
}

/** Opens the workspace of a story with one scene, whose panels have a line and a narration each. */
export async function atLettering(page: Page, panels = 2): Promise<LetteringStory> {
  const storyId = await atWorkspace(page, { scenes: [panels], characters: 2 });
  await expect(sheet(page, 1).locator("figure img")).toHaveCount(panels);
  const story = await call<{ scenes: { _id: string }[] }>(page, "GET", `/stories/${storyId}`);
  return { storyId, sceneId: story.scenes[0]?._id ?? "" };
}

export async function savedPanel(
  page: Page,
  { storyId }: LetteringStory,
  number = 1,
): Promise<SavedPanel> {
  const story = await call<{ scenes: { panels: SavedPanel[] }[] }>(
    page,
    "GET",
    `/stories/${storyId}`,
  );
  const found = story.scenes[0]?.panels[number - 1];
  if (!found) throw new Error(`There is no panel ${number}.`);
  return found;
}

/** Saves bubbles as another tab would. */
export async function saveInOtherTab(
  page: Page,
  lettering: LetteringStory,
  change: (bubbles: TextBubble[]) => TextBubble[],
  number = 1,
): Promise<void> {
  const { textBubbles } = await savedPanel(page, lettering, number);
  await call(page, "PUT", `/scenes/${lettering.sceneId}/panels/${number}`, {
    textBubbles: change(textBubbles),
  });
}

/** The bubble of the keeper's line, in the workspace. */
export const line = (page: Page, number = 1): Locator =>
  panel(page, 1, number).getByRole("button", { name: /^Edit Keeper/ });

/** The text of the bubble that is being dragged, in the layer above the others. */
export const draggedText = (page: Page, number = 1): Locator =>
  panel(page, 1, number).locator("svg.panel-bubbles-layer").last().locator(".lettering");

export const editor = (page: Page): Locator =>
  page.getByRole("dialog", { name: /^(Add Speech Bubble|Edit Speech Bubbles)$/ });

export const stage = (page: Page): Locator =>
  page.getByRole("group", { name: "Panel being lettered" });

export const grips = (page: Page): Locator =>
  stage(page).getByRole("button", { name: /bubble \d/ });

export const words = (page: Page): Locator => editor(page).getByLabel("Text", { exact: true });

/** The text that the bubbles of an element show, as they are drawn. */
export const drawn = (within: Locator): Promise<string[]> =>
  within
    .locator("svg.panel-bubbles .lettering")
    .evaluateAll((texts) =>
      texts.map((text) => [...text.children].map((line) => line.textContent).join(" ")),
    );

export async function centreOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  if (!box) throw new Error(`${target} is not on the page.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
