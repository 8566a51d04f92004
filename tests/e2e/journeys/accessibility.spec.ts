import { test } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { seedStory, sql } from "@/tests/support/seeding";
import { addressesOf, emptyTable, inspect, press, table, wizard } from "./views";
import { signInAtHome } from "./workspace";

test.describe("accessible, in light and dark:", () => {
  test.setTimeout(300_000);

  test.describe("at every address of the site", () => {
    // A receipt that is not there is an address too.
    test.use({ allowedConsoleErrors: [/status of 404/] });

    const isFull = Boolean(process.env.BROWSER_TEST_FULL);
    /** In the fast run a visitor opens what an account does not see. */
    const isForVisitors = (address: string) =>
      isFull || /^\/(login|register|forgot|reset|confirm|$)|\/read$/.test(address);

    for (const reader of ["a visitor", "the administrator"]) {
      test(`every page, as ${reader} sees it`, async ({ page, browser }) => {
        const username = await signInAtHome(page);
        const publishedAt = "2026-01-10T08:00:00Z";
        const storyId = await seedStory({ username, scenes: [2], publishedAt, tags: ["tide"] });
        await sql("update user_account set is_administrator = true where username = $1", [
          username,
        ]);
        const context = await browser.newContext();
        const isVisitor = reader === "a visitor";
        const shown = isVisitor ? await context.newPage() : page;
        const addresses = addressesOf(storyId, username);
        for (const address of isVisitor ? addresses.filter(isForVisitors) : addresses) {
          await test.step(address, async () => {
            await shown.goto(address);
            await shown.getByRole("heading").first().waitFor();
            await expectAccessible(shown, address);
          });
        }
        await context.close();
      });
    }
  });

  test("every step of the wizard", async ({ page }) => {
    await signInAtHome(page);
    const { _id } = await call<{ _id: string }>(page, "POST", "/stories", {
      title: "My New Story",
      description: "A story that has just begun.",
    });
    await page.goto(`/story/${_id}`);
    await inspect(page, wizard, expectAccessible);
  });

  test("the workspace and all its dialogs", async ({ page }) => {
    const username = await signInAtHome(page);
    const plan = { username, scenes: [2, 5], characters: 3, locations: 2 };
    await page.goto(`/story/${await seedStory(plan)}`);
    await inspect(page, table, expectAccessible);
  });

  test("the workspace of an empty story @full", async ({ page }) => {
    await signInAtHome(page);
    const { _id } = await call<{ _id: string }>(page, "POST", "/stories", {
      title: "An empty story",
      description: "A story that nobody has begun yet.",
    });
    await page.goto(`/story/${_id}`);
    await press(page, "Skip to the workspace");
    await inspect(page, emptyTable, expectAccessible);
  });
});
