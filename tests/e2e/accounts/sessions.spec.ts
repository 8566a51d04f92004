import { expect, test } from "@/tests/support/browser";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { fillLogin, join } from "./users";

// The browser notes the call of a session that has ended.
test.use({ allowedConsoleErrors: [/status of 401/] });

test("S8 an account sees where it is signed in and ends one session, then all others", {
  tag: "@phone",
}, async ({ page, browser }) => {
  const person = await join(page);
  const elsewhere = async (userAgent: string) => {
    const other = await (await browser.newContext({ userAgent })).newPage();
    await other.goto("/login?from=/dashboard");
    await fillLogin(other, person.email, person.password);
    await expect(other).toHaveURL("/dashboard");
    return other;
  };
  const firefox = await elsewhere(
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  );
  const safari = await elsewhere(
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
  );
  await page.goto("/dashboard");
  const list = page.getByRole("region", { name: "Signed-in devices" });
  await expect(list.getByText("This device")).toHaveCount(1);
  await expect(list.getByRole("heading", { level: 3 })).toContainText([
    /^Chrome .*This device$/,
    "Mobile Safari on iOS",
    "Firefox on Linux",
    "Other devices",
  ]);
  await expectAccessible(page);

  await list.getByRole("button", { name: /^Sign Out: Firefox on Linux/ }).click();
  await expect(page.getByText("Firefox on Linux is signed out.")).toBeVisible();
  await expect(list.getByRole("heading", { level: 3 })).toHaveCount(3);
  await expect(page.getByRole("heading", { name: "Signed-in devices" })).toBeFocused();
  await firefox.reload();
  await expect(firefox).toHaveURL("/login?from=%2Fdashboard");
  await safari.reload();
  await expect(safari).toHaveURL("/dashboard");

  await list.getByRole("button", { name: "Sign Out All Others" }).click();
  await expect(list.getByText("You are not signed in on any other device.")).toBeVisible();
  await safari.reload();
  await expect(safari).toHaveURL("/login?from=%2Fdashboard");
  await page.reload();
  await expect(list.getByRole("heading", { level: 3 })).toHaveCount(2);
  for (const other of [firefox, safari]) await other.context().close();
});
