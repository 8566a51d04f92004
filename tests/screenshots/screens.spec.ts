import { mkdirSync } from "node:fs";
import type { Page } from "@playwright/test";
import { newUser, register } from "@/tests/e2e/accounts/users";
import { beginStory, skipToWorkspace } from "@/tests/e2e/onboarding/wizard";
import { expect, test } from "@/tests/support/browser";

/** Pictures of the finished screens, each in both themes and in the width of the project. */
const folder = "shots";

test.use({ allowedConsoleErrors: [/status of 404/] });

/** Colours change over a moment, with reduced motion too. */
async function wear(page: Page, colorScheme: "light" | "dark") {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.waitForTimeout(400);
}

async function shoot(page: Page, name: string, project: string) {
  for (const colorScheme of ["light", "dark"] as const) {
    await wear(page, colorScheme);
    await loadLazyPictures(page);
    await page.screenshot({
      path: `${folder}/${name}-${project}-${colorScheme}.png`,
      fullPage: true,
    });
  }
}

/** A picture further down is fetched when it comes near; then everything is waited for. */
async function loadLazyPictures(page: Page) {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
      scrollTo(0, y);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    scrollTo(0, 0);
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    await document.fonts.ready;
  });
}

test.beforeAll(() => {
  mkdirSync(folder, { recursive: true });
});

test("screens of a visitor", async ({ page }, { project }) => {
  await page.goto("/");
  await shoot(page, "home", project.name);
  await page.getByRole("link", { name: "The Lighthouse at Low Tide" }).click();
  await expect(page.getByRole("heading", { name: "The End" })).toBeAttached();
  await shoot(page, "reading", project.name);
  await page.getByRole("link", { name: /^More by/ }).click();
  await expect(page.getByRole("heading", { name: /^Stories by/ })).toBeVisible();
  await shoot(page, "profile", project.name);
  await page.route("**/api/auth/reset-password/check", (route) =>
    route.fulfill({ json: { success: true, asksCode: false } }),
  );
  for (const [name, address] of [
    ["login", "/login"],
    ["register", "/register"],
    ["forgot-password", "/forgot-password"],
    ["reset-password", "/reset-password#link"],
    ["confirm-email", "/confirm-email#link"],
    ["not-found", "/no-such-page"],
    ["unknown-user", "/user/nobody-at-all"],
  ] as const) {
    await page.goto(address);
    await shoot(page, name, project.name);
  }
});

test("screens of an author", async ({ page }, { project }) => {
  await register(page, newUser());
  await beginStory(page);
  await shoot(page, "onboarding", project.name);
  await skipToWorkspace(page);
  await shoot(page, "workspace-new", project.name);
  await page
    .getByLabel("What happens in the next scene?")
    .fill("On a foggy evening Nora, a young bridge keeper, meets a talking heron who is lost");
  await page.keyboard.press("Enter");
  const sheet = page.locator("#scene-1");
  await expect(sheet).toBeVisible();
  await page.screenshot({ path: `${folder}/workspace-drawing-${project.name}.png` });
  await expect(sheet.locator("figure img")).toHaveCount(3, { timeout: 60_000 });
  await expect(page.getByRole("button", { name: "View" })).toBeVisible();
  await shoot(page, "workspace", project.name);
  const dialogs = [
    ["settings", "Settings"],
    ["edit-scene", "Edit scene"],
    ["characters", /^Characters \(/],
    ["locations", /^Locations \(/],
  ] as const;
  for (const [name, button] of dialogs) {
    await page.getByRole("button", { name: button }).first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
    for (const colorScheme of ["light", "dark"] as const) {
      await wear(page, colorScheme);
      await page.screenshot({
        path: `${folder}/dialog-${name}-${project.name}-${colorScheme}.png`,
      });
    }
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  }
  await page.goto("/dashboard");
  await shoot(page, "dashboard", project.name);
  await page.goto("/my-stories");
  await shoot(page, "my-stories", project.name);
});
