import { expect, test } from "@/tests/support/browser";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { seedStory, sql } from "@/tests/support/seeding";
import { signIn } from "../accounts/users";
import { atWorkspace, publish, skipOnboarding } from "./workspace";

const long =
  "A keeper, a bell and a sea that comes back every night. Nobody in the town remembers who hung the bell, and nobody dares to take it down, until a girl with a saw arrives on the last ferry of the year and asks why.";

test("title, folded description, author, likes and the way to the reader @full", {
  tag: "@phone",
}, async ({ page }) => {
  const username = await signIn(page);
  const storyId = await seedStory({ username, scenes: [2], description: long });
  await page.goto(`/story/${storyId}`);
  await expect(page.getByRole("heading", { level: 1, name: "The Long Tide" })).toBeVisible();
  await expect(page.getByText("Draft", { exact: true })).toBeVisible();

  // Folded at 160 characters.
  await expect(page.getByText(/and asks why/)).toBeHidden();
  const folded = page.locator("p", { hasText: "A keeper, a bell" }).first();
  await expect(folded).toHaveText(`${long.slice(0, 160)}… Read more`, { useInnerText: true });
  await page.getByRole("button", { name: "Read more" }).click();
  await expect(page.getByText(/and asks why/)).toBeVisible();
  await page.getByRole("button", { name: "Show less" }).click();
  await expect(page.getByText(/and asks why/)).toBeHidden();

  const author = page.getByRole("link", { name: "Ida Lund" });
  await expect(author).toHaveAttribute("href", `/user/${username}`);
  const today = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" });
  await expect(page.getByText(today.format(new Date()))).toBeVisible();

  await page.getByRole("button", { name: "Like: 0 likes" }).click();
  await expect(page.getByRole("button", { name: "Like: 1 like", pressed: true })).toBeVisible();
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Story Settings" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await publish(page);
  await page.getByRole("link", { name: "Read Story" }).click();
  await expect(page).toHaveURL(`/story/${storyId}/read`);
});

test("a description of 160 characters is not folded @full", async ({ page }) => {
  await atWorkspace(page, { scenes: [1], description: "x".repeat(160) });
  await expect(page.getByText("x".repeat(160))).toBeVisible();
  await expect(page.getByRole("button", { name: "Read more" })).toHaveCount(0);
});

test("a remix says where it comes from, in three forms @full", async ({ page }) => {
  const username = await signIn(page);
  const original = await seedStory({ username, scenes: [1], title: "The First Bell" });
  const remix = await seedStory({ username, scenes: [1], title: "Another Bell" });
  const note =
    "update story set is_remix = true, original_story_id = $2, original_story_deleted = $3, original_story_title = $4 where id = $1";

  await sql(note, [remix, original, false, "The First Bell"]);
  await page.goto(`/story/${remix}`);
  await expect(page.getByText(/^Remixed from The First Bell by \S+/)).toBeVisible();
  await expect(page.getByRole("link", { name: "The First Bell" })).toHaveAttribute(
    "href",
    `/story/${original}/read`,
  );

  await sql(note, [remix, null, true, "The First Bell"]);
  await page.reload();
  await expect(
    page.getByText("Remixed from The First Bell (original story no longer available)"),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "The First Bell" })).toHaveCount(0);

  await sql(note, [remix, null, false, null]);
  await page.reload();
  await expect(page.getByText("This is a remix (original source unknown)")).toBeVisible();
});

test("a story without scenes begins with an invitation, and has nothing to read yet @full", async ({
  page,
}) => {
  const username = await signIn(page);
  const storyId = await seedStory({ username, scenes: [] });
  await skipOnboarding(page, storyId);
  await page.goto(`/story/${storyId}`);
  await expect(page.getByRole("heading", { name: "Let's get started!" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Read Story" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Publish", exact: true })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Characters (0)" })).toBeVisible();
  await expectAccessible(page);
});
