import { expect, test } from "@/tests/support/browser";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { accountMenu } from "../accounts/users";
import { editor, words } from "../bubbles/lettering";
import { atWorkspace, panel, promptBox, sheet } from "../studio/workspace";

test.use({ allowedConsoleErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/] });

const waits = "You are offline. Your changes are sent once you are back online.";

test("a scene requested offline waits with a notice, and is drawn after reconnecting", {
  tag: ["@phone", "@full"],
}, async ({ page, context }) => {
  await atWorkspace(page, { scenes: [1] });
  await expect(sheet(page, 1)).toBeVisible();
  // From then on the page listens.
  await expect(accountMenu(page)).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText("You are offline. Your text stays on this page.")).toBeVisible();
  await promptBox(page).fill("The keeper climbs the stairs of the tower at night");
  await promptBox(page).press("Enter");
  await expect(page.getByText(waits)).toBeVisible();
  await expect(promptBox(page)).toHaveValue("The keeper climbs the stairs of the tower at night");
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(sheet(page, 2)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/^You are offline/)).toHaveCount(0);
  await expect(promptBox(page)).toHaveValue("");
});

test("a bubble saved offline waits, and is saved after reconnecting @full", {
  tag: "@phone",
}, async ({ page, context }) => {
  await atWorkspace(page, { scenes: [1] });
  await panel(page, 1, 1).hover();
  await panel(page, 1, 1).getByRole("button", { name: "Add speech bubble" }).click();
  await expect(words(page)).toBeVisible();
  await context.setOffline(true);
  await words(page).fill("Who rang the bell?");
  await editor(page).getByRole("button", { name: "Add Bubble" }).click();
  await expect(editor(page).getByText(waits)).toBeVisible();
  await context.setOffline(false);
  await expect(editor(page)).toBeHidden();
  await expect(page.locator(".toast-error")).toHaveCount(0);
  await page.reload();
  await expect(panel(page, 1, 1).getByText("Who rang the bell?").first()).toBeVisible();
});
