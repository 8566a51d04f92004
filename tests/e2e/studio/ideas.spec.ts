import { expect, test } from "@/tests/support/browser";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { answer, atWorkspace, failure, promptBox, sheet } from "./workspace";

const suggestions = "**/api/ai/scene-suggestions";

test("four ideas for the next chapter; choosing one fills the prompt and starts one scene @full", async ({
  page,
}) => {
  // A short page has them near at once.
  const asking = page.waitForRequest(suggestions);
  const storyId = await atWorkspace(page, { scenes: [1] });
  const block = page.getByRole("region", { name: "Story Seeds" });
  await block.scrollIntoViewIfNeeded();
  expect((await asking).postDataJSON()).toMatchObject({
    storyId,
    maxSuggestions: 4,
    suggestionType: "continuationSeeds",
    timestamp: expect.any(Number),
  });
  await expect(block.getByText("Choose your next chapter")).toBeVisible();
  const ideas = block.getByRole("listitem").getByRole("button");
  await expect(ideas).toHaveCount(4);
  await expectAccessible(page);

  await promptBox(page).fill("What I was writing myself, not finished");
  const requests: string[] = [];
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route("**/api/ai/generate-scene", async (route) => {
    requests.push(route.request().postDataJSON().prompt);
    await held;
    await route.continue();
  });
  const chosen = (await ideas.nth(1).locator("span").last().textContent()) ?? "";
  await ideas.nth(1).dblclick();
  await expect(promptBox(page)).toHaveValue(chosen);
  // It stands there until it is drawn: what is typed into it is nobody's draft.
  await promptBox(page).pressSequentially("!");
  letGo();
  await expect(sheet(page, 2)).toBeVisible();
  expect(requests).toEqual([chosen]);
  // Nothing that somebody wrote is lost.
  await expect(promptBox(page)).toHaveValue("What I was writing myself, not finished");
});

test("a new story gets ideas of how it could begin @full", async ({ page }) => {
  await atWorkspace(page, { scenes: [] });
  const block = page.getByRole("region", { name: "Story Opening Ideas" });
  await expect(block.getByText("Choose how your tale begins")).toBeVisible();
  await expect(block.getByRole("listitem")).toHaveCount(4);
});

for (const width of [390, 1440]) {
  test(`openings go with the first scene at ${width} px @full`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await atWorkspace(page, { scenes: [] });
    const openings = page.getByRole("region", { name: "Story Opening Ideas" });
    await expect(openings.getByRole("listitem")).toHaveCount(4);
    const old = await openings.getByRole("listitem").allInnerTexts();
    await promptBox(page).fill("Mara opens the door of the lighthouse and looks out at the sea.");
    await page.getByRole("button", { name: "Draw it" }).click();
    // From the moment the scene is there, also while it is being drawn.
    await expect(sheet(page, 1)).toBeVisible();
    await expect(openings).toHaveCount(0);
    const seeds = page.getByRole("region", { name: "Story Seeds" });
    await seeds.scrollIntoViewIfNeeded();
    await expect(seeds.getByRole("listitem")).toHaveCount(4);
    const texts = await seeds.getByRole("listitem").allInnerTexts();
    expect(texts.filter((text) => old.includes(text))).toEqual([]);
  });
}

test.describe("with a writer that fails", () => {
  test.use({ allowedConsoleErrors: [/status of 503/] });

  test("no ideas can be fetched, then other ones @full", async ({ page }) => {
    let release = () => {};
    const seen = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(suggestions, async (route) => {
      await seen;
      await route.fulfill({ status: 503, json: failure("The writer is away.") });
    });
    await atWorkspace(page, { scenes: [1] });
    const block = page.getByRole("region", { name: "Story Seeds" });
    await block.scrollIntoViewIfNeeded();
    await expect(block.getByText("Thinking of ideas...")).toBeAttached();
    release();
    await expect(block.getByText("Couldn't fetch new ideas right now")).toBeVisible({
      timeout: 15_000,
    });
    await expectAccessible(page);
    await page.unroute(suggestions);
    await block.getByRole("button", { name: "Try Again" }).press("Enter");
    const ideas = block.getByRole("listitem");
    await expect(ideas).toHaveCount(4);
    // Whoever pressed it by keyboard is where the ideas are.
    await expect(block.locator(":focus")).toHaveCount(1);

    // Asking anew brings other ideas; where that fails the old ones stay.
    const before = await ideas.allInnerTexts();
    await block.getByRole("button", { name: "New ideas" }).click();
    await expect.poll(() => ideas.allInnerTexts()).not.toEqual(before);
    const kept = await ideas.allInnerTexts();
    await answer(page, suggestions, 503, failure("The writer is away."));
    await block.getByRole("button", { name: "New ideas" }).click();
    await expect(page.getByText("Failed to refresh story seeds")).toBeVisible({ timeout: 15_000 });
    expect(await ideas.allInnerTexts()).toEqual(kept);
  });
});
