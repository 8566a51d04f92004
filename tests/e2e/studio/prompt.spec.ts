import { expect, test } from "@/tests/support/browser";
import { atWorkspace, promptBox, sheet } from "./workspace";

test("the requested scene scrolls into view @full", { tag: "@phone" }, async ({
  page,
  isMobile,
}) => {
  await atWorkspace(page, { scenes: [1] });
  await promptBox(page).fill("The keeper goes down to the water with the lamp");
  await promptBox(page).press("Enter");
  await expect(sheet(page, 2)).toBeInViewport();
  if (!isMobile) await expect(promptBox(page)).toBeFocused();
});
