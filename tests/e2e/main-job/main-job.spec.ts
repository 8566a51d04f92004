import { expect, test } from "@/tests/support/browser";

/** What a newcomer does: an idea, a scene, a published page that a stranger reads. */
test("from an idea to a published comic page", async ({ page, request, isMobile }) => {
  test.skip(isMobile, "the prompt box of the home page is for desks; the phone has its own test");
  const name = `maker${Date.now().toString(36)}`;

  await page.goto("/");
  await page
    .getByLabel("What is your story about?")
    .fill("A retired clockmaker named Odile finds a brass owl that sings at midnight");
  await page.getByRole("button", { name: "Play" }).click();

  // A visitor signs up on the way; the line is still there afterwards.
  await expect(page).toHaveURL(/\/login/);
  await page
    .getByRole("main")
    .getByRole("link", { name: /register|sign up|create/i })
    .first()
    .click();
  await page.getByLabel("First name").fill("Odile");
  await page.getByLabel("Last name").fill("Marchand");
  await page.getByLabel("Username").fill(name);
  await page.getByLabel("Email").fill(`${name}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill("Secret123");
  await page.getByLabel("Confirm password").fill("Secret123");
  await page.getByRole("button", { name: /register|sign up|create/i }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByLabel("What is your story about?")).toHaveValue(/brass owl/);
  await page.getByRole("button", { name: "Play" }).click();

  await expect(page).toHaveURL(/\/story\/[0-9a-f-]{36}$/);
  const storyId = page.url().split("/").at(-1) ?? "";
  await expect(page.getByRole("heading", { name: "My New Story" })).toBeVisible();
  await expect(page.getByText("Let's get started!")).toBeVisible();

  // A draft does not exist for strangers: the same answer as an unknown id.
  const draft = await request.get(`/story/${storyId}/read`);
  const unknown = await request.get("/story/00000000-0000-7000-8000-000000000000/read");
  expect(draft.status()).toBe(404);
  expect(unknown.status()).toBe(404);

  await page.getByRole("radio", { name: "4 panels" }).check({ force: true });
  await page
    .getByLabel("What happens in the next scene?")
    .fill("Odile winds the brass owl in her dusty workshop at night and it begins to sing");
  await page.keyboard.press("Enter");

  // Empty frames at once, then one picture after the other, without a reload.
  const sheet = page.locator("#scene-1");
  await expect(sheet).toBeVisible();
  await expect(sheet.locator("figure img")).toHaveCount(4, { timeout: 60_000 });
  await expect(sheet).toHaveAttribute("aria-busy", "false", { timeout: 30_000 });
  const bubbles = await sheet.locator("figcaption p").allTextContents();
  expect(bubbles.length).toBeGreaterThan(0);
  const alternatives = await sheet
    .locator("figure img")
    .evaluateAll((images) => images.map((image) => image.getAttribute("alt") ?? ""));
  expect(alternatives.every((text) => text.length > 10)).toBe(true);

  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByRole("button", { name: "Unpublish" })).toBeVisible();

  // A stranger without JavaScript gets the whole page.
  const published = await request.get(`/story/${storyId}/read`);
  expect(published.status()).toBe(200);
  const html = decode(await published.text());
  expect(html).toContain("My New Story");
  expect(html).toContain("A retired clockmaker named Odile");
  for (const text of [...bubbles, ...alternatives]) {
    expect(html).toContain(decode(text.replace(/^[^:]+: /, "")));
  }

  // Publishing is seen at once in the feed, and taking it back too.
  expect(decode(await (await request.get("/")).text())).toContain(storyId);
  await page.getByRole("button", { name: "Unpublish" }).click();
  await expect(page.getByRole("button", { name: "Publish", exact: true })).toBeVisible();
  expect((await request.get(`/story/${storyId}/read`)).status()).toBe(404);
});

const decode = (html: string) =>
  html
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replaceAll("’", "'");
