import { expect, test } from "@/tests/support/browser";
import { atWorkspace } from "../studio/workspace";
import { ask, expectTakes, openMedia, take, talk } from "./workspace";

test("what could not be drawn of a change is said beside the picture @full", {
  tag: "@phone",
}, async ({ page }) => {
  test.skip(Boolean(process.env.BROWSER_TEST_VENDORS), "a model draws everything");
  await page.setViewportSize({ width: 390, height: 844 });
  await atWorkspace(page, { scenes: [1] });
  const media = await openMedia(page);
  await ask(media, "Modify", "Make it night, and add a hovercraft");
  await expectTakes(media, 2);
  await expect(talk(media).getByText("Here is the refined picture.")).toBeVisible();
  const missing = "I cannot draw “add a hovercraft” yet.";
  await expect(talk(media).getByText(missing)).toBeVisible();
  // The conversation is further down: it is said in the first sight, too, while that take is shown.
  const remark = media.locator(".media-remark");
  await expect(remark).toHaveText(missing);
  await expect(remark).toBeInViewport({ ratio: 1 });
  // Where all of it was done there is nothing to say.
  await ask(media, "Modify", "Make it brighter");
  await expectTakes(media, 3);
  await expect(talk(media).getByText("Here is the refined picture.")).toHaveCount(2);
  await expect(talk(media).getByText(/I cannot draw/)).toHaveCount(1);
  await expect(remark).toHaveCount(0);
  await take(media, 2).click();
  await expect(remark).toHaveText(missing);
});
