import type { Page, Route } from "@playwright/test";
import { expect, test } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import { makeScene, waitForSceneCooldown } from "../settings/story";
import { expectDrawn, fetchStory, promptBox, sheetOf, signInAtHome, toasts } from "./workspace";

/** Failures at the drawing table: the catalogue's sentence, the author's words, another try. */
test.use({ allowedConsoleErrors: [/status of (4\d\d|50\d)|ERR_FAILED/] });

const sentences = {
  quota: "AI service temporarily unavailable...",
  busy: "AI service is busy - please try again in a moment!",
  writing:
    "AI generation failed. This might be temporary - please try again or contact support if it persists.",
  images: "Scene generation failed during image creation",
};

const idea = "A retired clockmaker named Odile finds a brass owl that sings at midnight.";
const sceneCall = "**/api/ai/generate-scene";

/** The words of a request without the marker that made the demo providers fail. */
const unmarked = (text: string) => text.replace(/\s*\[\[[^\]]+\]\]/g, "");

/** The provider is well again: what is sent from now on has no marker. */
const heal = (page: Page) =>
  page.route("**/api/ai/**", (route) => {
    const body = route.request().postData();
    return route.continue(body === null ? {} : { postData: unmarked(body) });
  });

const refuse = (status: number, body: object) => (route: Route) =>
  route.fulfill({
    status,
    json: { success: false, error: { code: "unknown" }, message: "", ...body },
  });

/** An empty drawing table of somebody new. */
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

async function ask(page: Page, prompt: string): Promise<void> {
  await promptBox(page).fill(prompt);
  await promptBox(page).press("Enter");
}

const inTrouble = [
  ["ai-quota", sentences.quota],
  ["ai-busy", sentences.busy],
  ["ai-down", sentences.writing],
  ["bad-json", sentences.writing],
] as const;

for (const [marker, sentence] of inTrouble) {
  test(`a scene whose writer says ${marker} @full`, async ({ page }) => {
    await openTable(page);
    const prompt = `Odile climbs to the lamp room at night [[${marker}]]`;
    await ask(page, prompt);
    await expect(toasts(page).getByText(sentence, { exact: true })).toBeVisible({
      timeout: 60_000,
    });
    const sheet = sheetOf(page, 1);
    await expect(sheet.locator(".notice")).toContainText(sentence);
    await expect(sheet.getByText(prompt, { exact: true })).toBeVisible();
    // A reload loses neither.
    await page.reload();
    await expect(sheet.locator(".notice")).toContainText(sentence);
    await expect(sheet.getByText(prompt, { exact: true })).toBeVisible();
    await heal(page);
    await sheet.getByRole("button", { name: "Try again" }).click();
    await expectDrawn(sheet, 2);
    await expect(sheet.getByText(sentence)).toHaveCount(0);
  });
}

test("a scene of which no picture could be painted @full", async ({ page }) => {
  await openTable(page);
  const prompt = "Odile winds the owl by candle light [[flagged]]";
  await ask(page, prompt);
  const sheet = sheetOf(page, 1);
  await expect(toasts(page).getByText(sentences.images, { exact: true })).toBeVisible({
    timeout: 60_000,
  });
  await expect(sheet.getByText("Content flagged as sensitive", { exact: true })).toHaveCount(2);
  await expect(sheet.getByText("Try rephrasing with gentler language")).toHaveCount(2);
  expect((await fetchStory(page)).scenes[0]?.prompt).toBe(prompt);
  await heal(page);
  await sheet.getByRole("button", { name: "Try again" }).click();
  await expectDrawn(sheet, 2);
});

