import { expect, test } from "@/tests/support/browser";
import { submitLogin } from "./users";

test("text typed before hydration is kept, and the page sends nothing by itself", async ({
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
