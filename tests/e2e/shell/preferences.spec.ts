import { expect, test } from "@/tests/support/browser";
import { author } from "../reader/author";

// The scripts that this test keeps away.
test.use({ allowedConsoleErrors: [/net::ERR_FAILED/] });

test("chosen preferences apply before the page's scripts run, and on the next page", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  const ida = await author(request, baseURL);
  const storyId = await ida.seed({ title: "By Lamplight" });
  const root = page.locator("html");
  await page.goto(`/story/${storyId}/read`);
  await page.getByRole("group", { name: "Theme" }).getByTitle("Dark").click();
  await page.getByRole("button", { name: "Page", exact: true }).click();
  await expect(root).toHaveAttribute("data-reader", "page");

  await context.route("**/_next/**/*.js", (route) => route.abort());
  await page.goto(`/story/${storyId}/read`, { waitUntil: "domcontentloaded" });
  await expect(root).toHaveAttribute("data-theme", "dark", { timeout: 1 });
  await expect(root).toHaveAttribute("data-reader", "page", { timeout: 1 });
  await context.unroute("**/_next/**/*.js");

  await page.goto("/");
  await expect(root).toHaveAttribute("data-theme", "dark");
  await page.goto(`/story/${storyId}/read`);
  await page.keyboard.press("ArrowRight");
  await expect(root).toHaveAttribute("data-reader", "page");
});
