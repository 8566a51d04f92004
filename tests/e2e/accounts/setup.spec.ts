import { expect, test } from "@/tests/support/browser";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { seedStory, sql } from "@/tests/support/seeding";
import { signIn } from "./users";

test("the administrator sees and checks the engines of the site; others get 404 @full", async ({
  page,
}) => {
  const username = await signIn(page);
  const unknown = await page.request.get("/setup");
  expect(unknown.status()).toBe(404);
  expect(await unknown.text()).not.toContain("Durable functions");

  await seedStory({ username, scenes: [] });
  await sql("UPDATE user_account SET is_administrator = true WHERE username = $1", [username]);
  const gone = ["gone:bytedance/seedream-4", "bytedance/seedream-4.5"];
  await sql(
    `INSERT INTO engine_status (port, engine, last_error_at) VALUES ($1, $2, now())
     ON CONFLICT (port) DO UPDATE SET last_error_at = now()`,
    gone,
  );
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Setup", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Setup" })).toBeVisible();
  const writer = page.getByRole("listitem").filter({ hasText: "Writes scenes, ideas and titles." });
  await expect(writer).toBeVisible();
  const isDemo = !process.env.BROWSER_TEST_VENDORS;
  await expect(writer.getByText("Demo", { exact: true })).toHaveCount(isDemo ? 1 : 0);
  if (isDemo) await expect(writer.getByText("OPENAI_API_KEY")).toBeVisible();
  await expect(page.getByText("No limit")).toHaveCount(2);
  await expect(page.getByText("bytedance/seedream-4 is retired")).toBeVisible();
  await expect(page.getByText("bytedance/seedream-4.5 is used instead")).toBeVisible();

  await page.getByRole("button", { name: "Check now" }).click();
  await expect(
    page.getByText("Every engine was asked just now, and all of them work."),
  ).toBeVisible();
  const database = page.getByRole("listitem").filter({ hasText: "PostgreSQL on this machine" });
  await expect(database.getByText("Working")).toBeVisible();
  if (isDemo) {
    await page.getByRole("button", { name: "Try them now" }).click();
    await expect(page.getByText("Everything that the engines offer works.")).toBeVisible({
      timeout: 90_000,
    });
    const trial = (name: string) => page.getByRole("listitem").filter({ hasText: name });
    await expect(trial("Demo studio: a changed picture").getByText("Works")).toBeVisible();
    await expect(trial("Demo studio: a script").getByText("Works")).toBeVisible();
  }
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  await sql("DELETE FROM engine_status WHERE port = $1", gone.slice(0, 1));
});
