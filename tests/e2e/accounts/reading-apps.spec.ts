import { expect, test } from "@/tests/support/browser";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { seedStory } from "@/tests/support/seeding";
import { join } from "./users";

// The browser notes the wrong password.
test.use({ allowedConsoleErrors: [/status of 400/] });

const basic = (login: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${login}:${secret}`).toString("base64")}`,
});

test("an app password is made, opens the catalogue and is removed", {
  tag: ["@phone-full", "@full"],
}, async ({ page, playwright, baseURL }) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const person = await join(page);
  await seedStory({ username: person.username, scenes: [2], title: "Under the bed" });
  await page.goto("/dashboard");
  const apps = page.getByRole("region", { name: "Reading apps" });
  // The site's own address, not the one of these tests.
  const catalogue = await apps.getByLabel("Address for your app").inputValue();
  expect(new URL(catalogue).pathname).toBe("/opds");
  await apps.getByRole("button", { name: "Copy the address" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(catalogue);

  await apps.getByRole("button", { name: "Add an App Password" }).click();
  const asking = page.getByRole("dialog", { name: "Add an app password" });
  await asking.getByRole("button", { name: "Add", exact: true }).click();
  await expect(asking.getByText("Name is required")).toBeVisible();
  await asking.getByLabel("Name").fill("My e-reader");
  await asking.getByLabel("Password", { exact: true }).fill("Wrong1pass");
  await asking.getByRole("button", { name: "Add", exact: true }).click();
  await expect(asking.getByText("Password is incorrect")).toBeVisible();
  await asking.getByLabel("Password", { exact: true }).fill(person.password);
  await expectAccessible(page, "asking");
  await page.keyboard.press("Enter");

  const told = page.getByRole("dialog", { name: "Your app password" });
  await expect(told.getByRole("button", { name: "Copy" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your app password is copied.")).toBeVisible();
  const secret = await page.evaluate(() => navigator.clipboard.readText());
  await expect(told.getByText(secret, { exact: true })).toBeVisible();
  await expectAccessible(page, "told");
  await told.getByRole("button", { name: "I Have Saved It" }).click();
  await expect(told).toHaveCount(0);
  await expect(apps.getByText(/^App password, added .*, not used yet$/)).toBeVisible();
  await page.reload();
  await expect(apps.getByRole("heading", { name: "My e-reader" })).toBeVisible();
  expect(await page.content()).not.toContain(secret);
  await expectAccessible(page, "made");

  // An app: no cookies, only the credentials that its user typed.
  const app = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  const mine = "/opds/shelf/mine";
  expect((await app.get(mine)).headers()["content-type"]).toContain("opds-authentication+json");
  const opened = await app.get(mine, { headers: basic(person.username, secret.toUpperCase()) });
  expect(opened.status()).toBe(200);
  const { publications } = await opened.json();
  expect(publications[0].metadata.title).toBe("Under the bed");
  for (const { href } of publications[0].images) {
    const cover = await app.get(new URL(href).pathname + new URL(href).search, {
      headers: basic(person.email, secret),
    });
    expect(cover.headers()["content-type"], href).toBe("image/jpeg");
  }
  const long = await app.get(mine, { headers: { authorization: `Basic ${"A".repeat(100_000)}` } });
  expect([400, 431]).toContain(long.status());

  await page.reload();
  await expect(apps.getByText(/^App password, added .*, last used /)).toBeVisible();
  await apps.getByRole("button", { name: "Remove My e-reader" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText(/^The app password is removed/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Add an App Password" })).toBeFocused();
  await expect(apps.getByRole("heading", { name: "My e-reader" })).toHaveCount(0);
  expect((await app.get(mine, { headers: basic(person.username, secret) })).status()).toBe(401);
  await app.dispose();
});
