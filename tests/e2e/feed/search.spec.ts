import { randomBytes } from "node:crypto";
import { expect, test } from "@/tests/support/browser";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { signIn } from "../accounts/users";
import { covers, publishStories, wordsOf } from "./published-stories";

test("a search finds stories, loads more below, and says when it finds none", async ({ page }) => {
  // No other test's words are similar, so that a misspelt one finds these stories alone.
  const tag = [...randomBytes(12)].map((byte) => String.fromCharCode(97 + (byte % 26))).join("");
  const author = await signIn(page);
  const { titles } = await publishStories(author, 14, { pictures: false }, tag);
  await page.goto("/");
  await page.getByLabel("Search stories").fill(tag.toUpperCase());
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/\/search\?q=/);
  await expect(page.getByText("14 stories", { exact: true })).toBeVisible();
  await expect(covers(page)).toHaveCount(14);
  expect(await covers(page).getByRole("heading").allTextContents()).toEqual(titles);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
  await expectAccessible(page, "search");

  await page.getByRole("navigation", { name: "Order" }).getByText("Popular").click();
  await expect(page).toHaveURL(/q=.*sort=popular/);
  await expect(covers(page)).toHaveCount(14);

  await expect(covers(page).first().locator("mark").first()).toHaveText(tag);

  // A word that nobody has is taken for one like it; what was meant is told.
  await page.getByLabel("Search stories").fill(`${tag.slice(0, 6)}${tag.slice(5)}`);
  await page.getByLabel("Search stories").press("Enter");
  await expect(page.getByText("Showing results for")).toContainText(tag);
  await expect(covers(page)).toHaveCount(14);
  await expect(
    page.getByRole("region", { name: "Tags" }).getByRole("link", { name: tag }),
  ).toHaveCount(0);
  await page.getByRole("link", { name: tag, exact: true }).first().click();
  await expect(
    page.getByRole("region", { name: "Tags" }).getByRole("link", { name: tag }),
  ).toBeVisible();

  await page.getByLabel("Search stories").fill(`${tag} nosuchword`);
  await page.getByLabel("Search stories").press("Enter");
  await expect(page.getByRole("heading", { name: "No stories found" })).toBeVisible();
  await page.getByRole("link", { name: "See all stories" }).click();
  await expect(page).toHaveURL("/");
});

test("a search accepts any address, and is rate limited @full", async ({ request }) => {
  for (const q of [
    "'",
    "\"'; drop table story; --",
    "a' | 'b':*",
    "((((",
    "\\",
    "%",
    "\u0000",
    "\u0007\u200b",
    "💡",
    "灯台",
    "x".repeat(10_000),
    "a ".repeat(500),
  ]) {
    const answer = await request.get(`/search?q=${encodeURIComponent(q)}`);
    expect(answer.status(), q.slice(0, 30)).toBe(200);
    expect(answer.headers()["cache-control"]).toMatch(/no-store|no-cache/);
    expect(wordsOf(await answer.text())).toMatch(/stories|Search/);
  }
  for (const query of [
    "q=a&q=b",
    "q=%ED%A0%80",
    "after=junk",
    "q=tide&after=junk",
    "tag=a%00b&after=x",
  ]) {
    expect((await request.get(`/search?${query}`)).status(), query).toBe(200);
  }
  const marked = await request.get(
    `/search?q=${encodeURIComponent("<img src=x onerror=alert(1)>")}`,
  );
  expect(await marked.text()).not.toContain("<img src=x");

  // Sixty a minute for each address; the minute may end meanwhile.
  let words = "";
  for (let asked = 0; asked < 130 && !words.includes("Too many"); asked += 1) {
    words = wordsOf(await (await request.get("/search?q=counted")).text());
  }
  expect(words).toContain("Too many requests. Please wait a moment and try again.");
});
