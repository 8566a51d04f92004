import { expect, type Locator } from "@playwright/test";

/** Clicks an option of an open list once it is highlighted: before that it ignores clicks. */
export async function pickOption(option: Locator): Promise<void> {
  await option.hover();
  await expect(option).toHaveAttribute("data-highlighted", "");
  await option.click();
}
