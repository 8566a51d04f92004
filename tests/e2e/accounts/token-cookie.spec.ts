import type { Page } from "@playwright/test";
import { expect, test } from "@/tests/support/browser";
import { author } from "../reader/author";
import { accountMenu, signIn } from "./users";

test.use({ allowedConsoleErrors: [/status of 401/] });

const names = async (page: Page) => (await page.context().cookies()).map(({ name }) => name);

test("a token cookie that is alone restores the session, or is removed", {
  tag: ["@phone", "@full"],
}, async ({ page, request, baseURL }) => {
  await signIn(page);
  const ida = await author(request, baseURL);
  const storyId = await ida.seed();
  // Pages of everybody's, kept for all.
  for (const address of ["/", `/story/${storyId}/read`, `/user/${ida.username}`]) {
    await page.context().clearCookies({ name: "signed_in" });
    expect(await names(page)).not.toContain("signed_in");
    await page.goto(address);
    await expect(accountMenu(page)).toBeVisible();
    expect(await names(page)).toContain("signed_in");
  }
  // An invalid token is removed, and the page is a visitor's.
  await page.context().clearCookies();
  await page.context().addCookies([{ name: "token", value: "no.such.token", url: baseURL ?? "" }]);
  await page.goto(`/story/${storyId}/read`);
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
  await expect.poll(() => names(page)).toEqual([]);
  // A visitor without any gets none, nor does a call.
  await page.reload();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
  expect(await names(page)).toEqual([]);
});
