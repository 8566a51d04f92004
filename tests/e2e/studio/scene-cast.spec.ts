import { expect, test } from "@/tests/support/browser";
import { atWorkspace, promptBox } from "./workspace";

test("the cast of a scene is in view on a desktop, and fades at the edge where it scrolls on a phone @full", {
  tag: "@phone",
}, async ({ page }) => {
  await atWorkspace(page, { scenes: [1], characters: 10, locations: 2 });
  // Until then the prompt bar of a phone is one line.
  await promptBox(page).focus();
  await page.getByRole("button", { name: "Characters and location" }).click();
  const list = page.getByRole("dialog", { name: "Characters and locations of this scene" });
  for (const name of ["Keeper 7", "Keeper 2", "Keeper 3", "Pier 2"])
    await list.getByRole("checkbox", { name, exact: true }).check();
  await page.keyboard.press("Escape");
  const row = page.getByRole("list", { name: "Chosen for this scene" });
  const isCut = await row.evaluate((list) => list.scrollWidth > list.clientWidth);
  const mask = await row.evaluate((list) => getComputedStyle(list).maskImage);
  if (isCut) expect(mask).toContain("gradient");
  else await expect(row.getByRole("listitem").last()).toBeInViewport({ ratio: 0.99 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    await page.evaluate(() => window.innerWidth),
  );
});
