import { expect, type Page } from "@playwright/test";
import type { Scene } from "@/lib/scenes/schema";
import type { Story } from "@/lib/stories/schema";
import type { Entity, EntityKind } from "@/lib/world/schema";
import { call } from "@/tests/support/call";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { signIn } from "../accounts/users";
import { goToWorkspace } from "../studio/workspace";

/** A story of a new author with one drawn scene, open in the workspace. */
export async function openWorkspace(page: Page): Promise<string> {
  await signIn(page);
  const { _id: storyId } = await call<Story>(page, "POST", "/stories", {
    title: "The Lamp Room",
    description: "Somebody lights the lamp of the lighthouse, and nobody has the key.",
  });
  const { scene } = await call<{ scene: Scene }>(page, "POST", "/ai/generate-scene", {
    storyId,
    prompt: "An old keeper named Mara climbs the stairs of the lighthouse at night",
    maxPanels: 1,
  });
  await expect
    .poll(async () => (await call(page, "GET", `/ai/scene-status/${scene._id}`)).isGenerating, {
      timeout: 60_000,
    })
    .toBe(false);
  await goToWorkspace(page, storyId);
  await expect(page.locator("#scene-1")).toBeVisible();
  return storyId;
}

export const sheet = {
  character: {
    name: "Odile Marchetti",
    title: "Retired clockmaker",
    description: "She repairs broken robots by night and tells nobody why.",
    imagePrompt: "An old woman with round glasses and a grey bun, green apron",
  },
  location: {
    name: "Harbour Market",
    title: "Before the fog lifts",
    description: "Fish, ropes and rumours, from four in the morning.",
    imagePrompt: "A harbour market at dawn with boats and wooden stalls",
  },
} as const satisfies Record<EntityKind, unknown>;

/** Adds an entity that no scene shows. */
export async function addEntity(page: Page, kind: EntityKind, storyId: string): Promise<Entity> {
  return call<Entity>(page, "POST", `/${kind}s`, { ...sheet[kind], storyId });
}

export async function entityOf(page: Page, kind: EntityKind, storyId: string, name: string) {
  const all = await call<Entity[]>(page, "GET", `/stories/${storyId}/${kind}s`);
  const found = all.find((one) => one.name === name);
  if (!found) throw new Error(`${name} is not in the story`);
  return found;
}

const many = { character: "Characters", location: "Locations" } as const;
const one = { character: "Character", location: "Location" } as const;

/** The list of characters or of locations, opened from the rail. */
export async function openList(page: Page, kind: EntityKind) {
  await page.getByRole("button", { name: new RegExp(`^${many[kind]} \\(\\d+\\)$`) }).click();
  const list = page.getByRole("dialog", { name: new RegExp(`^${many[kind]} \\(\\d+\\)$`) });
  await expect(list).toBeVisible();
  return list;
}

export const dialogOf = (page: Page, what: "Add" | "Edit", kind: EntityKind) =>
  page.getByRole("dialog", { name: `${what} ${one[kind]}` });

export async function openAdd(page: Page, kind: EntityKind) {
  const list = await openList(page, kind);
  await list.getByRole("button", { name: "Add New" }).click();
  const dialog = dialogOf(page, "Add", kind);
  await expect(dialog).toBeVisible();
  return dialog;
}

export async function openEdit(page: Page, kind: EntityKind, name: string) {
  const list = await openList(page, kind);
  await list.getByRole("button", { name }).click();
  const dialog = dialogOf(page, "Edit", kind);
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Expects the open view to be accessible in both themes, on a desktop and on a phone. */
export async function expectAccessibleEverywhere(page: Page): Promise<void> {
  const before = page.viewportSize();
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expectAccessible(page, `${width} px,`);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(sideways, `${width} px scrolls sideways`).toBe(false);
  }
  if (before) await page.setViewportSize(before);
}
