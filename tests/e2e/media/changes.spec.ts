import { expect, test } from "@/tests/support/browser";
import { atTable } from "../studio/table";
import { ask, expectTakes, openMedia, talk } from "./workspace";

test("what could not be drawn of a change is said beside the picture", {
  tag: "@phone",
}, async ({ page }) => {
  test.skip(Boolean(process.env.BROWSER_TEST_VENDORS), "a model draws everything");
  await page.setViewportSize({ width: 390, height: 844 });
  await atTable(page, { scenes: [1] });
  const media = await openMedia(page);
  await ask(media, "Modify", "Make it night, and add a hovercraft");
  await expectTakes(media, 2);
  await expect(talk(media).getByText("Here is the refined picture.")).toBeVisible();
  await expect(talk(media).getByText("I cannot draw “add a hovercraft” yet.")).toBeVisible();
  // Where all of it was done there is nothing to say.
  await ask(media, "Modify", "Make it brighter");
  await expectTakes(media, 3);
  await expect(talk(media).getByText("Here is the refined picture.")).toHaveCount(2);
  await expect(talk(media).getByText(/I cannot draw/)).toHaveCount(1);
});
