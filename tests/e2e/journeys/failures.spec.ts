import type { Page } from "@playwright/test";
import { expect, test } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import { makeScene, waitForSceneCooldown } from "../settings/story";
import { expectDrawn, sheetOf, signInAtHome, toasts } from "./workspace";

// The browser notes the refusal.
test.use({ allowedConsoleErrors: [/status of 429/] });

const idea = "A retired clockmaker named Odile finds a brass owl that sings at midnight.";
/** The empty workspace of a new author. */
async function openTable(page: Page): Promise<string> {
  await signInAtHome(page);
  const { _id } = await call<{ _id: string }>(page, "POST", "/stories", {
    title: "The Brass Owl",
    description: idea,
    defaultPanels: 2,
  });
  await page.goto(`/story/${_id}`);
  await page.getByRole("button", { name: "Skip to the workspace" }).click();
  await expect(page.getByText("Let's get started!")).toBeVisible();
  return _id;
}

test("too many regenerations of scenes @full", async ({ page }) => {
  const storyId = await openTable(page);
  await makeScene(page, storyId, "Odile winds the brass owl", { generateImages: false });
  await page.reload();
  const sheet = sheetOf(page, 1);
  await sheet.getByRole("button", { name: "Edit scene" }).click();
  const scene = page.getByRole("dialog", { name: "Edit Scene" });
  await scene.getByLabel("Description").fill("The owl flies away over the roofs");
  await waitForSceneCooldown(page);
  const other = { storyId, prompt: "The sea is calm at last", generateImages: false };
  await call(page, "POST", "/ai/generate-scene", other);
  await scene.getByRole("button", { name: "Regenerate Scene" }).click();
  const wait = "Rate limit exceeded. Please wait a moment before trying again.";
  await expect(toasts(page).getByText(wait, { exact: true })).toBeVisible();
  await expect(scene.getByLabel("Description")).toHaveValue("The owl flies away over the roofs");
  await waitForSceneCooldown(page);
  await scene.getByRole("button", { name: "Regenerate Scene" }).click();
  await expect(scene).toBeHidden();
  await expectDrawn(sheet, 2);
});
