import type { Page } from "@playwright/test";
import { expect, test } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import { expectLaidOut, findLayoutFaults } from "@/tests/support/expect-laid-out";
import type { StoryPlan } from "@/tests/support/rows/story-rows";
import { seedStory, sql } from "@/tests/support/seeding";
import {
  account,
  addressesOf,
  emptyTable,
  inspect,
  press,
  reading,
  table,
  type View,
  wizard,
} from "./views";
import { signInAtHome } from "./workspace";
import { writeMuch } from "./write-much";

type Plan = Omit<StoryPlan, "username">;

const publishedAt = "2026-01-10T08:00:00Z";
/** As many as a story has. */
const tagsFrom = (first: number) =>
  Array.from({ length: 10 }, (_, index) => `tag ${"harbour ".repeat(index % 5)}${first + index}`);
const amounts: Record<"little" | "usual" | "much", Plan> = {
  little: { scenes: [1], characters: 1, locations: 1 },
  usual: { scenes: [2, 5], characters: 3, locations: 2, tags: ["tide", "bell"], likes: 12 },
  much: {
    scenes: [6, 5, 3],
    characters: 24,
    locations: 12,
    tags: tagsFrom(0),
    likes: 1_234_567,
    remixes: 45_678,
  },
};

async function begin(page: Page, amount: keyof typeof amounts, plan: Partial<Plan> = {}) {
  const username = await signInAtHome(page);
  const storyId = await seedStory({ username, ...amounts[amount], ...plan });
  if (amount === "much") await writeMuch(storyId, username);
  return { username, storyId };
}

const look = (views: View[], page: Page) =>
  inspect(page, views, (shown, name) => expectLaidOut(shown, name));

test.describe("nothing overlaps, is cut or out of reach at three widths:", () => {
  test.describe.configure({ mode: "parallel" });
  test.setTimeout(300_000);
  // A receipt that is not there is an address too.
  test.use({
    allowedConsoleErrors: [/status of 404/],
    actionTimeout: 15_000,
    contextOptions: { reducedMotion: "reduce" },
  });

  for (const amount of ["little", "usual", "much"] as const) {
    const tag = amount === "much" ? [] : ["@full"];

    test(`every page, with ${amount} in it`, { tag }, async ({ page }) => {
      const { username, storyId } = await begin(page, amount, { publishedAt });
      // Forty tags in the feed.
      for (const first of amount === "much" ? [10, 20, 30] : [])
        await seedStory({ username, scenes: [1], publishedAt, tags: tagsFrom(first) });
      await sql("update user_account set is_administrator = true where username = $1", [username]);
      for (const address of addressesOf(storyId, username)) {
        await test.step(address, async () => {
          await page.goto(address);
          await page.getByRole("heading").first().waitFor();
          await expectLaidOut(page, address);
        });
        if (address === "/dashboard") await look(account, page);
        if (address === `/story/${storyId}/read`) await look(reading, page);
      }
    });

    test(`the workspace and what opens on it, with ${amount} in it`, { tag }, async ({ page }) => {
      const { storyId } = await begin(page, amount);
      await page.goto(`/story/${storyId}`);
      await look(table, page);
    });
  }

  test("the test finds planted overlaps, on a page and in a dialog", {
    tag: "@full",
  }, async ({ page }) => {
    const { storyId } = await begin(page, "much");
    await page.goto(`/story/${storyId}`);
    const finds = (css: string) => async (shown: Page, name: string) => {
      expect(await findLayoutFaults(shown), name).toEqual([]);
      const sheet = await shown.evaluateHandle((style) => {
        const planted = new CSSStyleSheet();
        planted.replaceSync(style);
        document.adoptedStyleSheets = [planted];
        return planted;
      }, css);
      const faults = await findLayoutFaults(shown);
      expect(faults.join(" "), name).toMatch(/overlap|cut|sticks out|scrolls/);
      await sheet.evaluate((planted) => planted.replaceSync(""));
    };
    await inspect(page, table.slice(0, 1), finds("h1 { margin-bottom: -2rem }"));
    // The style that a portrait with many takes had before this test.
    const portrait = table.filter(({ name }) => name === "Edit Character");
    expect(portrait).toHaveLength(1);
    await inspect(page, portrait, finds(".portrait { grid-template-columns: none }"));
  });

  test("the wizard and an empty workspace", { tag: "@full" }, async ({ page }) => {
    await signInAtHome(page);
    const openNew = async () => {
      const { _id } = await call<{ _id: string }>(page, "POST", "/stories", {
        title: "My New Story",
        description: "A story that has just begun.",
      });
      await page.goto(`/story/${_id}`);
    };
    await openNew();
    await look(wizard, page);
    // The wizard has found characters by now.
    await openNew();
    await press(page, "Skip to the workspace");
    await look(emptyTable, page);
    expect(page.viewportSize()?.width).toBe(1440);
  });
});
