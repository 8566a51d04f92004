import type { Locator } from "@playwright/test";
import { expect, test } from "@/tests/support/browser";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { accountMenu, fillLogin, newUser, signIn, signOut } from "../accounts/users";
import { failure } from "../studio/workspace";
import { author } from "./author";

/** A heart with this count that its reader has given. */
async function expectGiven(heart: Locator, name: string): Promise<void> {
  await expect(heart).toHaveAccessibleName(name);
  await expect(heart).toHaveAttribute("aria-pressed", "true");
}

test("a visitor who likes or remixes is invited, and comes back to the place @full", async ({
  page,
  request,
  baseURL,
}) => {
  const ida = await author(request, baseURL);
  const storyId = await ida.seed();
  const notes: string[] = [];
  page.on("console", (message) => notes.push(message.text()));
  let calls = 0;
  page.on("request", (sent) => {
    if (/\/(likes|remix)/.test(sent.url()) && sent.method() === "POST") calls += 1;
  });
  await page.goto(`/story/${storyId}/read`);
  await page
    .getByRole("button", { name: /^Like: 0 likes/ })
    .first()
    .click();
  const invitation = page.getByRole("dialog", { name: "Sign in to like this" });
  await expect(invitation).toBeVisible();
  await expectAccessible(page, "invitation");
  await page.keyboard.press("Escape");
  await expect(invitation).toBeHidden();
  expect(notes).toContain("Sign in to like stories and scenes.");
  const remix = page.getByRole("button", { name: "Remix scene 2" });
  await expect(remix).toBeDisabled();
  await remix.focus();
  await page.keyboard.press("Enter");
  const other = page.getByRole("dialog", { name: "Sign in to remix" });
  await expect(other.getByRole("link", { name: "Sign In" })).toHaveAttribute(
    "href",
    `/login?from=${encodeURIComponent(`/story/${storyId}/read#scene-2`)}`,
  );
  expect(notes).toContain("Sign in to remix.");
  await other.getByRole("button", { name: "Not now" }).click();
  // Two taps say the same.
  await page
    .locator("#scene-1 .panel")
    .first()
    .dblclick({ position: { x: 30, y: 400 } });
  await expect(invitation.getByRole("link", { name: "Sign In" })).toHaveAttribute(
    "href",
    `/login?from=${encodeURIComponent(`/story/${storyId}/read#scene-1`)}`,
  );
  await expect(page.locator(".heartbeat")).toHaveCount(0);
  expect(calls).toBe(0);
});

test("a like that a visitor signs in for is given when they are back, once, and never taken back", {
  tag: "@phone",
}, async ({ page, request, baseURL }) => {
  const ida = await author(request, baseURL);
  const storyId = await ida.seed();
  const reading = `/story/${storyId}/read`;
  const person = newUser();
  const heart = page.getByRole("button", { name: /^Like: / }).first();
  const scene = page.locator("#scene-2").getByRole("button", { name: /^Like: / });
  const invitation = page.getByRole("dialog", { name: "Sign in to like this" });
  // Whoever says 'Not now' does not want it any more.
  await page.goto(reading);
  await scene.click();
  await invitation.getByRole("button", { name: "Not now" }).click();
  await heart.click();
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
  await expectGiven(heart, "Like: 1 like");
  await expect(scene).toHaveAccessibleName("Like: 0 likes");
  await page.reload();
  await expectGiven(heart, "Like: 1 like");
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("inkwright:like"))).toBeNull();
  expect(tries).toBe(2);
  await page.reload();
  await expectGiven(heart, "Like: 1 like");

  // Who had liked it before keeps the like.
  await signOut(page);
  await page.goto(reading);
  await heart.click();
  await invitation.getByRole("link", { name: "Sign In" }).click();
  await page.waitForURL("**/login?*");
  let presses = 0;
  page.on("request", (sent) => {
    if (sent.url().includes("/api/likes/") && sent.method() === "POST") presses += 1;
  });
  await fillLogin(page, person.email, person.password);
  await expect(page).toHaveURL(reading);
  await expect(accountMenu(page)).toBeVisible();
  await expectGiven(heart, "Like: 1 like");
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("inkwright:like"))).toBeNull();
  await page.waitForTimeout(500);
  expect(presses).toBe(0);
  await expectGiven(heart, "Like: 1 like");
});

