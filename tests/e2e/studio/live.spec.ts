import { expect, test } from "@/tests/support/browser";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { sql } from "@/tests/support/seeding";
import { atWorkspace, failure, listen, promptBox, sheet, tones } from "./workspace";

const withOdile = "Odile winds the brass owl in her workshop at night and it begins to sing";

test("a scene is watched while it is made, and tells once who came with it", {
  tag: "@phone-full",
}, async ({ page, context }) => {
  const heard = await listen(page);
  const storyId = await atWorkspace(page, { scenes: [1] });
  const elsewhere = await context.newPage();
  await elsewhere.goto(`/story/${storyId}`);
  await page.bringToFront();

  await promptBox(page).fill(withOdile);
  await promptBox(page).press("Enter");
  const scene = sheet(page, 2);
  await expect(scene).toHaveAttribute("aria-busy", "true");
  await expect(scene.getByText("Generating", { exact: true }).first()).toBeVisible();
  await expect(scene.getByText(withOdile)).toBeVisible();
  await expect(scene.locator("figure img")).toHaveCount(3, { timeout: 60_000 });
  await expect(scene).toHaveAttribute("aria-busy", "false");

  // Who came waits below the scene, and covers nothing of it.
  const bar = page.getByRole("region", { name: "New in your story" });
  await expect(bar).toBeVisible({ timeout: 15_000 });
  await expect(bar).toContainText(/^\d new character/);
  await expectAccessible(page);
  await page.waitForTimeout(3_000);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const [under, over] = await Promise.all([bar.boundingBox(), scene.boundingBox()]);
  expect(under?.y).toBeGreaterThanOrEqual((over?.y ?? 0) + (over?.height ?? 0));

  const dialog = page.getByRole("dialog", { name: "Story World Just Grew" });
  await bar.getByRole("button", { name: "View" }).click();
  await expect(dialog).toBeVisible();
  await expect(bar).toBeHidden();
  await expect(dialog.getByText(/^New Characters \(\d\)$/)).toBeVisible();
  const played = await heard();
  expect(played.filter((tone) => tone === tones.newScene)).toHaveLength(1);
  expect(played.filter((tone) => tone === tones.newEntity)).toHaveLength(1);
  await dialog.getByRole("button", { name: "Got it, thanks!" }).click();
  await expect(dialog).toBeHidden();
  await expect(scene.locator("button:focus")).toHaveCount(1);
  await expect(page.getByRole("button", { name: /^Characters \([1-9]\)$/ })).toBeVisible();

  // The other tab shows the scene and announces nothing; neither does this one after a reload.
  await expect(sheet(elsewhere, 2).getByRole("heading")).not.toHaveText("Writing the scene...");
  await page.reload();
  await expect(sheet(page, 2)).toBeVisible();
  await page.waitForTimeout(4_000);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(elsewhere.getByRole("dialog")).toHaveCount(0);
  expect(await heard()).toEqual([]);
});

test("a reload while it is made does not lose the announcement, nor interrupt typing @full", async ({
  page,
}) => {
  await atWorkspace(page, { scenes: [1] });
  await promptBox(page).fill(withOdile);
  await promptBox(page).press("Enter");
  await expect(sheet(page, 2)).toBeVisible();
  await page.reload();
  const bar = page.getByRole("region", { name: "New in your story" });
  // Somebody types on while it ends, and a while after.
  let typed = "";
  const typeOn = async () => {
    const word = "owl ";
    await promptBox(page).pressSequentially(word, { delay: 90 });
    typed += word;
  };
  const isMade = page.locator("#scene-2[aria-busy='false']");
  await expect(sheet(page, 2)).toBeVisible();
  while (typed.length < 400 && !(await isMade.isVisible())) await typeOn();
  await expect(isMade).toBeVisible({ timeout: 1_000 });
  for (let word = 0; word < 5; word++) await typeOn();
  await expect(promptBox(page)).toHaveValue(typed);
  await expect(bar).toBeVisible({ timeout: 15_000 });
  await expect(promptBox(page)).toBeFocused();
  await bar.getByRole("button", { name: "Not now" }).press("Enter");
  await expect(bar).toBeHidden();
  await expect(sheet(page, 2).locator("button:focus")).toHaveCount(1);
});

test("partial errors and failures are told once, in the words of the catalogue @full", async ({
  page,
}) => {
  const heard = await listen(page);
  await atWorkspace(page, { scenes: [1] });
  await page.getByRole("radio", { name: "2 panels" }).check({ force: true });
  await promptBox(page).fill("The keeper hears a bell [[flagged:2]] under the water");
  await promptBox(page).press("Enter");
  const partial = page.getByText("Scene completed but some images failed to generate");
  await expect(partial).toBeVisible({ timeout: 60_000 });
  await expect(sheet(page, 2).getByText("Content flagged as sensitive")).toBeVisible();

  await page.waitForTimeout(5_500);
  await promptBox(page).fill("The keeper hears another bell [[flagged]] under the water");
  await promptBox(page).press("Enter");
  const whole = page.getByText("Scene generation failed during image creation");
  await expect(whole.first()).toBeVisible({ timeout: 60_000 });
  await expect(sheet(page, 3).getByRole("button", { name: "Try again" })).toBeVisible();
  // The toast, and its sound with it, may come after what the sheet says.
  const errors = async () => (await heard()).filter((tone) => tone === tones.error).length;
  await expect.poll(errors).toBe(1);
  await page.reload();
  await expect(sheet(page, 3)).toBeVisible();
  await page.waitForTimeout(3_000);
  await expect(page.locator("[data-sonner-toast]")).toHaveCount(0);
});

