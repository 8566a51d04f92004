import { expect, test } from "@/tests/support/browser";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { repairFigures } from "@/tests/support/repair-figures";
import { atWorkspace } from "../studio/workspace";
import { box, expectTakes, openMedia, submit, take, workspace } from "./workspace";

test("one spot is marked, changed and seen before and after; the rest keeps every pixel", {
  tag: ["@phone-full", "@full"],
}, async ({ page }) => {
  test.skip(Boolean(process.env.BROWSER_TEST_VENDORS), "a model answers what it likes");
  await atWorkspace(page, { scenes: [1] });
  await openMedia(page);
  const media = workspace(page);
  await expectTakes(media, 1);
  await media.getByRole("button", { name: "Change one spot" }).click();
  const picture = media.getByRole("group", { name: "Picture to mark" });
  await expect(picture.getByRole("img")).toBeVisible();
  await media.getByRole("button", { name: "Large brush" }).click();
  const area = await picture.boundingBox();
  if (!area) throw new Error("no picture");
  const to = (x: number, y: number) => [area.x + x * area.width, area.y + y * area.height] as const;
  await page.mouse.move(...to(0.3, 0.6));
  await page.mouse.down();
  await page.mouse.move(...to(0.5, 0.7), { steps: 8 });
  await page.mouse.move(...to(0.7, 0.6), { steps: 8 });
  await page.mouse.up();
  // Every tool stays in reach, and nothing lies on it.
  for (const name of ["Change one spot", "Box", "Clear the marks"])
    await media.getByRole("button", { name }).click({ trial: true });
  await expectAccessible(page);
  const scrolls = await page.evaluate(() => {
    const body = document.querySelector(".dialog-body");
    return body ? body.scrollWidth - body.clientWidth : -1;
  });
  expect(scrolls).toBe(0);

  const asked = page.waitForRequest((call) => call.url().endsWith("/ai/generate-image"));
  await box(media, "Modify").fill("Make it night");
  await submit(media, "Modify").click();
  const { mask, initialImageUrl } = (await asked).postDataJSON();
  expect(mask.strokes).toHaveLength(1);
  await expectTakes(media, 2);
  await expect(take(media, 2)).toHaveAttribute("aria-pressed", "true");
  const src = await take(media, 2).locator("img").getAttribute("src");
  const bytesAt = async (url: string | null) => (await page.request.get(url ?? "")).body();
  const figures = await repairFigures(await bytesAt(initialImageUrl), await bytesAt(src), mask);
  expect(figures.changedOutside).toBe(0);
  expect(figures.seam).toBeLessThanOrEqual(2);
  expect(figures.change).toBeGreaterThan(4);

  await media.getByRole("button", { name: "Before and after" }).click();
  const divider = media.getByRole("slider", { name: "Divider between Before and After" });
  await divider.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(divider).toHaveAttribute("aria-valuetext", "49 % Before");
  await expectAccessible(page);
});
