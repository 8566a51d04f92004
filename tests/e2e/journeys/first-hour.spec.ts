import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { expect, test } from "@/tests/support/browser";
import { fillRegistration, newUser } from "../accounts/users";
import { buildWorld, description, expectStep, firstPrompt, proceed } from "../onboarding/wizard";
import { waitForSceneCooldown } from "../settings/story";
import { expectDrawn, promptBox, sheetOf } from "./workspace";

const idea = "A retired clockmaker named Odile finds a brass owl that sings at midnight.";
const scenes = [
  "Odile winds the brass owl in her dusty workshop at night and it begins to sing",
  "Odile follows the owl through the rainy harbour while the lamps go out behind her",
  "On the pier the owl opens its wings and a hundred clocks strike under the water",
] as const;

test(
  "a visitor becomes the author of a published story, and takes a page of it along",
  { tag: ["@phone", "@full"] },
  async ({ page, browser, baseURL }, { project }) => {
    test.setTimeout(240_000);
    const isPhone = project.name === "phone";
    await page.goto("/");
    await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
    if (isPhone) {
      await page.getByRole("button", { name: "New Story" }).click();
    } else {
      await description(page).fill(idea);
      await page.getByRole("button", { name: "Play" }).click();
    }
    await page.getByRole("link", { name: "Create an account" }).click();
    await fillRegistration(page, newUser());

    await expectStep(page, 1);
    if (isPhone) await description(page).fill(idea);
    await expect(description(page)).toHaveValue(idea);
    await proceed(page);
    await expectStep(page, 2);
    await buildWorld(page);
    await firstPrompt(page).fill(scenes[0]);
    await page.getByRole("button", { name: "Create Your Story" }).click();
    await expectDrawn(sheetOf(page, 1), 1);
    for (const number of [2, 3]) {
      await waitForSceneCooldown(page);
      await promptBox(page).fill(scenes[number - 1] ?? "");
      await promptBox(page).press("Enter");
      await expectDrawn(sheetOf(page, number), 3);
    }

    await page.getByRole("button", { name: "Publish", exact: true }).click();
    const sheet = page.getByRole("dialog", { name: "Publish your story" });
    await sheet.getByLabel("Title").fill("The Owl of Quay Street");
    await sheet.getByRole("button", { name: "Publish", exact: true }).click();
    const published = page.getByRole("dialog", { name: "Your story is published" });
    const link = await published.getByLabel("Link to your story").inputValue();
    const visitor = await browser.newContext({ baseURL });
    const read = await visitor.newPage();
    await read.goto(link);
    await expect(read.getByRole("heading", { level: 1 })).toHaveText("The Owl of Quay Street");
    await expect(read.locator("[id^=scene-] figure img")).toHaveCount(7);
    await visitor.close();

    await published.getByRole("link", { name: "Read it as a visitor" }).click();
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download page of scene 2" }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe("inkwright-the-owl-of-quay-street-scene-2-page.jpg");
    const { width = 0, height = 0 } = await sharp(await readFile(await file.path())).metadata();
    expect(width).toBeGreaterThan(1_000);
    expect(height).toBeGreaterThan(1_000);
  },
);
