import { expect, test } from "@/tests/support/browser";

test("the home page answers and has a title", async ({ page }) => {
  const response = await page.goto("/");
  expect(response?.status()).toBe(200);
  await expect(page).toHaveTitle(/Inkwright/);
});

test("the server says that it is ready", async ({ request }) => {
  const response = await request.get("/api/ready");
  expect(response.status()).toBe(200);
});
