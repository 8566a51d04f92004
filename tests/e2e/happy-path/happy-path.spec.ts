import { expect, test } from "@/tests/support/browser";
import { signIn } from "../accounts/users";
import {
  buildWorld,
  description,
  expectStep,
  firstPrompt,
  proceed,
  storyTitle,
} from "../onboarding/wizard";
import { publish } from "../studio/workspace";

/** A new author's first visit: an idea, a scene, a published page that a visitor reads. */
test("from an idea to a published comic page", { tag: "@phone-full" }, async ({
  page,
  request,
  isMobile,
}) => {
  test.skip(isMobile, "the prompt box of the home page is for desks; the phone has its own test");
  const name = `maker${Date.now().toString(36)}`;

  await page.goto("/");
  await page
    .getByLabel("What is your story about?")
    .fill("A retired clockmaker named Odile finds a brass owl that sings at midnight");
  await page.getByRole("button", { name: "Play" }).click();

  // A visitor signs up on the way.
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
  await page.getByLabel("Password", { exact: true }).fill("Secret1pass");
  await page.getByLabel("Confirm password").fill("Secret1pass");
  await page.getByRole("button", { name: /register|sign up|create/i }).click();

  // The pressed action continues.
  await expect(page).toHaveURL(/\/story\/[0-9a-f-]{36}$/);
  const storyId = page.url().split("/").at(-1) ?? "";
  await expectStep(page, 1);
  await expect(description(page)).toHaveValue(
    "A retired clockmaker named Odile finds a brass owl that sings at midnight",
  );

  // A draft does not exist for strangers: the same answer as an unknown id.
  const draft = await request.get(`/story/${storyId}/read`);
  const unknown = await request.get("/story/00000000-0000-7000-8000-000000000000/read");
  expect(draft.status()).toBe(404);
  expect(unknown.status()).toBe(404);

  // Four questions: the idea is there, the story gets a title, a look, its people.
  await proceed(page);
  await expectStep(page, 2);
  await expect(storyTitle(page)).not.toHaveText("My New Story", { timeout: 30_000 });
  const title = (await storyTitle(page).textContent()) ?? "";
  expect(title.length).toBeGreaterThan(2);
  await buildWorld(page);
  await firstPrompt(page).fill(
    "Odile winds the brass owl in her dusty workshop at night and it begins to sing",
  );
  await page.keyboard.press("Enter");

  // The workspace opens with the first picture.
  const first = page.locator("#scene-1");
  await expect(first.locator("figure img")).toHaveCount(1, { timeout: 60_000 });
  await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
  await expect(first).toHaveAttribute("aria-busy", "false", { timeout: 30_000 });

  // Another scene: empty frames at once, then one picture after the other, without a reload.
  await page.waitForTimeout(5_000);
  await page.getByRole("radio", { name: "4 panels" }).check({ force: true });
  await page
    .getByLabel("What happens in the next scene?")
    .fill("The owl flies out of the window and Odile follows it over the roofs");
  await page.keyboard.press("Enter");
  const sheet = page.locator("#scene-2");
  await expect(sheet).toBeVisible();
  await expect(sheet.locator("figure img")).toHaveCount(4, { timeout: 60_000 });
  await expect(sheet).toHaveAttribute("aria-busy", "false", { timeout: 30_000 });
  const bubbles = await sheet.locator("figcaption p").allTextContents();
  expect(bubbles.length).toBeGreaterThan(0);
  const alternatives = await sheet
    .locator("figure img")
    .evaluateAll((images) => images.map((image) => image.getAttribute("alt") ?? ""));
  expect(alternatives.every((text) => text.length > 10)).toBe(true);

  await publish(page);

  // A stranger without JavaScript gets the whole page.
  const published = await request.get(`/story/${storyId}/read`);
  expect(published.status()).toBe(200);
  const html = decode(await published.text());
  expect(html).toContain(title);
  expect(html).toContain("A retired clockmaker named Odile");
  for (const text of [...bubbles, ...alternatives]) {
    expect(html).toContain(decode(text.replace(/^[^:]+: /, "")));
  }

  // Publishing is seen at once in the feed, and taking it back too.
  expect(decode(await (await request.get("/")).text())).toContain(storyId);
  await page.getByRole("button", { name: "Unpublish" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Unpublish" }).click();
  await expect(page.getByRole("button", { name: "Publish", exact: true })).toBeVisible();
  expect((await request.get(`/story/${storyId}/read`)).status()).toBe(404);
});

test.describe("another author's story", () => {
  test.use({ allowedConsoleErrors: [/status of 404/] });

  test("is read by visitors, sent to the reader from its workspace, liked and remixed", {
    tag: "@phone",
  }, async ({ page }) => {
    // Other tests publish too: the feed's first page may be theirs.
    await page.goto("/user/demo-studio");
    await page.getByRole("link", { name: "The Lighthouse at Low Tide" }).click();
    await expect(page.getByRole("heading", { name: "The Lighthouse at Low Tide" })).toBeVisible();
    await expect(page).toHaveURL(/\/read$/);
    const address = new URL(page.url()).pathname;
    const workspace = address.replace("/read", "");
    await page.goto(workspace);
    await expect(page).toHaveURL(`/login?from=${encodeURIComponent(workspace)}`);

    await signIn(page);
    // The way on may begin before this page has loaded.
    await page.goto(workspace, { waitUntil: "commit" });
    await page.waitForURL(address);
    const like = page.getByRole("button", { name: /^Like: \d+/ }).first();
    await like.click();
    await expect(
      page.getByRole("button", { name: /^Like: \d+/, pressed: true }).first(),
    ).toBeVisible();

    await page.getByRole("button", { name: /^Remix \d/ }).click();
    await expect(page).toHaveURL(/\/story\/[0-9a-f-]{36}$/);
    await expect(page.getByText("Remixed from")).toBeVisible();

    // A draft of one's own is shown to its author at the address that strangers get a 404 from.
    await page.goto(`${new URL(page.url()).pathname}/read`);
    await expect(page.getByText("Draft", { exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: "Edit Story" })).toBeVisible();
  });
});

const decode = (html: string) =>
  html
    .replace(/&#(x27|39);/g, "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replaceAll("’", "'");
