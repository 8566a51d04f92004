import { expect, test } from "@/tests/support/browser";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { answer, atWorkspace, failure, listen, promptBox, sheet, tones } from "./workspace";

const generate = "**/api/ai/generate-scene";
const good = "The keeper goes down to the water with the lamp";

test("the rules of a prompt, its keys, and what is typed survives @full", {
  tag: "@phone",
}, async ({ page, isMobile }) => {
  const storyId = await atWorkspace(page, { scenes: [1] });
  const box = promptBox(page);
  const draw = page.getByRole("button", { name: "Draw it" });
  await draw.click();
  await expect(page.getByText("Scene prompt is required")).toBeVisible();
  await expect(box).toBeFocused();
  await expect(box).toHaveAccessibleDescription("Scene prompt is required");
  await expect(page.locator("#scene-prompt-problem svg")).toBeVisible();
  await box.fill("Too short");
  await expect(page.getByText("Scene prompt is required")).toHaveCount(0);
  await box.press("Enter");
  await expect(page.getByText("Prompt should be at least 10 characters")).toBeVisible();
  // In a script without spaces four characters say as much; two do not.
  await box.fill("灯台");
  await box.press("Enter");
  await expect(page.getByText("Prompt should be at least 10 characters")).toBeVisible();
  await box.fill("x".repeat(1001));
  await box.press("Enter");
  await expect(page.getByText("Prompt too long (max 1000 characters)")).toBeVisible();
  await expectAccessible(page);
  await box.fill("A line");
  await box.press("Shift+Enter");
  await box.pressSequentially("and another");
  await page.reload();
  await expect(box).toHaveValue("A line\nand another");

  // Exactly 1000 characters are in order, and are sent.
  await box.fill("y".repeat(1000));
  const sent = page.waitForRequest(generate);
  await box.press("Enter");
  expect((await sent).postDataJSON()).toEqual({
    storyId,
    prompt: "y".repeat(1000),
    generateImages: true,
    maxPanels: 3,
  });
  await expect(sheet(page, 2)).toBeInViewport();
  await expect(box).toHaveValue("");
  if (!isMobile) await expect(box).toBeFocused();
});

test("the number of panels is three, or the story's own, or what was chosen last @full", async ({
  page,
}) => {
  await atWorkspace(page, { scenes: [1] });
  await expect(page.getByRole("radio", { name: "3 panels" })).toBeChecked();
  await expect(
    page.getByRole("group", { name: "Panels in this scene" }).getByRole("radio"),
  ).toHaveCount(6);
  await page.getByRole("radio", { name: "5 panels" }).check({ force: true });
  await page.reload();
  await expect(page.getByRole("radio", { name: "5 panels" })).toBeChecked();

  // A table that is open notices that somebody else signs in, and goes elsewhere by itself.
  await page.goto("about:blank");
  // Of another story nothing is remembered; its author has set four.
  await atWorkspace(page, { scenes: [1], defaultPanels: 4 });
  await expect(page.getByRole("radio", { name: "4 panels" })).toBeChecked();
  await page.getByRole("radio", { name: "4 panels" }).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("radio", { name: "3 panels" })).toBeChecked();

  // What is set in the settings is a choice too.
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  const settings = page.getByRole("dialog", { name: "Story Settings" });
  await settings.getByRole("radio", { name: "1 panel", exact: true }).press("Space");
  await settings.getByRole("button", { name: "Save", exact: true }).click();
  await expect(settings).toBeHidden();
  await expect(page.getByRole("radio", { name: "1 panel", exact: true })).toBeChecked();
});

for (const width of [390, 1440]) {
  test(`settings and prompt bar say the same number of panels at ${width} px @full`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await atWorkspace(page, { scenes: [1] });
    const bar = page.getByRole("group", { name: "Panels in this scene" });
    const settings = page.getByRole("dialog", { name: "Story Settings" });
    const both = async (name: string) => {
      await expect(bar.getByRole("radio", { name, exact: true })).toBeChecked();
      await page.getByRole("button", { name: "Settings", exact: true }).click();
      await expect(settings.getByRole("radio", { name, exact: true })).toBeChecked();
    };
    // Nobody has chosen yet.
    await both("3 panels");
    await settings.getByRole("button", { name: "Cancel" }).click();
    await expect(settings).toBeHidden();
    await bar.getByRole("radio", { name: "5 panels" }).check({ force: true });
    await both("5 panels");
    // The number that the story was made with is a choice as well.
    await settings.getByRole("radio", { name: "1 panel", exact: true }).press("Space");
    await settings.getByRole("button", { name: "Save", exact: true }).click();
    await expect(settings).toBeHidden();
    await both("1 panel");
  });
}

