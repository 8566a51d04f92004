import type { Story } from "@/lib/stories/schema";
import { expect, test } from "@/tests/support/browser";
import { signIn } from "../accounts/users";
import {
  alert,
  description,
  expectStep,
  firstPrompt,
  goBack,
  loseFirst,
  openNewStory,
  proceedTo,
  savedStory,
} from "./wizard";

test.skip(({ isMobile }) => isMobile, "the same on a phone; its layout has a test of its own");
test.beforeEach(({ page }) => signIn(page));
test.use({ allowedConsoleErrors: [/status of 429/] });

const told = "Two sisters repair a small airship at dawn. The mail must reach the islands today.";
const create = "Create Your Story";

test("the prompt: its proposal, its rules, and both ways of sending it @full", async ({ page }) => {
  const storyId = await openNewStory(page, told);
  await proceedTo(page, 4);
  await expect(page.getByText("about 30 to 60 seconds")).toBeVisible();
  const box = firstPrompt(page);
  await expect(box).toHaveValue(told);
  const send = page.getByRole("button", { name: create });
  await box.fill(" ");
  await send.click();
  await expect(alert(page)).toHaveText("Please enter a scene prompt");
  await expect(box).toBeFocused();
  await box.fill("Too short");
  await box.press("Enter");
  await expect(alert(page)).toHaveText("Prompt should be at least 10 characters");
  await box.fill("x".repeat(1001));
  await send.click();
  await expect(alert(page)).toHaveText("Prompt too long (max 1000 characters)");

  await box.fill("The sisters wake before dawn");
  await box.press("Shift+Enter");
  await box.pressSequentially("and light the burner");
  await goBack(page);
  await page.reload();
  await expectStep(page, 3);
  await proceedTo(page, 4);
  await expect(box).toHaveValue("The sisters wake before dawn\nand light the burner");

  // The first two changes follow the clock, whatever the server does.
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/ai/generate-scene", async (route) => {
    expect(route.request().postDataJSON()).toEqual({
      storyId,
      prompt: "The sisters wake before dawn\nand light the burner",
      generateImages: true,
      maxPanels: 1,
    });
    await held;
    await route.continue();
  });
  // It stands for a second at the most: looked for with each frame, not now and then.
  const read = page.waitForFunction(() =>
    document.body.textContent.includes("Reading your idea..."),
  );
  await box.press("Enter");
  await read;
  await expect(page.getByText("Writing the first scene...")).toBeVisible({ timeout: 2_000 });
  await expect(page.getByText("Preparing the panels...")).toBeVisible({ timeout: 2_000 });
  answer();

  const sheet = page.locator("#scene-1");
  await expect(sheet.locator("figure img")).toHaveCount(1, { timeout: 60_000 });
  expect((await savedStory(page, storyId)).scenes).toHaveLength(1);
  // That it can be published stands above it, below the header.
  const note = page.locator(".publish-banner");
  await expect(note.getByRole("button", { name: "Publish now" })).toBeVisible();
  const [bar, header] = await Promise.all([
    note.boundingBox(),
    page.getByRole("banner").boundingBox(),
  ]);
  expect(bar?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
  await expect(sheet.locator("h2")).toBeInViewport();
  // Done for this session, and nothing of it is left behind.
  await page.reload();
  await expect(sheet).toBeVisible();
  expect(
    await page.evaluate((id) => localStorage.getItem(`inkwright:onboarding:${id}`), storyId),
  ).toBeNull();
});

test("an opening idea fills the prompt and starts at once @full", async ({ page }) => {
  const storyId = await openNewStory(page, told);
  await proceedTo(page, 4);
  await page.getByRole("button", { name: "Story Opening Ideas" }).click();
  const ideas = page.locator(".idea");
  await expect(ideas).toHaveCount(4);
  const idea = await ideas.first().locator("span").last().textContent();
  await ideas.first().click();
  await expect(page.locator("#scene-1 figure img")).toHaveCount(1, { timeout: 60_000 });
  const { scenes } = await savedStory(page, storyId);
  expect(scenes.map(({ prompt }) => prompt)).toEqual([idea]);
});

test("what is refused is said, and everything typed stays @full", async ({ page }) => {
  await openNewStory(page, told);
  await proceedTo(page, 4);
  await page.getByRole("button", { name: create }).click();
  await expect(page.locator("#scene-1")).toBeVisible({ timeout: 60_000 });

  await openNewStory(page, told);
  await proceedTo(page, 4);
  await page.getByRole("button", { name: create }).click();
  await expect(
    page.getByText(
      "You used this exact prompt recently. Please try a different prompt or wait 5 minutes!",
    ),
  ).toBeVisible();
  // Not "try again", which the sentence has just ruled out.
  await expect(alert(page).getByText("Your text is still here.", { exact: true })).toBeVisible();
  await expect(firstPrompt(page)).toHaveValue(told);
  await firstPrompt(page).fill(`${told} A storm is coming.`);
  await expect
    .poll(
      async () => {
        const send = page.getByRole("button", { name: create });
        if (await send.isVisible()) await send.click();
        return page.locator("#scene-1").isVisible();
      },
      { timeout: 60_000, intervals: [2_000] },
    )
    .toBe(true);
});

