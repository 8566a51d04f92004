import { expect, test } from "@/tests/support/browser";
import { author } from "./author";

test("Vietnamese letters of a title use the same font as the others @full", async ({
  page,
  request,
  baseURL,
}) => {
  const ida = await author(request, baseURL);
  const storyId = await ida.seed({ title: "Một ngày nắng", scenes: [1] });
  for (const address of [`/story/${storyId}/read`, `/story/${storyId}/remixes`]) {
    await page.goto(address);
    const loaded = () =>
      page.evaluate(() =>
        [...document.fonts].some(
          ({ family, status }) => /^"?bangersVietnamese/.test(family) && status === "loaded",
        ),
      );
    await expect.poll(loaded, address).toBe(true);
    await expect(page.locator("h1")).toHaveCSS("font-family", /^"?bangersVietnamese/);
  }
});
