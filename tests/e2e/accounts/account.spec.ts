import { expect, test } from "@/tests/support/browser";
import { accountMenu, fillLogin, newUser, register, signIn, signOut } from "./users";

// The browser notes every refused call: wrong passwords, an ended session.
test.use({ allowedConsoleErrors: [/status of (400|401)/] });

test("a new account registers, signs out and in, changes profile and password", {
  tag: "@phone-full",
}, async ({ page, browser }) => {
  const person = newUser();
  await register(page, person);
  await expect(accountMenu(page)).toContainText("ML");

  await accountMenu(page).click();
  await expect(page.getByRole("menu")).toContainText("Mara Lindqvist");
  await expect(page.getByRole("menu")).toContainText(person.email);
  await page.getByRole("menuitem", { name: "Profile & Settings" }).click();
  await expect(page).toHaveURL("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Welcome to your Dashboard, Mara!",
  );
  await expect(page.getByRole("menu")).toBeHidden();
  await signOut(page);

  await fillLogin(page, person.email, person.password);
  await expect(page).toHaveURL("/");
  await page.goto("/dashboard");
  const card = page.getByRole("region", { name: "Mara Lindqvist" });
  const facts = [person.username, person.email, "First nameMara", "Last nameLindqvist"];
  for (const fact of [...facts, "Member since", "Last login"]) {
    await expect(card).toContainText(fact);
  }

  await page.getByRole("button", { name: "Edit Profile" }).click();
  const profile = page.getByRole("dialog", { name: "Edit Profile" });
  await profile.getByLabel("First name").fill("Grace");
  await profile.getByLabel("Last name").fill("");
  await profile.getByLabel("Email").fill(`new-${person.email}`);
  await profile.getByRole("button", { name: "Save" }).click();
  await expect(profile.getByText("Current password is required")).toBeVisible();
  await profile.getByLabel("Current password").fill("Wrong1pass");
  await profile.getByRole("button", { name: "Save" }).click();
  await expect(profile.getByText("Current password is incorrect")).toBeVisible();
  await profile.getByLabel("Current password").fill(person.password);
  await expect(profile.getByText("Current password is incorrect")).toBeHidden();
  await profile.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Your profile is saved.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Welcome to your Dashboard, Grace!",
  );
  await expect(accountMenu(page)).toContainText(/^G(?!r)/);

  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto("/login");
  await fillLogin(elsewhere, `new-${person.email}`, person.password);
  await expect(elsewhere).toHaveURL("/");

  await page.getByRole("button", { name: "Change Password" }).click();
  const change = page.getByRole("dialog", { name: "Change Password" });
  await change.getByLabel("Current password").fill(person.password);
  await change.getByLabel("New password", { exact: true }).fill("Another2pass");
  await change.getByLabel("Confirm new password").fill("Another3pass");
  await change.getByRole("button", { name: "Save Password" }).click();
  await expect(change.getByText("Passwords do not match")).toBeVisible();
  await change.getByLabel("Confirm new password").fill("Another2pass");
  await change.getByRole("button", { name: "Save Password" }).click();
  await expect(page.getByText(/Your password is changed/)).toBeVisible();
  await expect(change).toBeHidden();
  await page.reload();
  await expect(page).toHaveURL("/dashboard");

  await elsewhere.goto("/dashboard");
  await expect(elsewhere).toHaveURL("/login?from=%2Fdashboard");
  await fillLogin(elsewhere, `new-${person.email}`, "Another2pass");
  await expect(elsewhere).toHaveURL("/dashboard");
  await elsewhere.context().close();
});

test("the account menu works with keys alone and closes on a click outside @full", async ({
  page,
}) => {
  await signIn(page);
  await page.goto("/");
  const menu = page.getByRole("menu");
  await accountMenu(page).focus();
  await page.keyboard.press("ArrowDown");
  await expect(menu).toBeVisible();
  // Below its button, as when it is pressed.
  const [button, list] = await Promise.all([accountMenu(page).boundingBox(), menu.boundingBox()]);
  if (!button || !list) throw new Error("Something is not there.");
  expect(list.y).toBeGreaterThanOrEqual(button.y + button.height);
  expect(list.x + list.width).toBeCloseTo(button.x + button.width, 0);
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(accountMenu(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "My Cast" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "Profile & Settings" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "Sign Out" })).toBeFocused();
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitemradio", { name: "Off" })).toBeFocused();
  await page.mouse.click(10, 400);
  await expect(menu).toBeHidden();
});

test("an account that is signed in skips the form @full", async ({ page }) => {
  await signIn(page);
  await page.goto("/login?from=/dashboard");
  await expect(page).toHaveURL("/dashboard");
  await page.goto("/register");
  await expect(page).toHaveURL("/");
});

test("a service that cannot be connected leaves an error on the dashboard @full", async ({
  page,
}) => {
  await signIn(page);
  await page.goto("/login?error=ConnectedElsewhere");
  await expect(page).toHaveURL("/dashboard?error=ConnectedElsewhere");
  await expect(page.getByText("That account is connected to another account here.")).toBeVisible();
});