test("a request that comes too soon says how long to wait @full", async ({ page }) => {
  await page.route("**/api/ai/generate-scene", async (route) => {
    // The pause of the server would be over before the steps are done.
    await route.fulfill({
      status: 429,
      json: {
        success: false,
        message: "no",
        error: { code: "rate_limited" },
        errorType: "rate_limit",
        timeRemaining: 4,
      },
    });
  });
  await openNewStory(page, told);
  await proceedTo(page, 4);
  await page.getByRole("button", { name: create }).click();
  await expect(
    page.getByText(
      "Please wait 4 seconds before generating another scene. This helps us manage server resources!",
    ),
  ).toBeVisible();
});

for (const [marker, sentence] of [
  ["[[ai-quota]]", "AI service temporarily unavailable..."],
  ["[[flagged]]", "Scene generation failed during image creation"],
] as const) {
  test(`a scene that fails can be tried again with other words: ${marker} @full`, async ({
    page,
  }) => {
    const storyId = await openNewStory(page, told);
    await proceedTo(page, 4);
    const text = `The sisters light the burner ${marker}`;
    await firstPrompt(page).fill(text);
    await page.getByRole("button", { name: create }).click();
    await expect(alert(page).getByText(sentence)).toBeVisible({ timeout: 60_000 });
    await expect(firstPrompt(page)).toHaveValue(text);
    if (marker === "[[flagged]]") {
      await expect(page.getByText(/Try rephrasing with gentler language/)).toBeVisible();
    }
    // A reload does not lose the failure for a dashboard without a picture.
    await page.reload();
    await expectStep(page, 4);
    await expect(alert(page).getByText(sentence)).toBeVisible();

    const other = "The sisters light the burner and rise above the roofs";
    await firstPrompt(page).fill(other);
    if (marker === "[[ai-quota]]") {
      // Skipped now, they go on at the table.
      await page.getByRole("button", { name: "Skip to the workspace" }).click();
      await expect(page.getByLabel("What happens in the next scene?")).toHaveValue(other);
      return;
    }
    await page.getByRole("button", { name: create }).click();
    await expect(page.locator("#scene-1 figure img")).toHaveCount(1, { timeout: 60_000 });
    // It is the same scene, made anew.
    expect((await savedStory(page, storyId)).scenes).toHaveLength(1);
  });
}

test("a reload before the answer sends the same request again @full", async ({ page }) => {
  const storyId = await openNewStory(page, told);
  await proceedTo(page, 4);
  const keys: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/generate-scene")) keys.push(request.headers()["idempotency-key"]);
  });
  await loseFirst(page, "**/api/ai/generate-scene");
  await page.getByRole("button", { name: create }).click();
  await expect.poll(() => keys.length).toBe(1);
  await page.reload();
  await expect(page.locator("#scene-1 figure img")).toHaveCount(1, { timeout: 60_000 });
  expect((await savedStory(page, storyId)).scenes).toHaveLength(1);
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

test("a reload while the picture is drawn waits on @full", async ({ page }) => {
  await openNewStory(page, told);
  await proceedTo(page, 4);
  // The demo painter says that it is busy, and is asked again after a while.
  await firstPrompt(page).fill("The sisters light the burner [[busy]]");
  await page.getByRole("button", { name: create }).click();
  await expect(page.getByText("Drawing the first picture...")).toBeVisible({ timeout: 20_000 });
  await page.reload();
  await expect(page.getByText("Drawing the first picture...")).toBeVisible();
  await expect(page.locator("#scene-1")).toBeHidden();
  await expect(description(page)).toBeHidden();
});

test("the drawing table comes after forty looks, whatever is there @full", async ({ page }) => {
  // Before the page has timers: a clock that comes later cannot end those.
  await page.clock.install();
  const storyId = await openNewStory(page, told);
  await proceedTo(page, 4);
  // Frozen while its first scene is being made.
  let looks = 0;
  await page.route(`**/api/stories/${storyId}`, async (route) => {
    const reply = await route.fetch();
    const body = (await reply.json()) as { data: Story };
    for (const scene of body.data.scenes) {
      scene.status = "generating";
      for (const panel of scene.panels) {
        Object.assign(panel, { status: "processing", imageUrl: null, hasImage: false });
      }
    }
    looks += 1;
    await route.fulfill({ response: reply, json: body });
  });
  await page.getByRole("button", { name: create }).click();
  await expect(page.getByText("Drawing the first picture...")).toBeVisible({ timeout: 20_000 });
  const table = page.locator("#scene-1");
  for (let look = 1; look <= 39; look += 1) {
    const before = looks;
    await page.clock.fastForward(3_000);
    await expect.poll(() => looks).toBeGreaterThan(before);
  }
  await expect(page.getByText("Drawing the first picture...")).toBeVisible();
  await expect(table).toBeHidden();
  await expect
    .poll(async () => {
      await page.clock.fastForward(3_000);
      return table.isVisible();
    })
    .toBe(true);
});
