import { expect, test } from "@/tests/support/browser";
import { author } from "../reader/author";

test("a press says on a slow line that its page is on the way: author, story, and back to the lists", {
  tag: "@phone",
}, async ({ page, request, baseURL }) => {
  const ida = await author(request, baseURL);
  const storyId = await ida.seed({ title: "The Slow Line" });
  const held: (() => void)[] = [];
  await page.route(
    (url) => url.searchParams.has("_rsc"),
    async (route) => {
      await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    },
  );
  const bar = page.getByRole("progressbar", { name: "Loading the page" });
  const press = async (name: string, address: string) => {
    await page.getByRole("link", { name, exact: true }).first().click();
    await expect(bar).toBeVisible();
    for (const send of held.splice(0)) send();
    await expect(page).toHaveURL(new RegExp(`${address}$`));
    await expect(bar).toBeHidden();
  };
  await page.goto(`/story/${storyId}/read`);
  await press("Ida Lund", `/user/${ida.username}`);
  await press("The Slow Line", `/story/${storyId}/read`);
  await press("Explore More Stories", "/");
});
