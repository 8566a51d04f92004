import { expect, test } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { seedStory, sql } from "@/tests/support/seeding";
import { signIn } from "../accounts/users";

// A draft's address is unknown to everybody but its author.
test.use({ allowedConsoleErrors: [/status of 404/] });

test(
  "one's own shelf is one press away, shows how each story was read, and leads on",
  { tag: "@phone" },
  async ({ page, browser }, { project }) => {
    const banner = page.getByRole("banner");
    await page.goto("/search");
    await expect(banner.getByRole("link", { name: "My stories" })).toBeHidden();
    await banner.getByRole("link", { name: "Explore" }).click();
    await expect(page).toHaveURL("/#stories");
    await page.goto("/my-stories");
    await expect(page).toHaveURL("/login?from=%2Fmy-stories");

    const username = await signIn(page);
    await page.goto("/");
    await banner.getByRole("link", { name: "My stories" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("My stories");
    await expect(page.getByRole("heading", { name: "No stories yet" })).toBeVisible();
    await expectAccessible(page, "an empty shelf");

    const open = await seedStory({
      username,
      title: "The Bell of Low Quay",
      scenes: [1],
      publishedAt: "2025-01-05T00:00:00Z",
    });
    const draft = await seedStory({
      username,
      title: "Nobody's Lamp",
      scenes: [2],
      pictures: false,
    });
    await seedStory({
      username,
      title: "The Quiet Reef",
      scenes: [1],
      publishedAt: "2025-01-04T00:00:00Z",
    });
    await sql(
      `insert into story_view (story_id, day, viewer)
       select $1, (now() at time zone 'UTC')::date - n % 3, 'reader ' || n
       from generate_series(1, 12) n`,
      [open],
    );
    await sql(`update story_stat set view_count = 1234 where story_id = $1`, [open]);
    await sql(
      `insert into story_like (story_id, user_id)
       select $1, id from user_account where username = $2`,
      [open, username],
    );
    await page.reload();
    const stories = page.locator(".my-story-card");
    await expect(stories).toHaveCount(3);
    const read = stories.filter({ hasText: "The Bell of Low Quay" });
    for (const part of [
      "Published",
      "1 scene",
      "1.2K views",
      "1 like",
      "12 readers",
      "in 30 days",
    ]) {
      await expect(read).toContainText(part);
    }
    await expect(read.getByRole("img", { name: /^Readers and likes by day/ })).toHaveAccessibleName(
      /\w{3} \d+, \d{4}: 4 readers, 1 like\.$/,
    );
    const quiet = stories.filter({ hasText: "The Quiet Reef" });
    await expect(quiet).toContainText("No readers in 30 days. Share its link.");
    await expect(quiet.locator(".days")).toHaveCount(0);
    const unread = stories.filter({ hasText: "Nobody's Lamp" });
    await expect(unread).toContainText("Draft");
    await expect(unread.locator(".days")).toHaveCount(0);
    // The buttons of a row align, whatever the text of each story.
    if (project.name === "desk") {
      const links = await page.getByRole("link", { name: /^Continue / }).all();
      const tops = await Promise.all(links.map(async (link) => (await link.boundingBox())?.y));
      expect(new Set(tops).size).toBe(1);
    }
    await expectAccessible(page, "shelf");
    if (project.name === "phone") {
      expect(await page.evaluate(() => document.body.scrollWidth)).toBeLessThanOrEqual(390);
    }

    // Tabs are named after their story: in the reader, the draft and the workspace.
    await read.getByRole("link", { name: "Read The Bell of Low Quay" }).click();
    await expect(page).toHaveTitle(/^The Bell of Low Quay by Ida Lund/);
    await page.goto(`/story/${draft}/read`);
    await expect(page).toHaveTitle(/^Nobody's Lamp ·/);
    await page.goto("/my-stories");
    await unread.getByRole("link", { name: "Continue Nobody's Lamp" }).click();
    await expect(page).toHaveURL(`/story/${draft}`);
    await expect(page).toHaveTitle(/^Nobody's Lamp ·/);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nobody's Lamp");
    await expect(page).toHaveTitle(/^Nobody's Lamp ·/);

    // The server knows it already: what it sends late must not take the name away again.
    for (const address of [`/story/${draft}`, `/story/${draft}/scene/1`]) {
      const html = await (await page.request.get(address)).text();
      expect(html).toMatch(/<title>Nobody(?:'|&#x27;)s Lamp · Inkwright<\/title>/);
    }

    const other = await (await browser.newContext(project.use)).newPage();
    await signIn(other);
    for (const address of ["/my-stories?page=2", "/my-stories?page=x'", "/my-stories?page=51"]) {
      await other.goto(address);
      await expect(other).toHaveURL("/my-stories");
      await expect(other.getByRole("heading", { name: "No stories yet" })).toBeVisible();
    }
    await other.context().close();
  },
);

test("Back to the shelf or the dashboard shows new stories @full", {
  tag: "@phone",
}, async ({ page }) => {
  const username = await signIn(page);
  for (const address of ["/my-stories", "/dashboard"]) {
    await page.goto(address);
    await expect(page.getByRole("button", { name: "New Story" }).first()).toBeVisible();
    // As the router goes, which keeps the page that it leaves.
    await page.getByRole("banner").getByRole("link", { name: "Explore" }).click();
    await expect(page).toHaveURL("/#stories");
    const title = `Made meanwhile at ${address.slice(1)}`;
    await seedStory({ username, title, scenes: [1] });
    await page.goBack();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
  }
});

test("Back to the dashboard or the own profile shows recent changes @full", async ({ page }) => {
  const username = await signIn(page);
  const away = () => page.getByRole("banner").getByRole("link", { name: "Explore" }).click();
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Ida!$/);
  await away();
  await expect(page).toHaveURL("/#stories");
  await call(page, "PUT", "/auth/profile", { firstName: "Nora" });
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Nora!$/);

  const title = "A draft that is published";
  const storyId = await seedStory({ username, title, scenes: [1] });
  await page.goto(`/user/${username}`);
  await expect(page.getByRole("region", { name: "Your drafts" })).toContainText(title);
  await away();
  await expect(page).toHaveURL("/#stories");
  await call(page, "PUT", `/stories/${storyId}`, { status: "published" });
  await page.goBack();
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  await expect(page.getByRole("region", { name: "Your drafts" })).toHaveCount(0);
  await expect(page.getByText("not listed here")).toHaveCount(0);
});
