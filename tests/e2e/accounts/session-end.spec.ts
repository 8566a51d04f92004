import type { Locator, Page } from "@playwright/test";
import { expect, test } from "@/tests/support/browser";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { accountMenu, join, type TestUser } from "./users";

test.use({ allowedConsoleErrors: [/status of (401|404)/] });

const again = (page: Page) => page.getByRole("dialog", { name: "Sign in to continue" });
// By its element: what lies below an open dialog has no role.
const signInLink = (page: Page) => page.locator(".shell-header a", { hasText: "Sign In" });

/** The session ends as by another device: the browser still has its cookie. */
async function revoke(page: Page, baseURL = ""): Promise<void> {
  const token = (await page.context().cookies()).find(({ name }) => name === "token");
  const answer = await fetch(`${baseURL}/api/auth/logout`, {
    method: "POST",
    headers: { authorization: `Bearer ${token?.value}` },
  });
  expect(answer.ok).toBe(true);
}

/** The profile is changed, and saved when the session has ended. */
async function saveTooLate(page: Page, baseURL?: string): Promise<Locator> {
  await page.goto("/dashboard");
  await page.getByRole("button", { name: "Edit Profile" }).click();
  const profile = page.getByRole("dialog", { name: "Edit Profile" });
  await profile.getByLabel("First name").fill("Grace");
  await revoke(page, baseURL);
  await profile.getByRole("button", { name: "Save" }).click();
  return profile;
}

async function signInAgain(page: Page, person: TestUser): Promise<void> {
  const dialog = again(page);
  await expect(dialog.getByLabel("Email")).toHaveValue(person.email);
  await dialog.getByLabel("Password", { exact: true }).fill(person.password);
  await dialog.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(dialog).toBeHidden();
}

test("a pressed action continues after signing in again, in the dashboard", {
  tag: ["@phone-full", "@full"],
}, async ({ page, baseURL }) => {
  const person = await join(page);
  await saveTooLate(page, baseURL);
  await expect(again(page)).toHaveCount(1);
  await expect(signInLink(page)).toBeAttached();
  await page.waitForTimeout(500);
  await expectAccessible(page);
  // The wrong password is said there.
  await again(page).getByLabel("Password", { exact: true }).fill("Wrong1pass");
  await again(page).getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(again(page).getByText("Invalid email or password")).toHaveCount(2);
  await again(page).getByLabel("Email").fill(person.email);
  await signInAgain(page, person);
  await expect(page.getByText("Your profile is saved.")).toBeVisible();
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Grace");
  await expect(accountMenu(page)).toBeVisible();
});
