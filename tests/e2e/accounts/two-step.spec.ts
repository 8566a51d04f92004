import type { Page } from "@playwright/test";
import { expect, test } from "@/tests/support/browser";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { codeOf, previousCodeOf, secretIn } from "./authenticator";
import { fillLogin, join, signOut, submitLogin, type TestUser } from "./users";

// The browser notes refused calls: a missing and a wrong code.
test.use({ allowedConsoleErrors: [/status of (400|401)/] });

const turn = (page: Page, how: string) =>
  page.getByRole("button", { name: `${how} two-step sign-in` });

/** Turns it on by the screen. @returns the secret of the app and the recovery codes */
async function turnOn(page: Page, person: TestUser) {
  await page.goto("/dashboard");
  await turn(page, "Turn On").click();
  const question = page.getByRole("dialog", { name: "Turn on two-step sign-in" });
  await question.getByLabel("Password", { exact: true }).fill("Wrong1pass");
  await question.getByRole("button", { name: "Continue" }).click();
  await expect(question.getByText("Password is incorrect")).toBeVisible();
  await question.getByLabel("Password", { exact: true }).fill(person.password);
  await question.getByRole("button", { name: "Continue" }).click();
  const scan = page.getByRole("dialog", { name: "Scan this code" });
  await expect(scan.getByRole("img", { name: /QR code/ })).toBeVisible();
  const secret = await secretIn(scan);
  await expectAccessible(page);
  await scan.getByRole("textbox", { name: "Code" }).fill("12345");
  await scan.getByRole("button", { name: "Turn On" }).click();
  await expect(scan.getByText(/^This code is wrong/)).toBeVisible();
  await scan.getByRole("textbox", { name: "Code" }).fill(await previousCodeOf(page, secret));
  await scan.getByRole("button", { name: "Turn On" }).click();
  const kept = page.getByRole("dialog", { name: "Save your recovery codes" });
  await expect(kept.getByRole("listitem")).toHaveCount(10);
  await expect(kept.getByRole("button", { name: "Copy All" })).toBeFocused();
  const codes = await kept.getByRole("listitem").allInnerTexts();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(kept).toBeVisible();
  await kept.getByRole("button", { name: "I Have Saved Them" }).click();
  await expect(kept).toBeHidden();
  await expect(
    page.getByText(/^On\. You enter a code .* 10 recovery codes are left\.$/),
  ).toBeVisible();
  return { secret, codes };
}

test("S10 a code is asked for after the password, from the app or from the list", {
  tag: ["@phone", "@full"],
}, async ({ page }) => {
  const person = await join(page);
  const { secret, codes } = await turnOn(page, person);
  expect(codes).toHaveLength(10);
  await signOut(page);

  await fillLogin(page, person.email, person.password);
  await expect(page.getByRole("textbox", { name: "Code" })).toBeFocused();
  // An owner who has lost the phone and the backup codes takes another way.
  await expect(page.getByText(/^No code\? Sign in with a passkey/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toBeVisible();
  await expectAccessible(page);
  await submitLogin(page);
  await expect(page.getByText("Enter the code", { exact: true })).toBeVisible();
  await page.getByRole("textbox", { name: "Code" }).fill("00000");
  await submitLogin(page);
  await expect(page.getByText(/^This code is wrong/)).toBeVisible();
  // Nothing that was typed is lost on the way back.
  await page.getByRole("button", { name: "Back to email and password" }).click();
  await expect(page.getByLabel("Email")).toHaveValue(person.email);
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  await submitLogin(page);
  await page.getByRole("textbox", { name: "Code" }).fill(codeOf(secret));
  await submitLogin(page);
  await expect(page).toHaveURL("/");
  await signOut(page);

  await fillLogin(page, person.email, person.password);
  await page.getByRole("textbox", { name: "Code" }).fill(codes[0] ?? "");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/");

  await page.goto("/dashboard");
  await expect(page.getByText(/9 recovery codes are left\.$/)).toBeVisible();
  await turn(page, "Turn Off").click();
  const off = page.getByRole("dialog", { name: "Turn off two-step sign-in" });
  await off.getByLabel("Password", { exact: true }).fill(person.password);
  await off.getByRole("button", { name: "Turn Off" }).click();
  await expect(page.getByText("Two-step sign-in is off.")).toBeVisible();
  await signOut(page);
  await fillLogin(page, person.email, person.password);
  await expect(page).toHaveURL("/");
});
