import { expect, test } from "@/tests/support/browser";
import { sql } from "@/tests/support/seeding";
import { author } from "./author";

test("a printed story is its title and a sheet for each of its pages, in each way to read", async ({
  page,
  request,
  baseURL,
}) => {
  const ida = await author(request, baseURL);
  const scenes = [1, 3, 4, 6, 2];
  const description = `${"The keeper waits. ".repeat(20)}Until the tide turns.`;
  const storyId = await ida.seed({ scenes, description });
  const printed = async (format = "A4") =>
    (await page.pdf({ format })).toString("latin1").match(/\/Type\s*\/Page\b/g)?.length;
  await page.goto(`/story/${storyId}/read`);
  for (const mode of ["Scroll", "Page", "Panel by panel"]) {
    await page.getByRole("button", { name: mode, exact: true }).click();
    for (const format of ["A4", "A5", "Letter"]) {
      expect(await printed(format), `${mode}, ${format}`).toBe(1 + scenes.length);
    }
  }
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.getByRole("button").filter({ visible: true })).toHaveCount(0);
  await expect(page.locator(".title-page").getByText(/Until the tide turns\.$/)).toBeVisible();
  await expect(page.locator("body")).toHaveCSS("color", "rgb(0, 0, 0)");
  await expect(page.locator(".scene .panel").first()).toBeVisible();

  // What waits for the answer about the age is not printed either.
  const adult = await ida.seed({ scenes });
  await sql("update story set rating = 'mature' where id = $1", [adult]);
  await page.goto(`/story/${adult}/read`);
  expect(await printed()).toBe(1);
});
