import { expect, test } from "@/tests/support/browser";
import { seedStory, sql } from "@/tests/support/seeding";
import { signIn } from "../accounts/users";
import { author } from "../reader/author";
import { atWorkspace } from "../studio/workspace";
import { doubleSubmitForms, type Form } from "./double-submit";
import {
  asReader,
  deciding,
  inLaterSteps,
  inOwnWorkspace,
  objecting,
  ofPublished,
  onPhone,
  reporting,
} from "./forms";
import { enablingForms, signInMethodForms } from "./security-forms";

// Requests that are held back are refused; a page that is opened this often gets no more ideas.
test.use({ allowedConsoleErrors: [/status of (422|429 .*scene-suggestions)/] });
// In one row they take a worker to the end of the run, when the others have nothing left to do.
// Each form is a page of its own, twice: on a slow machine that takes two minutes.
test.describe.configure({ mode: "parallel", timeout: 240_000 });

/** The requests of each form, by both methods, when it sends one. */
const once = (all: readonly Form[]) =>
  Object.fromEntries(
    all.flatMap(({ name, call: sent }) => [
      [`${name}, double click`, [sent]],
      [`${name}, Enter twice`, [sent]],
    ]),
  );

test("each form of the wizard's later steps writes once @full", async ({ page }) => {
  const username = await signIn(page);
  const storyId = await seedStory({ username, scenes: [] });
  expect(await doubleSubmitForms(page, `/story/${storyId}`, inLaterSteps)).toEqual(
    once(inLaterSteps),
  );
});

for (const [what, all] of Object.entries({ ...inOwnWorkspace, "the phone": onPhone })) {
  const tag = all === onPhone ? "@phone-only" : [];
  test(`each form of ${what} writes once @full`, { tag }, async ({ page }) => {
    const storyId = await atWorkspace(page, { scenes: [2, 1], characters: 1, locations: 1 });
    // The first panel has the picture of the second as another take.
    await sql(
      `insert into take (id, panel_id, kind, source, media_id)
       select gen_random_uuid(), one.id, 'image', 'generated', two.image_media_id
       from panel one join panel two using (scene_id) join scene on scene.id = scene_id
       where scene.story_id = $1 and one.panel_number = 1 and two.panel_number = 2`,
      [storyId],
    );
    // Portraits, which can be changed in words.
    for (const kind of ["character", "location"]) {
      await sql(
        `update "${kind}" set primary_media_id = (
           select image_media_id from panel join scene on scene.id = scene_id
           where scene.story_id = $1 limit 1)
         where story_id = $1`,
        [storyId],
      );
    }
    expect(await doubleSubmitForms(page, `/story/${storyId}`, all)).toEqual(once(all));
  });
}

test("each form of a published story writes once @full", async ({ page, request, baseURL }) => {
  const other = await (await author(request, baseURL)).seed();
  const username = await signIn(page);
  const publishedAt = new Date().toISOString();
  const own = await seedStory({ username, scenes: [1], publishedAt });
  expect(await doubleSubmitForms(page, `/story/${own}/scene/1`, ofPublished)).toEqual(
    once(ofPublished),
  );
  await page.unrouteAll();
  expect(await doubleSubmitForms(page, `/story/${other}/read`, asReader)).toEqual(once(asReader));
});

test("each form about reports writes once @full", async ({ page }) => {
  const username = await signIn(page);
  const title = `The Lamp ${crypto.randomUUID()}`;
  const publishedAt = new Date().toISOString();
  const storyId = await seedStory({ username, title, scenes: [1], publishedAt });
  const ofStory = `from story s join user_account u on u.id = s.author_id where s.id = $1`;
  await sql(`update user_account set is_administrator = true where username = $1`, [username]);
  await sql(
    `insert into report (id, token, kind, story_id, reason, words)
     select gen_random_uuid(), $2, 'story', s.id, 'spam', 'It sells lamps.' ${ofStory}`,
    [storyId, crypto.randomUUID()],
  );
  await sql(
    `insert into decision (id, kind, story_id, author_id, action, reason)
     select gen_random_uuid(), 'story', s.id, u.id, 'hide', 'It was stolen.' ${ofStory}`,
    [storyId],
  );
  for (const [address, all] of [
    [`/report?story=${storyId}`, reporting],
    ["/setup/reports", deciding(title)],
    ["/dashboard", objecting],
  ] as const) {
    const tab = await page.context().newPage();
    expect(await doubleSubmitForms(tab, address, all)).toEqual(once(all));
    await tab.close();
  }
});

test("each form about sign-in methods writes once @full", async ({ page }) => {
  const username = await signIn(page);
  expect(await doubleSubmitForms(page, "/dashboard", enablingForms)).toEqual(once(enablingForms));
  await page.unrouteAll();
  // A story loads the connection of the tests to the database.
  await seedStory({ username, scenes: [] });
  const ofThem = "from user_account where username = $1";
  for (const rows of [
    `insert into session (id, user_id, device, network, created_at, expires_at)
     select gen_random_uuid(), id, 'Firefox on Linux', '203.0.113.0/24', now(), now() + interval '1 day'`,
    `insert into passkey (id, user_id, credential_id, public_key, name)
     select gen_random_uuid(), id, gen_random_uuid()::text, '', 'My phone'`,
    `insert into app_password (id, user_id, name, hash)
     select gen_random_uuid(), id, 'My e-reader', sha256(id::text::bytea)`,
  ]) {
    await sql(`${rows} ${ofThem}`, [username]);
  }
  await sql(
    "update two_step set confirmed_at = now() where user_id = (select id from user_account where username = $1)",
    [username],
  );
  expect(await doubleSubmitForms(page, "/dashboard", signInMethodForms)).toEqual(
    once(signInMethodForms),
  );
});
