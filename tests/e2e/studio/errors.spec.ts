import { expect, test } from "@/tests/support/browser";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { seedStory, sql } from "@/tests/support/seeding";
import { signIn } from "../accounts/users";
import { atWorkspace, sheet } from "./workspace";

const unknown = "/story/00000000-0000-7000-8000-000000000000";

test("while the story loads, the workspace shows its skeleton @full", async ({ page }) => {
  const username = await signIn(page);
  const storyId = await seedStory({ username, scenes: [3] });
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const frames = document.querySelectorAll(".scene-section .skeleton-frame").length;
      const text = document.body?.textContent.includes("Loading your story...");
      if (text) seen.add(`loading, ${frames} frames`);
    }).observe(document, { childList: true, subtree: true });
  });
  await expect(async () => {
    // Reads of panels wait, for less than the second after which a page gives up.
    const held = sql(
      "do $$ begin lock table panel in access exclusive mode; perform pg_sleep(0.6); end $$",
      [],
    );
    expect((await page.goto(`/story/${storyId}`))?.status()).toBe(200);
    await held;
    await expect(sheet(page, 1).locator("figure img")).toHaveCount(3);
    const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
    expect(seen).toContain("loading, 3 frames");
  }).toPass();
  await expect(page.getByText("Loading your story...")).toHaveCount(0);
});

test.describe("with stories that do not exist", () => {
  test.use({ allowedConsoleErrors: [/status of 404/] });

  test("'Story Not Found' for unknown ids, broken ids and drafts of others @full", async ({
    page,
    browser,
  }) => {
    const storyId = await atWorkspace(page, { scenes: [1] });
    const context = await browser.newContext();
    const other = await context.newPage();
    await signIn(other);
    for (const address of [`/story/${storyId}`, unknown, "/story/no-such-id"]) {
      const response = await other.goto(address);
      expect(response?.status()).toBe(404);
      await expect(other.getByRole("heading", { name: "Story Not Found" })).toBeVisible();
      await expect(
        other.getByText("The story you're looking for doesn't exist.", { exact: true }),
      ).toBeVisible();
    }
    await expectAccessible(other);
    await other.getByRole("link", { name: "Go Home" }).click();
    await expect(other).toHaveURL("/");
    await context.close();
  });
});

test.describe("with a server that fails", () => {
  test.use({
    allowedConsoleErrors: [/status of (401|500|503)|Server Components render|React error #441/],
  });

  test("'Error Loading Story' with a way home @full", async ({ page }) => {
    const storyId = await atWorkspace(page, { scenes: [1] });
    // An invalid date: code that formats it throws.
    await sql("update scene set updated_at = 'infinity' where story_id = $1", [storyId]);
    await page.goto(`/story/${storyId}`);
    await expect(page.getByRole("heading", { name: "Error Loading Story" })).toBeVisible();
    await expectAccessible(page);
    await sql("update scene set updated_at = now() where story_id = $1", [storyId]);
    await page.getByRole("button", { name: "Try Again" }).click();
    await expect(sheet(page, 1)).toBeVisible();
    await sql("update scene set updated_at = 'infinity' where story_id = $1", [storyId]);
    await page.goto(`/story/${storyId}`);
    await page.getByRole("link", { name: "Go Home" }).click();
    await expect(page).toHaveURL("/");
  });
});

test.describe("with data that makes no sense", () => {
  test.use({ allowedConsoleErrors: [/status of 500/] });

  test("'Error: Invalid story data' from the server @full", async ({ page }) => {
    const storyId = await atWorkspace(page, { scenes: [1] });
    await sql(
      `update panel set text_bubbles = '[{"not": "a bubble"}]'
       where scene_id in (select id from scene where story_id = $1)`,
      [storyId],
    );
    await page.goto(`/story/${storyId}`);
    await expect(page.getByRole("heading", { name: "Error: Invalid story data" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Go Home" }).click();
    await expect(page).toHaveURL("/");
  });
});
