import type { Locator } from "@playwright/test";
import { expect, test } from "@/tests/support/browser";
import { accountMenu, fillLogin, newUser, signIn, signOut } from "../accounts/users";
import { author } from "./author";

/** Expects a like button that is pressed and has this name. */
async function expectGiven(like: Locator, name: string): Promise<void> {
  await expect(like).toHaveAccessibleName(name);
  await expect(like).toHaveAttribute("aria-pressed", "true");
}

test("a like that a visitor signs in for is sent once on return, and never toggled back", {
  tag: "@phone",
}, async ({ page, request, baseURL }) => {
  const ida = await author(request, baseURL);
  const storyId = await ida.seed();
  const reading = `/story/${storyId}/read`;
  const person = newUser();
  const like = page.getByRole("button", { name: /^Like: / }).first();
  const scene = page.locator("#scene-2").getByRole("button", { name: /^Like: / });
  const invitation = page.getByRole("dialog", { name: "Sign in to like this" });
  // 'Not now' drops the pending like.
  await page.goto(reading);
  await scene.click();
  await invitation.getByRole("button", { name: "Not now" }).click();
  await like.click();
  await invitation.getByRole("link", { name: "Create an account" }).click();
  await page.getByLabel("Username").fill(person.username);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Confirm password").fill(person.password);
  // The first press never reaches the server: the page is loaded again before.
  let tries = 0;
  await page.route("**/api/likes/stories/*", (route) => {
    if (route.request().method() !== "POST") return route.continue();
    tries += 1;
    return tries > 1 ? route.continue() : undefined;
  });
  await page.getByRole("button", { name: "Create Account" }).click();
  await expect(page).toHaveURL(reading);
  await expect.poll(() => tries).toBe(1);
  await expectGiven(like, "Like: 1 like");
  await expect(scene).toHaveAccessibleName("Like: 0 likes");
  await page.reload();
  await expectGiven(like, "Like: 1 like");
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("inkwright:like"))).toBeNull();
  expect(tries).toBe(2);
  await page.reload();
  await expectGiven(like, "Like: 1 like");

  // A reader who had liked it before keeps the like.
  await signOut(page);
  await page.goto(reading);
  await like.click();
  await invitation.getByRole("link", { name: "Sign In" }).click();
  await page.waitForURL("**/login?*");
  const sent: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/likes/") && request.method() === "POST")
      sent.push(request.postDataJSON());
  });
  await fillLogin(page, person.email, person.password);
  await expect(page).toHaveURL(reading);
  await expect(accountMenu(page)).toBeVisible();
  await expectGiven(like, "Like: 1 like");
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("inkwright:like"))).toBeNull();
  expect(sent).toEqual([{ liked: true }]);
  await expectGiven(like, "Like: 1 like");
});

test("an invitation animates when it opens and closes, the first one too @full", {
  tag: "@phone",
}, async ({ page, request, baseURL }) => {
  const ida = await author(request, baseURL);
  await page.goto(`/story/${await ida.seed()}/read`);
  // The browser says which transitions it runs, also where it is too busy to draw what lies between.
  await page.evaluate(() => {
    const motions: string[] = [];
    document.addEventListener("transitionrun", ({ target, propertyName }) => {
      if (!(target instanceof Element) || !target.matches("[role='dialog']")) return;
      const isClosing = target.hasAttribute("data-ending-style");
      motions.push(`${propertyName} ${isClosing ? "out" : "in"}`);
    });
    Object.assign(window, { motions });
  });
  const motions = () =>
    page.evaluate(() => (window as unknown as { motions: string[] }).motions.splice(0).toSorted());
  const invitation = page.getByRole("dialog", { name: "Sign in to like this" });
  const ways = [
    () => page.keyboard.press("Escape"),
    () => invitation.getByRole("button", { name: "Not now" }).click(),
    () => invitation.getByRole("button", { name: "Close" }).click(),
  ];
  for (const close of ways) {
    await page
      .getByRole("button", { name: /^Like: 0 likes/ })
      .first()
      .click();
    await expect(invitation).toHaveCSS("opacity", "1");
    expect(await motions()).toEqual(["opacity in", "translate in"]);
    await close();
    await expect(page.locator("[role='dialog']")).toHaveCount(0);
    expect(await motions()).toEqual(["opacity out", "translate out"]);
  }
});

test("a press while an invitation closes opens a new one @full", async ({
  page,
  request,
  baseURL,
}) => {
  const ida = await author(request, baseURL);
  await page.goto(`/story/${await ida.seed()}/read`);
  const like = page.getByRole("button", { name: /^Like: 0 likes/ }).first();
  const remix = page.getByRole("button", { name: "Remix scene 2" });
  const dialog = page.getByRole("dialog", { name: "Sign in to remix" });
  // The first press may come before the page's script.
  await expect(async () => {
    await remix.press("Enter");
    await expect(dialog).toBeVisible({ timeout: 3_000 });
  }).toPass();
  // Pressed by the page itself: the moment in which the dialog leaves is short.
  await page.evaluate(() => {
    const button = (words: string) =>
      [...document.querySelectorAll<HTMLElement>("button")].find(
        (each) => each.textContent === words || each.ariaLabel?.startsWith(words),
      );
    button("Not now")?.click();
    button("Like: 0 likes")?.click();
  });
  const next = page.getByRole("dialog", { name: "Sign in to like this" });
  await expect(next).toBeVisible();
  await expect(next.getByRole("link", { name: "Sign In" })).toBeFocused();
  await page.waitForTimeout(500);
  await expect(next).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(next).toBeHidden();
  await like.click();
  await expect(next).toBeVisible();
});

test.describe("signed in", () => {
  test("a double tap on a panel likes its scene, and another does not undo it @full", async ({
    page,
    request,
    baseURL,
  }) => {
    const ida = await author(request, baseURL);
    const storyId = await ida.seed({ scenes: [1, 1] });
    const scene = page.locator("#scene-1");
    const like = scene.getByRole("button", { name: /likes?$/ });
    const tap = () => scene.locator(".panel").dblclick({ position: { x: 30, y: 400 } });
    // A visitor is invited.
    await page.goto(`/story/${storyId}/read`);
    await tap();
    const invitation = page.getByRole("dialog", { name: "Sign in to like this" });
    await expect(invitation.getByRole("link", { name: "Sign In" })).toHaveAttribute(
      "href",
      `/login?from=${encodeURIComponent(`/story/${storyId}/read#scene-1`)}`,
    );
    await expect(page.locator(".heartbeat")).toHaveCount(0);
    await signIn(page);
    await page.reload();
    await expect(accountMenu(page)).toBeVisible();
    await tap();
    await expect(page.locator(".heartbeat")).toHaveCount(1);
    await expectGiven(like, "Like: 1 like");
    await expect(page.locator(".heartbeat")).toHaveCount(0);
    // Once more takes nothing back.
    await tap();
    await expect(page.locator(".heartbeat")).toHaveCount(1);
    await expectGiven(like, "Like: 1 like");
    await page.reload();
    await expectGiven(like, "Like: 1 like");
    const first = page.getByRole("button", { name: /likes?$/ }).first();
    await expect(first).toHaveAccessibleName("Like: 0 likes");
  });
});
