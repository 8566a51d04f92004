import { expect, test } from "@/tests/support/browser";
import { atWorkspace } from "../studio/workspace";
import { ask, expectTakes, openMedia } from "./workspace";

test("the undrawn parts of a change are visible on a phone without scrolling @full", {
  tag: "@phone",
}, async ({ page }) => {
  test.skip(Boolean(process.env.BROWSER_TEST_VENDORS), "a model draws everything");
  await page.setViewportSize({ width: 390, height: 844 });
  await atWorkspace(page, { scenes: [1] });
  const media = await openMedia(page);
  await ask(media, "Modify", "Make it night, and add a hovercraft");
  await expectTakes(media, 2);
  // The conversation is further down.
  const remark = media.locator(".media-remark");
  await expect(remark).toHaveText("I cannot draw “add a hovercraft” yet.");
  await expect(remark).toBeInViewport({ ratio: 1 });
});
