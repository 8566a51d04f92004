import { expect, type Locator } from "@playwright/test";

/** Takes an option of an open list, by mouse: one that is not lit yet does not take a press. */
export async function pickOption(option: Locator): Promise<void> {
  await option.hover();
  await expect(option).toHaveAttribute("data-highlighted", "");
  await option.click();
}
