import { expect, test } from "@/tests/support/browser";
import { author } from "./author";

test("a printed story is its title and a sheet for each of its pages, in each way to read", async ({
  page,
  request,
  baseURL,
}) => {
  const ida = await author(request, baseURL);
  const storyId = await ida.seed({ scenes: [1, 3, 4, 6, 2] });
  await page.goto(`/story/${storyId}/read`);
  for (const format of ["A4", "A5", "Letter"]) {
    const pdf = (await page.pdf({ format })).toString("latin1");
    expect(pdf.match(/\/Type\s*\/Page\b/g), format).toHaveLength(6);
  }
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("button").filter({ visible: true })).toHaveCount(0);
  await expect(page.locator("body")).toHaveCSS("color", "rgb(0, 0, 0)");
  await expect(page.locator(".scene img").first()).toBeVisible();
});
