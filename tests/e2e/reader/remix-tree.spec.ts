import { expect, test } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { seedStory } from "@/tests/support/seeding";
import { signIn } from "../accounts/users";
import type { CreatedStory } from "../settings/story";

test("remixes are a tree of covers: the trunk continues below the story, branches reach their covers", {
  tag: "@phone-full",
}, async ({ page }) => {
  const username = await signIn(page);
  const root = await seedStory({
    username,
    title: "The first tide",
    scenes: [1],
    aspectRatio: "3:2",
    publishedAt: "2025-01-05T00:00:00Z",
  });
  const remix = async (from: string, title: string) => {
    const { _id } = await call<CreatedStory>(page, "POST", `/stories/${from}/remix`);
    await call(page, "PUT", `/stories/${_id}`, { title, status: "published" });
    return _id;
  };
  const middle = await remix(root, "The second tide");
  const lower = await remix(middle, "The third tide");
  await remix(lower, "The fourth tide");
  await remix(middle, "Another third tide");

  await page.goto(`/story/${middle}/remixes`);
  await expect(page).toHaveTitle(/^Remix tree of The second tide/);
  const covers = page.locator(".leaf-cover");
  await expect(covers).toHaveCount(5);
  const [above, self, newest, older, grandchild] = await covers.evaluateAll((all) =>
    all.map((each) => {
      const { left, right, width, height } = each.getBoundingClientRect();
      return { left, right, width, height, middle: (left + right) / 2 };
    }),
  );
  if (!above || !self || !newest || !older || !grandchild) throw new Error("no tree");
  for (const { width, height } of [above, self, newest]) {
    expect(width / height).toBeCloseTo(0.75, 1);
  }
  // The trunk is straight, and what grew out of a cover hangs under its middle.
  expect(Math.abs(above.middle - self.middle)).toBeLessThanOrEqual(1);
  const trunks = await page
    .locator(".tree-below")
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left));
  expect(Math.abs((trunks[0] ?? 0) - self.middle)).toBeLessThanOrEqual(2);
  expect(Math.abs((trunks[1] ?? 0) - older.middle)).toBeLessThanOrEqual(2);
  expect(newest.left).toBe(older.left);
  expect(grandchild.left).toBeGreaterThan(older.middle);
  await expectAccessible(page, "remix tree");
});
