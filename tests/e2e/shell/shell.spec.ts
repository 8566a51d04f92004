import { expect, test } from "@/tests/support/browser";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { seedStory, sql } from "@/tests/support/seeding";
import { signIn } from "../accounts/users";
import { wordsOf } from "../feed/published-stories";
import { author } from "../reader/author";
import { answer, failure } from "../studio/workspace";

test.use({
  allowedConsoleErrors: [/status of (404|500|503)|Server Components render|React error #441/],
});

const unknownStory = [
  "Error Loading Story",
  "The story you're looking for doesn't exist.",
  "Go Home",
];

test("addresses without a page say so, in the HTML itself", async ({ page, request }) => {
  const words = {
    "/no-such-page": ["Page Not Found", "Go Home"],
    "/story/no-such-id/read": unknownStory,
    "/story/00000000-0000-7000-8000-000000000000/read": unknownStory,
    "/?page=40": ["Page Not Found", "Go Home"],
    "/user/nobody-at-all": [
      "User Not Found",
      'The user " nobody-at-all " could not be found.',
      "Back to Home",
    ],
  };
  for (const [address, sentences] of Object.entries(words)) {
    // Once made, once from the cache.
    for (const _ of [1, 2]) {
      const answered = await request.get(address);
      expect(answered.status(), address).toBe(404);
      const html = await answered.text();
      for (const sentence of sentences) expect(wordsOf(html), address).toContain(sentence);
      expect(html, address).toContain("noindex");
    }
  }
  // One layout for all of them: the same picture's width, the same place of the heading.
  const places = new Set<string>();
  for (const address of ["/user/nobody-at-all", "/story/no-such-id/read", "/no-such-page"]) {
    await page.goto(address);
    const heading = page.getByRole("heading", { level: 1 });
    // The page that streams in takes the place of its first heading.
    await expect
      .poll(async () => {
        const box = await heading.boundingBox();
        if (box) places.add(`${box.y}/${box.x + box.width / 2}`);
        return box;
      })
      .not.toBeNull();
  }
  expect([...places]).toHaveLength(1);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page Not Found");
  await expectAccessible(page, "not found");
  await page.getByRole("link", { name: "Go Home" }).click();
  await expect(page).toHaveURL("/");
});

test("a story that the viewer may not read says so, with a way home", {
  tag: ["@phone", "@full"],
}, async ({ page, request, baseURL }) => {
  const ida = await author(request, baseURL);
  const draft = await ida.seed({ title: "Not Yet", publishedAt: undefined });
  for (const storyId of ["00000000-0000-7000-8000-000000000000", "no-such-id", draft]) {
    // Visitors, and signed-in readers who are not its author.
    expect((await page.goto(`/story/${storyId}/read`))?.status()).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Error Loading Story");
    await expect(page.getByText("The story you're looking for doesn't exist.")).toBeVisible();
    await expect(page).toHaveTitle(/^Error Loading Story ·/);
    await expect(page.getByRole("button", { name: "Try Again" })).toHaveCount(0);
    await expect(page.getByRole("main")).not.toContainText("Not Yet");
  }
  await expectAccessible(page, "unknown story");
  await signIn(page);
  await page.goto(`/story/${draft}/read`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Error Loading Story");
  await page.getByRole("link", { name: "Go Home" }).click();
  await expect(page).toHaveURL("/");
});

test("a page that fails shows an error and a retry", async ({ page }) => {
  const username = await signIn(page);
  await seedStory({ username, scenes: [], title: "None" });
  // An invalid date: code that formats it throws.
  await sql("update user_account set created_at = 'infinity' where username = $1", [username]);
  const response = await page.goto(`/user/${username}`);
  expect(response?.status()).toBe(500);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Something went wrong");
  await expect(
    page.getByText("Don't worry, our comic heroes are working on fixing this issue!"),
  ).toBeVisible();
  await expectAccessible(page, "an error");
  await sql("update user_account set created_at = now() where username = $1", [username]);
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ida Lund");

  await sql("update user_account set created_at = 'infinity' where username = $1", [username]);
  await page.goto(`/user/${username}?page=2`);
  await page.getByRole("button", { name: "Go Home" }).click();
  await expect(page).toHaveURL("/");
});

test(
  "each page begins at its top, and a message stands at the top right for four seconds",
  { tag: ["@phone-full", "@full"] },
  async ({ page }, { project }) => {
    const username = await signIn(page);
    const storyId = await seedStory({
      username,
      title: "A tall page",
      scenes: [2, 2, 2],
      publishedAt: "2025-03-01T00:00:00Z",
    });
    await page.goto(`/story/${storyId}/read`);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300);
    await page.getByRole("link", { name: /^More by/ }).click();
    await expect(page).toHaveURL(`/user/${username}`);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);

    await page.getByRole("link", { name: /Inkwright, home/ }).click();
    await expect(page).toHaveURL("/");
    await answer(page, "**/api/stories", 503, failure("The press has stopped."));
    await page.clock.install();
    await page.getByRole("button", { name: "New Story" }).click();
    const toast = page.locator("[data-sonner-toast]");
    await expect(toast).toContainText("The press has stopped.");
    const box = await toast.boundingBox();
    const width = project.use.viewport?.width ?? 0;
    // On a phone at the foot, where it lies on no title.
    const height = project.use.viewport?.height ?? 0;
    const isPhone = project.name === "phone";
    expect(isPhone ? height - (box?.y ?? 0) - (box?.height ?? 0) : box?.y).toBeLessThan(120);
    expect(width - (box?.x ?? 0) - (box?.width ?? 0)).toBeLessThan(40);
    await page.clock.runFor(3_000);
    await expect(toast).toHaveCount(1);
    await page.clock.runFor(2_000);
    await expect(toast).toHaveCount(0);
  },
);
