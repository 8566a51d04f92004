import { expect, test } from "@/tests/support/browser";
import { sql } from "@/tests/support/seeding";
import { answer, atWorkspace, failure, listen, panel, sheet, tones } from "./workspace";

/** Where a panel has a picture, Edit Media makes the next one: tests/e2e/media. */
const regenerate = "**/api/ai/regenerate-panel";

/** What the panel is painted from; the demo painter reads its markers. */
const paintFrom = (storyId: string, prompt: string) =>
  sql(
    "update panel set image_prompt = $2 where scene_id in (select id from scene where story_id = $1)",
    [storyId, prompt],
  );

test("a panel without a picture is drawn in its place, also when the page is reloaded @full", async ({
  page,
}) => {
  const heard = await listen(page);
  const storyId = await atWorkspace(page, { scenes: [2], pictures: false });
  const frame = panel(page, 1, 2);
  await expect(frame.getByText("No image generated")).toBeVisible();
  await paintFrom(storyId, "The keeper at the water in a storm, lit by the lamp.");
  await frame.hover();
  await frame.getByRole("button", { name: "Regenerate image" }).dblclick();
  await expect(frame.getByText("Generating", { exact: true })).toBeVisible();
  await page.reload();
  await expect(frame.locator("img")).toBeVisible({ timeout: 30_000 });
  await expect(frame.getByText("Generating", { exact: true })).toHaveCount(0);
  await expect(frame.getByRole("button", { name: "Regenerate image" })).toBeAttached();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await heard()).not.toContain(tones.error);
});

test("a first picture that is refused leaves its reason, until the next attempt @full", async ({
  page,
}) => {
  const storyId = await atWorkspace(page, { scenes: [2], pictures: false });
  const frame = panel(page, 1, 1);
  await paintFrom(storyId, "The keeper at the water [[flagged]] in a storm.");
  await frame.hover();
  await frame.getByRole("button", { name: "Regenerate image" }).click();
  await expect(page.getByText("Content flagged as sensitive. Try a different prompt.")).toBeVisible(
    { timeout: 30_000 },
  );
  const reason = frame.getByText("Content flagged as sensitive", { exact: true });
  await expect(reason).toBeVisible();
  await expect(frame.getByText("Try rephrasing with gentler language")).toBeVisible();
  await page.reload();
  await expect(reason).toBeVisible();

  // The next attempt clears it away.
  await paintFrom(storyId, "The keeper at the water, with a lamp.");
  await frame.getByRole("button", { name: "Regenerate image" }).click();
  await expect(reason).toHaveCount(0);
  await expect(frame.locator("img")).toBeVisible({ timeout: 30_000 });
});

test("another failure of the painter says what went wrong @full", async ({ page }) => {
  const storyId = await atWorkspace(page, { scenes: [1], pictures: false });
  const frame = panel(page, 1, 1);
  await paintFrom(storyId, "The keeper at the water [[fail]] in a storm.");
  await frame.hover();
  await frame.getByRole("button", { name: "Regenerate image" }).click();
  await expect(frame.getByText(/^Panel regeneration failed/)).toBeVisible({ timeout: 60_000 });
  await expect(frame.getByText("Try regenerating again")).toBeVisible();
});

test.describe("with calls that fail", () => {
  test.use({ allowedConsoleErrors: [/status of (409|429|503)/] });

  test("the panel carries the sentence of each refusal @full", async ({ page }) => {
    await atWorkspace(page, { scenes: [1], pictures: false });
    const frame = panel(page, 1, 1);
    const again = frame.getByRole("button", { name: "Regenerate image" });
    const cases: [number, object, string][] = [
      [
        429,
        failure("Too many requests", "rate_limited"),
        "Rate limit reached. Please wait a moment and try again.",
      ],
      [503, failure("The painter is away."), "Panel regeneration failed: The painter is away."],
      [
        409,
        failure("This panel is being drawn already. Please wait a moment.", "scene_busy"),
        "Panel regeneration failed: This panel is being drawn already. Please wait a moment.",
      ],
      [202, { success: true, data: {} }, "No job ID in response"],
    ];
    for (const [status, body, text] of cases) {
      await answer(page, regenerate, status, body);
      await frame.hover();
      await again.click();
      await expect(frame.getByText(text)).toBeVisible();
      await page.unroute(regenerate);
    }
  });

  test("five failures in a row to learn how far it is end the waiting @full", async ({ page }) => {
    await page.clock.install();
    await atWorkspace(page, { scenes: [1], pictures: false });
    const frame = panel(page, 1, 1);
    await answer(page, regenerate, 202, {
      success: true,
      data: { jobId: "00000000-0000-7000-8000-000000000000" },
    });
    let asked = 0;
    await page.route("**/api/ai/image-status/*", (route) => {
      asked += 1;
      return route.fulfill({ status: 503, contentType: "application/json", body: "{}" });
    });
    await frame.hover();
    await frame.getByRole("button", { name: "Regenerate image" }).click();
    await expect(frame.getByText("Generating", { exact: true })).toBeVisible();
    const given = frame.getByText("Failed to check image generation status");
    for (let second = 0; second < 300 && !(await given.isVisible()); second += 1) {
      await page.clock.runFor(1_000);
    }
    await expect(given).toBeVisible();
    expect(asked).toBe(5);
    await page.clock.runFor(60_000);
    expect(asked).toBe(5);
  });
});

test("another attempt at a scene asks about balloons that were lettered by hand @full", async ({
  page,
}) => {
  const storyId = await atWorkspace(page, { scenes: [1] });
  await sql(
    `update panel set text_bubbles = jsonb_set(text_bubbles, '{0,byHand}', 'true')
     where scene_id in (select id from scene where story_id = $1)`,
    [storyId],
  );
  await sql("update scene set error_message = 'The writer is away.' where story_id = $1", [
    storyId,
  ]);
  await page.reload();
  const again = sheet(page, 1).getByRole("button", { name: "Try again" });
  await again.click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("You lettered panel 1 by hand.");
  await question.getByRole("button", { name: "Not Now" }).click();
  await expect(again).toBeFocused();
  await again.press("Enter");
  const sent = page.waitForRequest("**/api/ai/generate-scene");
  await page.getByRole("button", { name: "Keep My Bubbles" }).click();
  expect((await sent).postDataJSON()).toMatchObject({
    regenerateExisting: true,
    keepBubbles: true,
  });
});
