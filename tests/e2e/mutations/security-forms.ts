import type { Page } from "@playwright/test";
import { codeOf, secretIn } from "../accounts/authenticator";
import type { Form } from "./double-submit";

/** The password of accounts that `signIn` registers. */
const password = "Secret1pass";

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

/** On the dashboard of an account with a second session, a passkey and two-step sign-in. */
export const signInMethodForms: Form[] = [
  {
    name: "Sign out one session",
    call: "DELETE /auth/sessions/*",
    reach: async (page) => page.getByRole("button", { name: "Sign Out: Firefox on Linux" }),
  },
  {
    name: "Sign Out All Others",
    call: "DELETE /auth/sessions",
    reach: async (page) => page.getByRole("button", { name: "Sign Out All Others" }),
  },
  {
    name: "Rename a passkey",
    call: "PUT /auth/passkeys/*",
    reach: async (page) => {
      await page.getByRole("button", { name: "Rename My phone" }).click();
      const naming = dialog(page, "Rename the passkey");
      await naming.getByLabel("Name").fill(`Phone ${crypto.randomUUID()}`);
      return naming.getByRole("button", { name: "Save" });
    },
  },
  {
    name: "Remove a passkey",
    call: "DELETE /auth/passkeys/*",
    reach: async (page) => {
      await page.getByRole("button", { name: "Remove My phone" }).click();
      return page.getByRole("alertdialog").getByRole("button", { name: "Remove" });
    },
  },
  {
    name: "Remove an app password",
    call: "DELETE /auth/app-passwords/*",
    reach: async (page) => {
      await page.getByRole("button", { name: "Remove My e-reader" }).click();
      return page.getByRole("alertdialog").getByRole("button", { name: "Remove" });
    },
  },
  {
    name: "Turn two-step sign-in off",
    call: "DELETE /auth/two-step",
    reach: async (page) => {
      await page.getByRole("button", { name: "Turn Off two-step sign-in" }).click();
      const question = dialog(page, "Turn off two-step sign-in");
      await question.getByLabel("Password", { exact: true }).fill(password);
      return question.getByRole("button", { name: "Turn Off" });
    },
  },
];

/** On the dashboard of an account without them. */
export const enablingForms: Form[] = [
  {
    name: "Turn two-step sign-in on",
    call: "PUT /auth/two-step",
    reach: async (page) => {
      await page.getByRole("button", { name: "Turn On two-step sign-in" }).click();
      const question = dialog(page, "Turn on two-step sign-in");
      await question.getByLabel("Password", { exact: true }).fill(password);
      await question.getByRole("button", { name: "Continue" }).click();
      const scan = dialog(page, "Scan this code");
      await scan.getByRole("textbox", { name: "Code" }).fill(codeOf(await secretIn(scan)));
      return scan.getByRole("button", { name: "Turn On" });
    },
  },
];