test("a scene of which one picture could not be painted, and that panel alone @full", async ({
  page,
}) => {
  await openTable(page);
  await ask(page, "A storm over the harbour [[flagged:2]] and a boat that comes home");
  const sheet = sheetOf(page, 1);
  await expect(toasts(page).getByText(/^Scene completed but \S.+/)).toBeVisible({
    timeout: 60_000,
  });
  const panel = sheet.getByRole("group", { name: "Panel 2" });
  await expect(panel.getByText("Content flagged as sensitive", { exact: true })).toBeVisible();
  await expect(panel.getByText("Try rephrasing with gentler language")).toBeVisible();
  const again = panel.getByRole("button", { name: "Regenerate image" });

  // Every way in which the start of a picture can fail.
  const start = "**/api/ai/regenerate-panel";
  const refusals = [
    [429, { message: "Slow down." }, "Rate limit reached. Please wait a moment and try again."],
    [202, { success: true, data: {} }, "No job ID in response"],
    [500, { message: "the brush broke" }, "Panel regeneration failed: the brush broke"],
    [500, {}, "Regeneration failed. Please try again."],
    [500, { message: "E005" }, "Content flagged as sensitive. Try a different prompt."],
  ] as const;
  for (const [status, body, sentence] of refusals) {
    await page.route(start, refuse(status, body), { times: 1 });
    await again.click();
    await expect(toasts(page).getByText(sentence, { exact: true })).toBeVisible();
  }

  // The picture is being painted, and nobody can be asked how far it is: five times, ever slower.
  await page.route("**/api/ai/image-status/*", (route) => route.abort());
  await page.route(
    start,
    async (route) => {
      const body = { ...route.request().postDataJSON(), prompt: "A boat comes home at dawn" };
      await route.continue({ postData: JSON.stringify(body) });
    },
    { times: 1 },
  );
  await again.click();
  await expect(
    toasts(page).getByText("Failed to check image generation status", { exact: true }),
  ).toBeVisible({ timeout: 75_000 });
  // It was painted all the same, and what is painted is shown.
  await expectDrawn(sheet, 2);
  await page.unroute("**/api/ai/image-status/*");
  const before = await panel.locator("img").getAttribute("src");
  // With a picture there, the next one is made beside it and chosen.
  await again.click();
  await page.getByRole("button", { name: "Use This Image" }).click({ timeout: 30_000 });
  await expect(panel.locator("img")).not.toHaveAttribute("src", before ?? "", { timeout: 30_000 });
});

test("a scene that is refused at once: the words stay in the box @full", async ({ page }) => {
  const storyId = await openTable(page);
  const box = promptBox(page);
  const prompt = "Odile carries the owl through the rain to the lighthouse";
  const inTwelve = new Date(Date.now() + 11.5 * 60_000).toISOString();
  const refusals = [
    [
      429,
      { errorType: "quota_exceeded", maxPerHour: 20, resetTime: inTwelve, timeRemaining: 690 },
      "You've reached your hourly limit of 20 scene generations. Try again in 12 minutes!",
    ],
    [429, { message: "Too many requests." }, sentences.busy],
    [503, { message: "No.", details: "Monthly quota used up" }, sentences.quota],
    [502, { message: "AI scene generation failed: no answer" }, sentences.writing],
    [500, { message: "The ink has dried." }, "The ink has dried."],
  ] as const;
  for (const [status, body, sentence] of refusals) {
    await page.route(sceneCall, refuse(status, body), { times: 1 });
    await ask(page, prompt);
    await expect(toasts(page).getByText(sentence, { exact: true })).toBeVisible();
    await expect(box).toHaveValue(prompt);
  }
  await page.route(sceneCall, (route) => route.abort(), { times: 1 });
  await box.press("Enter");
  await expect(
    toasts(page).getByText("Network error - please check your connection"),
  ).toBeVisible();
  await expect(box).toHaveValue(prompt);
  await box.press("Enter");
  await expect(sheetOf(page, 1)).toBeVisible();
  await expect(box).toHaveValue("");

  // The same once more, then another too soon: what the server itself refuses. Sooner it would belong
  // to the press before.
  await page.waitForTimeout(400);
  await ask(page, `  ${prompt.toUpperCase()}  `);
  await expect(
    toasts(page).getByText(
      "You used this exact prompt recently. Please try a different prompt or wait 5 minutes!",
      { exact: true },
    ),
  ).toBeVisible();
  await expect(box).toHaveValue(`  ${prompt.toUpperCase()}  `);
  await waitForSceneCooldown(page);
  const next = "The owl sings, and the whole quay wakes up";
  await ask(page, next);
  await expect(sheetOf(page, 2)).toBeVisible();
  const last = "Everybody dances on the quay until the morning";
  await box.fill(last);
  await waitForSceneCooldown(page);
  // From another tab, a moment before.
  const third = { storyId, prompt: "The sea is calm at last", generateImages: false };
  await call(page, "POST", "/ai/generate-scene", third);
  await box.press("Enter");
  const tooSoon = toasts(page).getByText(
    /^Please wait [1-5] seconds before generating another scene\. This helps us manage server resources!$/,
  );
  await expect(tooSoon).toBeVisible();
  await expect(box).toHaveValue(last);
  const wait = Number(/\d/.exec((await tooSoon.textContent()) ?? "")?.[0]);
  await page.waitForTimeout(wait * 1_000 + 100);
  await box.press("Enter");
  await expect(sheetOf(page, 4)).toBeVisible();
  expect((await fetchStory(page)).scenes.map(({ prompt }) => prompt)).toContain(last);
});

test("scenes that are to be made anew too often @full", async ({ page }) => {
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