test("however often it is pressed, one scene is asked for @full", async ({ page }) => {
  await atWorkspace(page, { scenes: [1] });
  let asked = 0;
  await page.route(generate, async (route) => {
    asked += 1;
    await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue();
  });
  const box = promptBox(page);
  await box.fill(good);
  await box.press("Enter");
  await box.press("Enter");
  await page.getByRole("button", { name: "Draw it" }).dblclick();
  // What is typed meanwhile is the next scene's.
  await box.fill(`${good}, and back again`);
  await expect(sheet(page, 2)).toBeVisible();
  expect(asked).toBe(1);
  await expect(box).toHaveValue(`${good}, and back again`);
  await expect(sheet(page, 3)).toHaveCount(0);
});

test("a press that belongs to the one before it does not close the bar @full", async ({ page }) => {
  await page.clock.install();
  await atWorkspace(page, { scenes: [1] });
  const bodies: string[] = [];
  await page.route(generate, async (route) => {
    // The server takes the same words once.
    bodies[0] ? bodies.push(bodies[0]) : bodies.push(await (await route.fetch()).text());
    await route.fulfill({ status: 202, contentType: "application/json", body: bodies[0] });
  });
  const box = promptBox(page);
  const press = async () => {
    await box.fill(good);
    await box.press("Enter");
  };
  // The answer comes sooner than a double press ends.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  await press();
  await expect.poll(() => bodies.length).toBe(1);
  for (let step = 0; step < 30 && (await box.inputValue()) !== ""; step += 1) {
    await page.clock.runFor(10);
  }
  await expect(box).toHaveValue("");
  await press();
  await page.clock.resume();
  await page.waitForTimeout(600);
  expect(bodies).toHaveLength(1);
  await press();
  await expect.poll(() => bodies.length).toBe(2);
});

test.describe("with requests that are refused", () => {
  test.use({ allowedConsoleErrors: [/status of (409|429|500|503)|ERR_FAILED/] });

  test("gives no way to what another tab has kept @full", async ({ page }) => {
    const storyId = await atWorkspace(page, { scenes: [1] });
    await page.route(generate, async (route) => {
      await page.evaluate(
        (key) => localStorage.setItem(key, "A whale passes the reef"),
        `inkwright:scene-prompt:${storyId}`,
      );
      const wait = { errorType: "rate_limit", timeRemaining: 4 };
      await route.fulfill({ status: 429, json: failure("x", "rate_limit", wait) });
    });
    await promptBox(page).fill(good);
    await promptBox(page).press("Enter");
    await expect(page.getByText(/^Please wait 4 seconds/)).toBeVisible();
    await expect(promptBox(page)).toHaveValue(good);
  });

  test("each refusal has its sentence and its sound, and the words stay @full", async ({
    page,
  }) => {
    const heard = await listen(page);
    await atWorkspace(page, { scenes: [1] });
    const box = promptBox(page);
    const inTenMinutes = new Date(Date.now() + 600_000).toISOString();
    const cases: [number, object, string | RegExp][] = [
      [
        429,
        failure("x", "rate_limit", { errorType: "rate_limit", timeRemaining: 4 }),
        "Please wait 4 seconds before generating another scene. This helps us manage server resources!",
      ],
      [
        429,
        failure("x", "quota_exceeded", {
          errorType: "quota_exceeded",
          maxPerHour: 20,
          resetTime: inTenMinutes,
        }),
        "You've reached your hourly limit of 20 scene generations. Try again in 10 minutes!",
      ],
      [
        409,
        failure("x", "duplicate_prompt", { errorType: "duplicate_prompt" }),
        "You used this exact prompt recently. Please try a different prompt or wait 5 minutes!",
      ],
      [500, failure("No more quota"), "AI service temporarily unavailable..."],
      [
        500,
        failure("It failed", "internal", { details: "insufficient quota" }),
        "AI service temporarily unavailable...",
      ],
      [429, failure("Slow down"), "AI service is busy - please try again in a moment!"],
      [
        500,
        failure("AI scene generation failed: no script"),
        "AI generation failed. This might be temporary - please try again or contact support if it persists.",
      ],
    ];
    await box.fill(good);
    for (const [status, body, text] of cases) {
      await answer(page, generate, status, body);
      const answered = page.waitForResponse(generate);
      await box.press("Enter");
      await answered;
      await expect(page.getByText(text).first()).toBeVisible();
      await expect(box).toHaveValue(good);
      await page.unroute(generate);
      // What comes at once is heard once.
      await page.waitForTimeout(400);
    }
    await page.route(generate, (route) => route.abort());
    await box.press("Enter");
    await expect(page.getByText("Network error - please check your connection")).toBeVisible();
    const played = await heard();
    expect(played.filter((tone) => tone === tones.error)).toHaveLength(cases.length + 1);
    expect(played.filter((tone) => tone === tones.swoosh)).toHaveLength(cases.length + 1);
    await page.reload();
    await expect(box).toHaveValue(good);
    await expect(sheet(page, 2)).toHaveCount(0);
  });
});
