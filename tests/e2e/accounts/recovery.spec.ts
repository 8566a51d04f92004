import type { Browser, Locator, Page } from "@playwright/test";
import { expect, test } from "@/tests/support/browser";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { seedStory, sql } from "@/tests/support/seeding";
import { accountMenu, fillLogin, join, signIn } from "./users";

// The browser notes refused calls: a used link, a password that is no more.
test.use({ allowedConsoleErrors: [/status of (400|401)/] });

/** The administrator, who sees the mail that is not delivered. */
async function openPostbox(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  const username = await signIn(page);
  await seedStory({ username, scenes: [] });
  await sql("UPDATE user_account SET is_administrator = true WHERE username = $1", [username]);
  return page;
}

/** The link of the newest mail to an address, as the operator finds it on the Setup page. */
async function linkFor(postbox: Page, email: string, subject: string): Promise<string> {
  const mail = postbox.getByRole("listitem").filter({ hasText: email }).first();
  await expect(async () => {
    await postbox.goto("/setup");
    await expect(mail).toContainText(subject, { timeout: 5_000 });
  }).toPass();
  await mail.getByText(subject).click();
  return (await mail.getByRole("link").getAttribute("href")) ?? "";
}

const forgotten = (page: Page) => page.getByRole("link", { name: "Forgot password?" });
const fill = (page: Page, label: string, text: string) =>
  page.getByLabel(label, { exact: true }).fill(text);

async function chooseNew(page: Page, password: string): Promise<void> {
  await fill(page, "New password", password);
  await fill(page, "Confirm new password", password);
  await page.getByRole("button", { name: "Save Password" }).click();
}

test("a forgotten password is replaced with the link in the mail, once", {
  tag: ["@phone-full", "@full"],
}, async ({ page, browser }) => {
  const postbox = await openPostbox(browser);
  const person = await join(page);
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto("/login");
  await fillLogin(elsewhere, person.email, person.password);
  await expect(elsewhere).toHaveURL("/");
  await page.context().clearCookies();
  await page.goto("/login");

  // As a server sees them, without what is behind the `#`.
  const addresses: string[] = [];
  page.on("request", (request) => {
    addresses.push(request.url().split("#")[0] ?? "", request.headers().referer ?? "");
  });
  // Links that stand alone are high enough for a finger.
  const heightOf = async (link: Locator) => (await link.boundingBox())?.height;
  expect(await heightOf(forgotten(page))).toBeGreaterThanOrEqual(24);
  await forgotten(page).click();
  await expect(page).toHaveURL("/forgot-password");
  const back = page.getByRole("link", { name: "Back to sign in" });
  expect(await heightOf(back)).toBeGreaterThanOrEqual(24);
  await page.getByRole("button", { name: "Send Link" }).click();
  await expect(page.getByText("Email is required")).toBeVisible();
  await page.getByLabel("Email").fill(person.email);
  await expectAccessible(page, "forgot password");
  await page.getByRole("button", { name: "Send Link" }).click();
  await expect(
    page.getByText(/It works for 30 minutes. This site sends no email yet/),
  ).toBeVisible();
  await expectAccessible(page, "the mail is on its way");

  const link = await linkFor(postbox, person.email, "Reset your Inkwright password");
  const token = link.split("#")[1] ?? "";
  expect(token.length).toBeGreaterThan(40);
  // The site's address is a setting; the test reaches it by another name.
  const path = new URL(link).pathname + new URL(link).hash;
  const response = await page.goto(path);
  expect(response?.headers()["referrer-policy"]).toBe("no-referrer");
  await fill(page, "New password", "Another2pass");
  await fill(page, "Confirm new password", "Another3pass");
  await page.getByRole("button", { name: "Save Password" }).click();
  await expect(page.getByText("Passwords do not match")).toBeVisible();
  await expectAccessible(page, "new password");
  await chooseNew(page, "Another2pass");
  await expect(page.getByText(/Your password is changed.+ You are signed in here/)).toBeVisible();
  await expect(accountMenu(page)).toBeVisible();
  const [links, account] = await Promise.all([
    page.getByRole("navigation", { name: "Main" }).boundingBox(),
    accountMenu(page).boundingBox(),
  ]);
  // No room is left of the longer 'Sign In'.
  expect((account?.x ?? 0) - ((links?.x ?? 0) + (links?.width ?? 0))).toBeLessThan(20);
  await page.getByRole("link", { name: "Go to Your Dashboard" }).click();
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByText("Email not confirmed yet")).toHaveCount(0);
  await elsewhere.goto("/dashboard");
  await expect(elsewhere).toHaveURL("/login?from=%2Fdashboard");
  expect(addresses.filter((address) => address.includes(token))).toEqual([]);

  // Said before another password is typed.
  await elsewhere.goto(path);
  await expect(elsewhere.getByText(/This link has expired or was used already/)).toBeVisible();
  await elsewhere.getByRole("link", { name: "Ask for a New Link" }).click();
  await expect(elsewhere).toHaveURL("/forgot-password");
  await elsewhere.goto("/reset-password");
  await expect(elsewhere.getByText("Open this page with the link in your email.")).toBeVisible();
  await elsewhere.goto("/login");
  await fillLogin(elsewhere, person.email, "Another2pass");
  await expect(elsewhere).toHaveURL("/");
  await linkFor(postbox, person.email, "Your Inkwright password was changed");
  await expectAccessible(postbox, "mail on the setup page");
  await elsewhere.context().close();
  await postbox.context().close();
});

test("an address is confirmed with the link in the mail, which can be sent again", {
  tag: ["@phone", "@full"],
}, async ({ page, browser }) => {
  const postbox = await openPostbox(browser);
  const person = await join(page);
  const first = await linkFor(postbox, person.email, "Confirm your email");
  await page.goto("/dashboard");
  await expect(page.getByText("Email not confirmed yet")).toBeVisible();
  await page.getByRole("button", { name: "Send Again" }).click();
  await expect(page.getByText(/A new link was created/)).toBeVisible();
  const pathOf = (link: string) => new URL(link).pathname + new URL(link).hash;
  await expect.poll(() => linkFor(postbox, person.email, "Confirm your email")).not.toBe(first);
  const second = await linkFor(postbox, person.email, "Confirm your email");

  await page.goto(pathOf(first));
  await page.getByRole("button", { name: "Confirm Email" }).click();
  await expect(page.getByText(/This link has expired or was used already/)).toBeVisible();
  await page.goto("/");
  await page.goto(pathOf(second));
  await expectAccessible(page, "confirm email");
  await page.getByRole("button", { name: "Confirm Email" }).click();
  await expect(page.getByText("Your email is confirmed.")).toBeVisible();
  await page.getByRole("link", { name: "Go to Your Dashboard" }).click();
  await expect(page.getByRole("heading", { name: "Account", exact: true })).toBeVisible();
  await expect(page.getByText("Email not confirmed yet")).toHaveCount(0);
  await postbox.context().close();
});
