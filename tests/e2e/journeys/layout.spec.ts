import type { Page } from "@playwright/test";
import { expect, test } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import { expectLaidOut } from "@/tests/support/expect-laid-out";
import { seedStory, sql } from "@/tests/support/seeding";
import type { StoryPlan } from "@/tests/support/story-rows";
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

const long = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
const arabic = "حارس المنارة الذي لا ينام أبدا حين يرتفع الماء في الليل";

/** What authors write who write much: long words, names of 100 letters, right to left. */
export async function writeMuch(storyId: string, username: string): Promise<void> {
  const run = (text: string, ...more: unknown[]) => sql(text, [storyId, ...more]);
  await run(
    "update story set title = $2, description = $3 where id = $1",
    `${long} ${arabic}`,
    `${long} ${arabic} `.repeat(6),
  );
  await run(
    "update scene set title = $2, description = $3 where story_id = $1",
    `${arabic} ${long}`,
    `${long} ${arabic}`,
  );
  for (const cast of ["character", "location"]) {
    await run(
      `update ${cast} set name = left(name || ' ' || case when first_appearance % 2 = 0 then $2 else $3 end, 100), title = $3 where story_id = $1`,
      arabic.repeat(2),
      `${long}${long}`,
    );
    await run(
      `insert into ${cast}_image (id, ${cast}_id, media_id, prompt)
       select gen_random_uuid(), c.id, p.image_media_id, 'Another one'
       from ${cast} c, (select distinct image_media_id from panel join scene on scene.id = scene_id where story_id = $1) p
       where c.story_id = $1`,
    );
  }
  await run(
    `insert into take (id, panel_id, kind, source, media_id, prompt, model)
     select gen_random_uuid(), first.id, 'image', 'generated', each.image_media_id, $2, 'Demo studio'
     from panel first join scene on scene.id = first.scene_id and scene_number = 1 and panel_number = 1,
       panel each join scene s on s.id = each.scene_id
     where scene.story_id = $1 and s.story_id = $1 and each.id <> first.id limit 11`,
    `${long} ${arabic}`,
  );
  await sql(
    "update user_account set first_name = $2, last_name = $3, bio = $4 where username = $1",
    [username, long, arabic, `${long} ${arabic} `.repeat(2)],
  );
}

async function begin(page: Page, amount: keyof typeof amounts, plan: Partial<Plan> = {}) {
  const username = await signInAtHome(page);
  const storyId = await seedStory({ username, ...amounts[amount], ...plan });
  if (amount === "much") await writeMuch(storyId, username);
  return { username, storyId };
}

const look = (views: View[], page: Page) =>
  inspect(page, views, (shown, name) => expectLaidOut(shown, name));

test.describe("nothing overlaps, is cut or out of reach at three widths:", () => {
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

  test("the wizard and an empty workspace", { tag: "@full" }, async ({ page }) => {
    await signInAtHome(page);
    const { _id } = await call<{ _id: string }>(page, "POST", "/stories", {
      title: "My New Story",
      description: "A story that has just begun.",
    });
    await page.goto(`/story/${_id}`);
    await look(wizard, page);
    await press(page, "Skip to the workspace");
    await look(emptyTable, page);
    expect(page.viewportSize()?.width).toBe(1440);
  });
});