test("an invitation goes as it comes: in motion, also the first one @full", {
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

test("likes on a page that was kept longer than five minutes are asked for @full", {
  tag: "@phone",
}, async ({ page, request, baseURL }) => {
  const ida = await author(request, baseURL);
  const storyId = await ida.seed();
  const heart = (number: number) =>
    page
      .getByRole("button", { name: number === 1 ? "Like: 1 like" : `Like: ${number} likes` })
      .first();
  await page.goto(`/story/${storyId}/read`);
  await expect(heart(0)).toBeVisible();
  await ida.call("POST", `/likes/stories/${storyId}`);
  let calls = 0;
  page.on("request", (sent) => {
    if (sent.url().includes("/api/likes/")) calls += 1;
  });
  // As the page was kept: good for five minutes, and no visitor asks.
  await page.reload();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
  await expect(heart(0)).toBeVisible();
  await page.waitForTimeout(500);
  expect(calls).toBe(0);
  await page.clock.install({ time: Date.now() + 301_000 });
  await page.reload();
  await expect(heart(1)).toBeVisible();
  expect(calls).toBe(1);
  // Also while it stays open.
  await ida.call("POST", `/likes/stories/${storyId}`);
  await page.clock.fastForward(301_000);
  await expect(heart(0)).toBeVisible();
  expect(calls).toBe(2);
});

test("a press while an invitation goes away is answered with one of its own @full", async ({
  page,
  request,
  baseURL,
}) => {
  const ida = await author(request, baseURL);
  await page.goto(`/story/${await ida.seed()}/read`);
  const heart = page.getByRole("button", { name: /^Like: 0 likes/ }).first();
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
  await heart.click();
  await expect(next).toBeVisible();
});

test.describe("signed in", () => {
  test.use({ allowedConsoleErrors: [/status of 50\d/] });

  test("two taps on a panel like its scene, and once more take nothing back @full", async ({
    page,
    request,
    baseURL,
  }) => {
    const ida = await author(request, baseURL);
    const storyId = await ida.seed({ scenes: [1, 1] });
    await signIn(page);
    await page.goto(`/story/${storyId}/read`);
    await expect(accountMenu(page)).toBeVisible();
    const scene = page.locator("#scene-1");
    const heart = scene.getByRole("button", { name: /likes?$/ });
    const tap = () => scene.locator(".panel").dblclick({ position: { x: 30, y: 400 } });
    await tap();
    await expect(page.locator(".heartbeat")).toHaveCount(1);
    await expectGiven(heart, "Like: 1 like");
    await expect(page.locator(".heartbeat")).toHaveCount(0);
    // Once more takes nothing back.
    await tap();
    await expect(page.locator(".heartbeat")).toHaveCount(1);
    await expectGiven(heart, "Like: 1 like");
    await page.reload();
    await expectGiven(heart, "Like: 1 like");
    const first = page.getByRole("button", { name: /likes?$/ }).first();
    await expect(first).toHaveAccessibleName("Like: 0 likes");
  });

  test("a remix: one at a time, 'Error' and a report when it fails, then a story of one's own @full", async ({
    page,
    request,
    baseURL,
  }) => {
    const ida = await author(request, baseURL);
    const storyId = await ida.seed({ title: "The Pattern" });
    await signIn(page);
    await page.goto(`/story/${storyId}/read`);
    const whole = page.getByRole("button", { name: /^(Remix|Error) 0/ });
    const scene = page.getByRole("button", { name: /^(Remix|Error) scene 1/ });
    await expect(whole).toBeEnabled();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let calls = 0;
    await page.route("**/remix-scene/*", async (route) => {
      calls += 1;
      await held;
      await route.fulfill({ status: 503, json: failure("The copier is jammed.") });
    });
    const report = page.waitForRequest("**/api/events");
    await scene.click();
    await expect(scene).toHaveAttribute("aria-busy", "true");
    await expect(whole).toBeDisabled();
    await expect(page.getByRole("button", { name: "Remix scene 2" })).toBeDisabled();
    await whole.click({ force: true });
    await scene.click({ force: true });
    release();
    await expect(page.getByRole("button", { name: "Error scene 1" })).toBeVisible();
    await expect(page.getByText("The copier is jammed.")).toBeVisible();
    expect((await report).postDataJSON()).toEqual({
      name: "remix_failed",
      storyId,
      remixType: "scene",
      sceneNumber: 1,
      message: "The copier is jammed.",
    });
    expect(calls).toBe(1);
    await page.unroute("**/remix-scene/*");
    await scene.click();
    await page.waitForURL(
      (url) => /^\/story\/[^/]+$/.test(url.pathname) && !url.pathname.includes(storyId),
    );
    await expect(page.getByText("Remixed from The Pattern")).toBeVisible();
    // What has happened is said, once.
    const isCopy = page.getByText("This is your own copy: change what you like.");
    await expect(isCopy).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(page).not.toHaveURL(/remixed/);
    await page.reload();
    await expect(page.getByText("Remixed from The Pattern")).toBeVisible();
    await expect(isCopy).toBeHidden();
  });
});
