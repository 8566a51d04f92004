import type { Page } from "@playwright/test";
import { expect, test } from "@/tests/support/browser";
import { fillLogin, join, newUser, submitLogin } from "./users";

// The browser notes every refused call: wrong passwords, taken names, no connection.
test.use({ allowedConsoleErrors: [/status of (401|409)|ERR_FAILED/] });

const create = (page: Page) => page.getByRole("button", { name: "Create Account" }).click();

test("the sign-in form says what is wrong, on the field, until it is edited @full", async ({
  page,
}) => {
  await page.goto("/login");
  await submitLogin(page);
  await expect(page.getByText("Email is required")).toBeVisible();
  await expect(page.getByText("Password is required")).toBeVisible();
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.getByLabel("Email").fill("nobody");
  await expect(page.getByText("Email is required")).toBeHidden();
  await expect(page.getByText("Password is required")).toBeVisible();
  await submitLogin(page);
  await expect(page.getByText("Email is invalid")).toBeVisible();

  await fillLogin(page, newUser().email, "Wrong1pass");
  const wrong = page.getByText("Invalid email or password");
  await expect(wrong).toHaveCount(2);
  for (const label of ["Email", "Password"]) {
    const field = page.getByLabel(label, { exact: true });
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveAccessibleDescription(/Invalid email or password/);
  }
  await page.getByLabel("Email").pressSequentially("m");
  await expect(wrong).toHaveCount(1);
});

test("the password can be shown and hidden @full", async ({ page }) => {
  await page.goto("/login");
  const field = page.getByLabel("Password", { exact: true });
  await field.fill("Secret1pass");
  await expect(field).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(field).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(field).toHaveAttribute("type", "password");
});

test("the email goes along from one form to the other, the password does not @full", async ({
  page,
}) => {
  await page.goto("/login");
  await page.getByLabel("Email").fill("mara@example.com");
  await page.getByLabel("Password", { exact: true }).fill("Secret1pass");
  await page.getByRole("link", { name: "Create an account" }).click();
  await expect(page).toHaveURL("/register");
  await expect(page.getByLabel("Email")).toHaveValue("mara@example.com");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
  await page.getByLabel("Email").fill("mara.lund@example.com");
  await page.getByRole("link", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/login");
  await expect(page.getByLabel("Email")).toHaveValue("mara.lund@example.com");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
  // Nothing of it is stored.
  await page.reload();
  await expect(page.getByLabel("Email")).toHaveValue("");
});

test("the registration form knows every rule @full", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("link", { name: "Create an account" }).click();
  await expect(page).toHaveURL("/register");
  await expect(page.getByLabel(/invite/i)).toHaveCount(0);
  await create(page);
  for (const message of [
    "Username is required",
    "Email is required",
    "Password is required",
    "Please confirm your password",
  ]) {
    await expect(page.getByText(message, { exact: true })).toBeVisible();
  }
  await page.getByLabel("Username").fill("ab");
  await expect(page.getByText("Username is required")).toBeHidden();
  await page.getByLabel("Email").fill("mara@nowhere");
  await page.getByLabel("Password", { exact: true }).fill("secret1pass");
  await page.getByLabel("Confirm password").fill("Secret1pass");
  await create(page);
  await expect(page.getByText("Username must be at least 3 characters")).toBeVisible();
  await expect(page.getByText("Email is invalid")).toBeVisible();
  await expect(
    page.getByText(
      "Password must contain at least one lowercase letter, one uppercase letter, and one number",
    ),
  ).toBeVisible();
  await page.getByLabel("Username").fill("mara l");
  await page.getByLabel("Email").fill(newUser().email);
  await page.getByLabel("Password", { exact: true }).fill("Se1");
  await create(page);
  await expect(
    page.getByText("Username can only contain letters, numbers, underscores, and hyphens"),
  ).toBeVisible();
  await expect(page.getByText("Password must be at least 6 characters")).toBeVisible();
  // All that a password needs stands beside what this one lacks.
  await expect(page.getByText(/^At least 6 characters, with an uppercase letter/)).toBeVisible();
  await page.getByLabel("Username").fill("mara_l-1");
  await page.getByLabel("Password", { exact: true }).fill("Secret2pass");
  await create(page);
  await expect(page.getByText("Passwords do not match")).toBeVisible();
  await page.getByRole("link", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/login");
});

test("what somebody has already is said on its field @full", async ({ page }) => {
  const person = await join(page);
  await page.context().clearCookies();
  await page.goto("/register");
  await page.getByLabel("Username").fill(person.username.toUpperCase());
  await page.getByLabel("Email").fill(person.email.toUpperCase());
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Confirm password").fill(person.password);
  await create(page);
  await expect(page.getByLabel("Username")).toHaveAccessibleDescription(/username.*taken/);
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription(/email.*exists/);
  await expect(page.getByLabel("Username")).toBeFocused();
});

test("what is typed before the script arrives is kept, and nothing is sent by the page itself", async ({
  page,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\.js(\?|$)/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/login", { waitUntil: "commit" });
  const password = page.getByLabel("Password", { exact: true });
  await page.getByLabel("Email").fill("nobody@example");
  await password.fill("Secret1pass");
  await password.press("Enter");
  await expect(
    page.getByRole("main").getByRole("button", { name: "Sign In", exact: true }),
  ).toBeDisabled();
  expect(new URL(page.url()).search).toBe("");
  release();
  await submitLogin(page);
  await expect(page.getByText("Email is invalid")).toBeVisible();
  await expect(password).toHaveValue("Secret1pass");
  await expect(page).toHaveURL("/login");
});

test("without a connection the form says so and keeps what was typed @full", async ({ page }) => {
  await page.goto("/login");
  await page.route("**/api/auth/login", (route) => route.abort());
  await fillLogin(page, "mara@example.com", "Secret1pass");
  await expect(page.getByText("Network error - please check your connection")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("mara@example.com");
});

test("visitors cost no call about who they are, and see 'Sign In' @full", async ({
  page,
  consoleErrors,
}) => {
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/auth/")) calls.push(request.url());
  });
  await page.goto("/login");
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
  await page.waitForTimeout(500);
  expect(calls).toEqual([]);
  expect(consoleErrors).toEqual([]);
});

test("a hint without a session is cleared away with one call @full", async ({ page, baseURL }) => {
  const cookies = [
    { name: "signed_in", value: "1", url: baseURL ?? "" },
    { name: "token", value: "broken", url: baseURL ?? "", httpOnly: true },
  ];
  await page.context().addCookies(cookies);
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/auth/me")) asked += 1;
  });
  await page.goto("/login");
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
  await expect.poll(() => page.context().cookies()).toEqual([]);
  expect(asked).toBe(1);
});