test("work of a server that ended says that it waits, until somebody takes it up @full", {
  tag: "@phone",
}, async ({ page }) => {
  const storyId = await atWorkspace(page, { scenes: [2] });
  await sql("UPDATE scene SET status = 'generating' WHERE story_id = $1", [storyId]);
  await sql(
    `INSERT INTO job (id, kind, status, owner_id, story_id, scene_id, attempts, heartbeat_at)
     SELECT gen_random_uuid(), 'scene', 'processing', s.author_id, s.id, c.id, 1,
       now() - interval '40 seconds'
     FROM story s JOIN scene c ON c.story_id = s.id WHERE s.id = $1`,
    [storyId],
  );
  await page.reload();
  const waits = sheet(page, 1).getByText("Waiting for the server to resume this.");
  await expect(waits).toBeVisible();
  await sql("UPDATE job SET heartbeat_at = now() WHERE story_id = $1", [storyId]);
  await expect(waits).toBeHidden();
  await expect(sheet(page, 1).getByRole("progressbar")).toBeVisible();
});

test.describe("with a status that cannot be asked for", () => {
  test.use({ allowedConsoleErrors: [/status of 503/] });

  test("an error stops the polling, and the table goes on without it @full", async ({ page }) => {
    await atWorkspace(page, { scenes: [1] });
    let asked = 0;
    await page.route("**/api/ai/scene-status/*", (route) => {
      asked += 1;
      return route.fulfill({
        status: 503,
        contentType: "application/json",
        body: JSON.stringify(failure("away")),
      });
    });
    await promptBox(page).fill(withOdile);
    await promptBox(page).press("Enter");
    await expect(sheet(page, 2).locator("figure img")).toHaveCount(3, { timeout: 60_000 });
    await page.waitForTimeout(8_000);
    const stopped = asked;
    await page.waitForTimeout(7_000);
    expect(asked).toBe(stopped);
    await expect(sheet(page, 2)).toHaveAttribute("aria-busy", "false");
  });
});

test("a scene that changed is drawn anew, the others are left alone @full", async ({ page }) => {
  const storyId = await atWorkspace(page, { scenes: [2, 2, 2] });
  await expect(sheet(page, 2).locator("figure img")).toHaveCount(2);
  await page.waitForTimeout(2_000);
  await page.evaluate(() => {
    const changed = new Set<string>();
    Object.assign(window, { changed });
    new MutationObserver((records) => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        changed.add(element?.closest(".scene-section")?.id ?? "elsewhere");
      }
    }).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
  });
  await sql(
    "update scene set title = 'The bell is silent' where story_id = $1 and scene_number = 2",
    [storyId],
  );
  await expect(page.getByRole("heading", { name: "The bell is silent" })).toBeVisible();
  const changed = await page.evaluate(() => [
    ...(window as unknown as { changed: Set<string> }).changed,
  ]);
  expect(changed.filter((id) => id.startsWith("scene-"))).toEqual(["scene-2"]);
});

test("a scene that waits for others says how many are before it @full", { tag: "@phone" }, async ({
  page,
}) => {
  const storyId = await atWorkspace(page, { scenes: [1, 2] });
  await expect(sheet(page, 2).locator("figure img")).toHaveCount(2);
  const second =
    "from scene c join story s on s.id = c.story_id where s.id = $1 and scene_number = 2";
  for (const change of [
    `update panel set status = 'queued', image_media_id = null where scene_id = (select c.id ${second})`,
    `insert into job (id, kind, owner_id, story_id, scene_id, generation, created_at)
     select gen_random_uuid(), 'scene', s.author_id, s.id, c.id, c.generation, now() - interval '10 s' ${second}`,
    // As many as there is room for are being written, of nobody's stories.
    `insert into job (id, kind, status, owner_id, heartbeat_at)
     select gen_random_uuid(), 'scene', 'processing', author_id, now() + interval '1 min'
     from story, generate_series(1, 40) where id = $1`,
    "update scene set status = 'generating' where story_id = $1 and scene_number = 2",
  ]) {
    await sql(change, [storyId]);
  }
  const place = sheet(page, 2).getByText(/scenes? (is|are) before yours\.$|Yours is next\.$/);
  await expect(place).toBeVisible();
  await expectAccessible(page);
  await sql(
    "delete from job where status = 'processing' and story_id is null and owner_id = (select author_id from story where id = $1)",
    [storyId],
  );
  await expect(place).toBeHidden();
});

test("without server-sent events the table asks every three seconds @full", async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { EventSource: undefined, BroadcastChannel: undefined });
  });
  const storyId = await atWorkspace(page, { scenes: [1] });
  await expect(sheet(page, 1)).toBeVisible();
  await sql("update story set title = 'The Short Tide' where id = $1", [storyId]);
  await expect(page.getByRole("heading", { name: "The Short Tide" })).toBeVisible();
});
