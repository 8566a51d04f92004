import { expect, test } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import { seedStory } from "@/tests/support/seeding";
import { signIn } from "../accounts/users";
import { covers } from "./published-stories";

test("tags of any letters have an address", { tag: "@full" }, async ({ page }) => {
  const username = await signIn(page);
  const tags = ["море", "sci-fi/fantasy", "50% C#?", "海", "a+b & c"];
  const unique = crypto.randomUUID().slice(0, 6);
  const own = tags.map((tag) => `${tag} ${unique}`);
  const storyId = await seedStory({
    username,
    title: `All of them ${unique}`,
    scenes: [1],
    tags: own,
    publishedAt: "2025-02-03T00:00:00Z",
  });
  for (const tag of own) {
    const response = await page.goto(`/tag/${encodeURIComponent(tag)}`);
    expect(response?.status(), tag).toBe(200);
    await expect(page.getByRole("heading", { name: `Stories tagged ${tag}` })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^Stories tagged ${RegExp.escape(tag)}`));
    await expect(covers(page)).toHaveCount(1);
    // The page shows the requested list.
    await expect(covers(page)).toBeInViewport({ ratio: 0.5 });
  }
  // The same without a page being loaded anew; a write has brought the tags among the others.
  await call(page, "PUT", `/stories/${storyId}`, { title: `All of them, ${unique}` });
  await page.reload();
  for (const tag of own.slice(0, 2)) {
    await page.getByRole("link", { name: new RegExp(`^${RegExp.escape(tag)}`) }).click();
    await expect(page.getByRole("heading", { name: `Stories tagged ${tag}` })).toBeVisible();
  }
});
