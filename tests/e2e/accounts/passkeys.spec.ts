import type { Page } from "@playwright/test";
import { expect, test } from "@/tests/support/browser";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { turnOnTwoStep } from "./authenticator";
import { fillLogin, newUser, register, signOut } from "./users";

// The browser notes refused calls.
test.use({ allowedConsoleErrors: [/status of (400|401)/] });

// A passkey belongs to a name: the address of these tests is a number, the site's own is localhost.
test.beforeEach(({ baseURL }) => {
  const own = new URL(baseURL ?? "");
  own.hostname = "localhost";
  home = own.origin;
});
let home = "";

/** A phone or laptop with a sensor, as the browser sees it (WebAuthn in the DevTools protocol). */
async function withDevice(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    refuse: (isRefused: boolean) =>
      devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: !isRefused }),
    count: async () =>
      (await devtools.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length,
  };
}

const passkeyButton = (page: Page) => page.getByRole("button", { name: "Sign in with a passkey" });

/** At the site's own address, with an account and its dashboard. */
async function atDashboard(page: Page) {
  const person = newUser();
  await register(page, person, home);
  await page.goto(`${home}/dashboard`);
  return person;
}

async function add(page: Page, password: string) {
  await page.getByRole("button", { name: "Add a Passkey" }).click();
  const question = page.getByRole("dialog", { name: "Add a passkey" });
  await question.getByLabel("Password", { exact: true }).fill(password);
  await question.getByRole("button", { name: "Continue" }).click();
}

test("a passkey is added, named, opens the account and is removed", { tag: "@phone-full" }, async ({
  page,
}) => {
  const device = await withDevice(page);
  const scripts: Promise<string>[] = [];
  page.on("response", (response) => {
    if (response.url().endsWith(".js")) scripts.push(response.text().catch(() => ""));
  });
  const person = await atDashboard(page);
  const hasLibrary = async () =>
    (await Promise.all(scripts)).some((script) => script.includes("ERROR_CEREMONY_ABORTED"));
  await add(page, "Wrong1pass");
  await expect(page.getByText("Password is incorrect")).toBeVisible();
  expect(await hasLibrary()).toBe(false);
  // The dialog is locked until the call has settled, a moment after its error is shown.
  await expect(page.locator("[data-locked]")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await add(page, person.password);
  await expect(page.getByText(/^Your passkey is ready/)).toBeVisible();
  expect(await device.count()).toBe(1);
  // The library came when it was wanted.
  expect(await hasLibrary()).toBe(true);
  await expect(page.getByText(/^Passkey, added .*, not used yet$/)).toBeVisible();

  await page.getByRole("button", { name: /^Rename Chrome/ }).click();
  const naming = page.getByRole("dialog", { name: "Rename the passkey" });
  await naming.getByLabel("Name").fill("");
  await naming.getByRole("button", { name: "Save" }).click();
  await expect(naming.getByText("Name is required")).toBeVisible();
  await naming.getByLabel("Name").fill("My old laptop");
  await naming.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "My old laptop" })).toBeVisible();
  await expectAccessible(page);

  await add(page, person.password);
  await expect(page.getByText("This device has a passkey for your account already.")).toBeVisible();
  await page.keyboard.press("Escape");

  await signOut(page, home);
  await expectAccessible(page);
  await passkeyButton(page).click();
  await expect(page).toHaveURL(`${home}/`);
  await page.goto(`${home}/dashboard`);
  await expect(page.getByText(/^Passkey, added .*, last used /)).toBeVisible();

  await page.getByRole("button", { name: "Remove My old laptop" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText(/^The passkey is removed/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Add a Passkey" })).toBeFocused();
  await signOut(page, home);
  await passkeyButton(page).click();
  await expect(page.getByText(/^This passkey no longer works here/)).toBeVisible();
  await fillLogin(page, person.email, person.password);
  await expect(page).toHaveURL(`${home}/`);
});

test("a passkey needs no code, and a failed sensor check signs no account in @full", async ({
  page,
}) => {
  const device = await withDevice(page);
  const person = await atDashboard(page);
  await add(page, person.password);
  await expect(page.getByText(/^Your passkey is ready/)).toBeVisible();
  await turnOnTwoStep(page, person.password, home);
  await signOut(page, home);

  await device.refuse(true);
  await passkeyButton(page).click();
  await expect(page.getByText(/^No passkey was chosen/)).toBeVisible();
  await device.refuse(false);
  await passkeyButton(page).click();
  await expect(page).toHaveURL(`${home}/`);
});
