import { expect, type Locator, type Page } from "@playwright/test";
import { panel } from "../studio/workspace";

/** The painter: with `--vendors` the model of a new story. */
export const drawnBy = process.env.BROWSER_TEST_VENDORS ? "Seedream 4" : "Demo studio";

export const workspace = (page: Page): Locator => page.getByRole("dialog", { name: "Edit Media" });

/** The first panel in the workspace, also below a dialog. */
export const panelInStory = (page: Page) => page.locator("#scene-1 [aria-label='Panel 1']");
export const pictureOf = (page: Page) => panelInStory(page).locator("figure > img");

/** Opens Edit Media on a panel. */
export async function openMedia(page: Page, number = 1, scene = 1): Promise<Locator> {
  const frame = panel(page, scene, number);
  await frame.hover();
  await frame.getByRole("button", { name: "Edit media" }).click();
  await expect(workspace(page)).toBeVisible();
  return workspace(page);
}

export const tabs = ["Modify", "Animate", "Generate", "Upload"] as const;
type TabName = Exclude<(typeof tabs)[number], "Upload">;

const boxes: Record<TabName, { label: string; action: string }> = {
  Modify: { label: "What should change?", action: "Modify image" },
  Animate: { label: "What should move?", action: "Animate image" },
  Generate: { label: "Image prompt", action: "Generate image" },
};

export async function openTab(media: Locator, tab: (typeof tabs)[number]): Promise<void> {
  await media.getByRole("tab", { name: tab }).click();
}

export const box = (media: Locator, tab: TabName) => media.getByLabel(boxes[tab].label);

/** Types into a tab and submits with Enter. */
export async function ask(media: Locator, tab: TabName, prompt: string): Promise<void> {
  await openTab(media, tab);
  await box(media, tab).fill(prompt);
  await box(media, tab).press("Enter");
}

export const submit = (media: Locator, tab: TabName) =>
  media.getByRole("button", { name: boxes[tab].action });

export const conversation = (media: Locator) => media.getByRole("log", { name: "Conversation" });

/** Visible while a job is running. */
export const overlay = (media: Locator) => media.locator(".media-overlay");

export const takes = (media: Locator) => media.getByRole("button", { name: /^Take \d+/ });

export const expectTakes = (media: Locator, count: number, timeout = 60_000) =>
  expect(media.getByRole("heading", { name: `Takes (${count})` })).toBeVisible({ timeout });

export const take = (media: Locator, number: number) =>
  media.getByRole("button", { name: new RegExp(`^Take ${number}\\b`) });

/** Uses the selected take for the panel; the dialog closes. */
export async function use(page: Page, what: "Image" | "Video"): Promise<void> {
  await workspace(page)
    .getByRole("button", { name: `Use This ${what}` })
    .click();
  await expect(workspace(page)).toBeHidden();
}

/** A picture file of one colour. */
export async function pictureFile(colour: string, name = "mine.png") {
  const { default: sharp } = await import("sharp");
  const create = { width: 300, height: 400, channels: 3, background: colour } as const;
  return { name, mimeType: "image/png", buffer: await sharp({ create }).png().toBuffer() };
}
