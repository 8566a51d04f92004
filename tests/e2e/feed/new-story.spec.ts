import { expect, test } from "@/tests/support/browser";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { signIn } from "../accounts/users";
import { failure } from "../studio/workspace";

test.use({ allowedConsoleErrors: [/status of (404|429|500|503)/] });

test("an empty feed invites, and a story that cannot be started says why @full", async ({
  page,
}) => {
  await page.goto("/tag/nobody-has-this-tag");
  await expect(page.getByRole("heading", { name: "No stories yet" })).toBeVisible();
  await expect(page.getByText("Create your first story to get started!")).toBeVisible();
  await expectAccessible(page, "an empty feed");
  await page.getByRole("button", { name: "New Story" }).first().click();
  await expect(page).toHaveURL("/login?from=%2F");
  // Whoever comes back and writes instead has something else in mind: it does not go on.
  await page.goBack();
  await page.goto("/");
  const sentence = page.getByLabel("What is your story about?");
  await sentence.fill("A keeper finds a lamp.");

  await signIn(page);
  await page.goto("/");
  await expect(sentence).toHaveValue("A keeper finds a lamp.");
  await expect(page).toHaveURL("/");
  // Its place is kept free, so that nothing moves when it is known what stands there.
  await expect(page.getByText("No drafts yet. Start a new story?")).toBeVisible();
  const bodies: unknown[] = [];
  await page.route("**/api/stories", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    bodies.push(route.request().postDataJSON());
    if (bodies.length > 1) return route.fallback();
    return route.fulfill({ status: 503, json: failure("The database is away.") });
  });
  await page.getByLabel("What is your story about?").fill("  A keeper finds a bell.  ");
  await page.getByRole("button", { name: "Play" }).click();
  await expect(page.getByText("The database is away.")).toBeVisible();
  await expect(page.getByLabel("What is your story about?")).toHaveValue(/A keeper finds a bell/);
  await page.getByRole("button", { name: "Play" }).click();
  await expect(page).toHaveURL(/\/story\/[0-9a-f-]{36}$/);
  expect(bodies[1]).toEqual({
    title: "My New Story",
    description: "A keeper finds a bell.",
    aspectRatio: "3:4",
    panels: 1,
    defaultPanels: 1,
  });
});

for (const width of [390, 1440]) {
  test(`New Story takes the draft that nobody wrote in, and no other, at ${width} px @full`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await signIn(page);
    const begin = async () => {
      await page.goto("/");
      await page.getByRole("button", { name: "New Story" }).first().click();
      await page.waitForURL(/\/story\/[0-9a-f-]{36}$/);
      await expect(page.getByRole("heading", { name: "Launch Your Story" })).toBeVisible();
      return page.url();
    };
    const first = await begin();
    // Only looked at, it stands nowhere.
    const asCover = page.locator(`main a[href="${new URL(first).pathname}"]`);
    await page.goto("/my-stories");
    await expect(page.getByRole("heading", { name: "No stories yet" })).toBeVisible();
    await expect(asCover).toHaveCount(0);
    expect(await begin()).toBe(first);
    // Words that only this browser has are words.
    await page.getByRole("textbox").first().fill("A keeper finds a bell.");
    await expect
      .poll(() => page.evaluate(() => JSON.stringify(localStorage)))
      .toContain("A keeper finds a bell.");
    const second = await begin();
    expect(second).not.toBe(first);
    await page.goto("/my-stories");
    await expect(asCover.first()).toBeVisible();
    await page.goto(first);
    await expect(page.getByRole("textbox").first()).toHaveValue("A keeper finds a bell.");
  });
}
