import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { call } from "@/tests/support/call";

export interface TestUser {
  username: string;
  email: string;
  password: string;
}

/** A person without an account. */
export function newUser(): TestUser {
  const unique = randomUUID().slice(0, 12);
  return {
    username: `mara-${unique}`,
    email: `mara-${unique}@example.com`,
    password: "Secret1pass",
  };
}

/** Registers and signs in a new account without the form, which has its own tests. @returns the account */
export async function join(page: Page): Promise<TestUser> {
  const person = newUser();
  await call(page, "POST", "/auth/register", { ...person, firstName: "Ida", lastName: "Lund" });
  return person;
}

/** Registers and signs in a new account. @returns the username */
export const signIn = async (page: Page): Promise<string> => (await join(page)).username;

/** Fills and submits the form, and waits for the home page. */
export async function register(page: Page, person: TestUser, home = ""): Promise<void> {
  await page.goto(`${home}/register`);
  await fillRegistration(page, person);
  await expect(page).toHaveURL(`${home}/`);
  await expect(accountMenu(page)).toBeVisible();
}

export async function fillRegistration(page: Page, person: TestUser): Promise<void> {
  await page.getByLabel("First name").fill("Mara");
  await page.getByLabel("Last name").fill("Lindqvist");
  await page.getByLabel("Username").fill(person.username);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Confirm password").fill(person.password);
  await page.getByRole("button", { name: "Create Account" }).click();
}

export async function fillLogin(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await submitLogin(page);
}

export const submitLogin = (page: Page) =>
  page.getByRole("main").getByRole("button", { name: "Sign In", exact: true }).click();

export const accountMenu = (page: Page) =>
  page.getByRole("banner").getByRole("button", { name: /^Account menu of/ });

export async function signOut(page: Page, home = ""): Promise<void> {
  await accountMenu(page).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(`${home}/login`);
}
