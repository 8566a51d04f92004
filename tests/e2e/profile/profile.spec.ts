import { expect, test } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { seedStory } from "@/tests/support/seeding";
import { newUser, signIn } from "../accounts/users";
import { covers, publishStories, wordsOf } from "../feed/published-stories";

test.use({ allowedConsoleErrors: [/status of 404/] });

test("a profile shows public stories to everyone, and drafts to their author", async ({
  page,
  browser,
  request,
}, { project }) => {
  const username = await signIn(page);
  const address = `/user/${username}`;
  const visitor = await request.get(address);
  expect(visitor.status()).toBe(200);
  const words = wordsOf(await visitor.text());
  expect(words).toContain("No stories yet");
  expect(words).toContain("Ida Lund hasn't created any stories yet.");

  const { titles } = await publishStories(username, 25, { scenes: [2, 1], pictures: false });
  await seedStory({ username, title: "Nobody may see this", scenes: [3], pictures: false });
  // A write of the author drops the page that was kept.
  await call(page, "PUT", "/auth/profile", { firstName: "Idun" });

  const context = await browser.newContext({ ...project.use, javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(address);
  await expect(plain.getByRole("heading", { level: 1 })).toHaveText("Idun Lund");
  await expect(plain.getByRole("main")).toContainText(`@${username}`);
  await expect(plain.getByRole("main")).toContainText(/Member since \w+ \d+, \d{4}/);
  await expect(plain.locator(".avatar").first()).toHaveText("IL");
  await expect(plain.locator(".stat-tiles > div")).toHaveText([
    "Stories25",
    "Published25",
    "Scenes50",
    "Panels75",
  ]);
  await expect(plain.getByRole("heading", { name: "Stories by Idun Lund" })).toBeVisible();
  await expect(covers(plain)).toHaveCount(24);
  const first = covers(plain).first();
  await expect(first.getByRole("heading")).toHaveText(titles[0] ?? "");
  await expect(first.getByRole("heading").getByRole("link")).toHaveAttribute(
    "href",
    /^\/story\/[0-9a-f-]{36}\/read$/,
  );
  for (const part of ["A keeper, a bell", "Published", "2 scenes", "Jan 25, 2025"]) {
    await expect(first).toContainText(part);
  }
  await plain.getByRole("link", { name: "Next page" }).click();
  await expect(plain).toHaveURL(`${address}?page=2`);
  await expect(covers(plain).getByRole("heading")).toHaveText([titles.at(-1) ?? ""]);
  await expect(plain.getByText("Page 2 of 2")).toBeVisible();
  await context.close();
  for (const page of ["0", "3", "99", "100", "two"]) {
    expect((await request.get(`${address}?page=${page}`)).status(), page).toBe(404);
  }
  expect(await (await request.get(address)).text()).not.toContain("Nobody may see this");

  await page.goto(address);
  const drafts = page.getByRole("region", { name: "Your drafts" });
  await expect(drafts.getByRole("link", { name: "Nobody may see this" })).toHaveAttribute(
    "href",
    /^\/story\/[0-9a-f-]{36}$/,
  );
  await expect(drafts).toContainText("Draft");
  await expect(page.locator(".stat-tiles > div").first()).toHaveText("Stories26");
  await expectAccessible(page, "profile");

  const other = await (await browser.newContext(project.use)).newPage();
  await signIn(other);
  await other.goto(address);
  await expect(other.getByRole("button", { name: /^Account menu/ })).toBeVisible();
  await expect(covers(other)).toHaveCount(24);
  await expect(other.getByText("Nobody may see this")).toHaveCount(0);
  await other.context().close();
});

test("an author describes themselves, with links that search engines do not attribute to the site @full", {
  tag: "@phone",
}, async ({ page }) => {
  const username = await signIn(page);
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Edit Profile" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Profile" });
  await edit.getByLabel("Bio").fill("Draws at night.\nNever on Mondays.");
  const links = edit.getByLabel("Links");
  await links.fill("http://example.com");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(edit).toContainText("Each link must be a whole address that begins with https://");
  await links.fill("www.example.com\nhttps://mara.example/comics");
  await expectAccessible(page, "the profile's form");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(edit).toBeHidden();

  // At once: no page from before is shown.
  await page.getByRole("link", { name: "View Public Profile" }).click();
  await expect(page).toHaveURL(`/user/${username}`);
  await expect(page.getByText("Draws at night. Never on Mondays.")).toBeVisible();
  const shown = page.getByRole("list", { name: "Links" }).getByRole("link");
  await expect(shown).toHaveText(["example.com", "mara.example/comics"]);
  await expect(shown.first()).toHaveAttribute("href", "https://www.example.com/");
  await expect(shown.first()).toHaveAttribute("rel", "nofollow ugc noopener");
  await expectAccessible(page, "profile with links");
  // The form shows the saved values again.
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Edit Profile" }).click();
  await expect(links).toHaveValue("https://www.example.com/\nhttps://mara.example/comics");
  // So does what was typed before it was closed, but for what others at this device may not see.
  await edit.getByLabel("Bio").fill("Draws at noon.");
  await edit.getByLabel("Email").fill("mara@elsewhere.example");
  await page.keyboard.press("Escape");
  await expect(edit).toBeHidden();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("elsewhere");
  await page.getByRole("button", { name: "Edit Profile" }).click();
  await expect(edit.getByText("Your unsaved changes are back.")).toBeVisible();
  await expect(edit.getByLabel("Bio")).toHaveValue("Draws at noon.");
  await expectAccessible(page, "the profile's form with words that were kept");
  await edit.getByRole("button", { name: "Discard" }).click();
  await expect(edit.getByLabel("Bio")).toHaveValue("Draws at night.\nNever on Mondays.");
});

test("a profile exists as soon as an account has its name, even if it was requested before @full", async ({
  page,
  request,
}) => {
  const person = newUser();
  const address = `/user/${person.username}`;
  expect((await request.get(address)).status()).toBe(404);
  await call(page, "POST", "/auth/register", { ...person, firstName: "Ida", lastName: "Lund" });
  await expect.poll(async () => (await request.get(address)).status()).toBe(200);
});
