import { expect, test } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import { seedStory, sql } from "@/tests/support/seeding";
import { signIn } from "../accounts/people";
import { expectStep } from "../onboarding/wizard";
import { author } from "../reader/author";
import { atTable, skipOnboarding } from "../studio/table";
import {
  asReader,
  atOwnTable,
  deciding,
  inLaterSteps,
  objecting,
  ofPublished,
  onPhone,
  reporting,
} from "./forms";
import { type Form, pagesOf, pressAll, pressForms } from "./presses";
import { ofWaysIn, turningOn } from "./security-forms";

// Pages for members alone, and second pages of short lists, are not found here; what is held back is
// refused; a page that is opened so often has no more ideas to offer.
test.use({ allowedConsoleErrors: [/status of (404|422|429 .*scene-suggestions)/] });

/** What is sent twice, by button and way. */
const twice = (found: Map<string, string[]>) =>
  [...found].filter(([, sent]) => new Set(sent).size < sent.length);

/** The writes that were met: a walk that meets none says nothing. */
const kinds = (found: Map<string, string[]>) => [...new Set([...found.values()].flat())].sort();

// Of pages that are made for visitors the signed-in walk sees nothing.
const forVisitors = {
  "/login": ["POST /auth/login", "POST /auth/login/passkey/options"],
  "/register": ["POST /auth/register"],
  "/forgot-password": ["POST /auth/forgot-password"],
  "/reset-password#a-token": ["POST /auth/reset-password"],
};
for (const [address, writes] of Object.entries(forVisitors)) {
  const tag = address === "/login" ? "@phone" : [];
  test(`each button of ${address} writes once`, { tag }, async ({ page }) => {
    const found = await pressAll({ page, address });
    expect(twice(found)).toEqual([]);
    expect(kinds(found)).toEqual(writes);
  });
}

/** The forms of these are in a table of their own. */
const forms = /^\/(story\/[^/]+(\/read(\/2)?|\/scene\/1)?|report(\/.+)?|setup\/reports)$/;
const pages = pagesOf({
  storyId: "own-story",
  sceneNumber: "1",
  username: "own-name",
  page: "1",
  part: "2",
  view: "new/1",
  token: "no-token",
}).filter((address) => !forms.test(address) && !(address in forVisitors));

/** What must be met on a page; a walk that meets nothing says nothing. */
const ofPages: Record<string, string[]> = {
  "/dashboard": [
    "PUT /auth/profile",
    "PUT /auth/password",
    "POST /auth/passkeys/options",
    "POST /auth/two-step",
    "DELETE /auth/account",
    "POST /auth/logout",
    "POST /auth/send-verification",
    "POST /auth/app-passwords",
  ],
  "/story/own-story/book": ["POST /stories/*/books"],
  "/confirm-email#a-token": ["POST /auth/confirm-email"],
  "/feed/new/1": ["POST /stories"],
  "/setup": ["POST /setup/check"],
};
/** Dialogs that come up on several pages are walked once. */
const seen = new Set<string>();

for (const address of new Set([...pages, ...Object.keys(ofPages)])) {
  const tag = address === "/dashboard" ? "@phone" : [];
  test(`each button of ${address} writes once`, { tag }, async ({ page }) => {
    // Nowhere are there so many.
    test.slow(address === "/dashboard");
    const username = await signIn(page);
    const own = await seedStory({ username, scenes: [1] });
    // The administrator sees more.
    await sql("update user_account set is_administrator = true where username = $1", [username]);
    const found = await pressAll({
      page,
      address: address.replace("own-story", own).replace("own-name", username),
      seen,
    });
    expect(twice(found)).toEqual([]);
    expect(kinds(found)).toEqual(expect.arrayContaining(ofPages[address] ?? []));
  });
}

const ofFirstStep = ["PUT /stories/*", "POST /ai/improve-text"];
test("each button of the wizard's first step writes once", async ({ page }) => {
  const username = await signIn(page);
  const storyId = await seedStory({ username, scenes: [] });
  // The wizard is loaded when it is wanted: from now on it is there at once.
  await page.goto(`/story/${storyId}`);
  await expect(page.getByRole("heading", { name: "Launch Your Story" })).toBeVisible();
  const found = await pressAll({ page, address: `/story/${storyId}`, seen });
  expect(twice(found)).toEqual([]);
  expect(kinds(found)).toEqual(expect.arrayContaining(ofFirstStep));
});

/** What each form sends, by both ways, when it sends one thing. */
const once = (all: readonly Form[]) =>
  Object.fromEntries(
    all.flatMap(({ name, call: sent }) => [
      [`${name}, double click`, [sent]],
      [`${name}, Enter twice`, [sent]],
    ]),
  );

test("each form of the wizard's later steps writes once", async ({ page }) => {
  const username = await signIn(page);
  const storyId = await seedStory({ username, scenes: [] });
  expect(await pressForms(page, `/story/${storyId}`, inLaterSteps)).toEqual(once(inLaterSteps));
});

for (const [what, all] of Object.entries({ ...atOwnTable, "the phone": onPhone })) {
  const tag = all === onPhone ? "@phone-only" : [];
  test(`each form of ${what} writes once`, { tag }, async ({ page }) => {
    const storyId = await atTable(page, { scenes: [2, 1], characters: 1, locations: 1 });
    // The first panel has the picture of the second as another take.
    await sql(
      `insert into take (id, panel_id, kind, source, media_id)
       select gen_random_uuid(), one.id, 'image', 'generated', two.image_media_id
       from panel one join panel two using (scene_id) join scene on scene.id = scene_id
       where scene.story_id = $1 and one.panel_number = 1 and two.panel_number = 2`,
      [storyId],
    );
    expect(await pressForms(page, `/story/${storyId}`, all)).toEqual(once(all));
  });
}

test("each form of a published story writes once", async ({ page, request, baseURL }) => {
  const other = await (await author(request, baseURL)).seed();
  const username = await signIn(page);
  const publishedAt = new Date().toISOString();
  const own = await seedStory({ username, scenes: [1], publishedAt });
  expect(await pressForms(page, `/story/${own}/scene/1`, ofPublished)).toEqual(once(ofPublished));
  await page.unrouteAll();
  expect(await pressForms(page, `/story/${other}/read`, asReader)).toEqual(once(asReader));
});

test("each form about reports writes once", async ({ page }) => {
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
    expect(await pressForms(tab, address, all)).toEqual(once(all));
    await tab.close();
  }
});

test("each form about the ways into an account writes once", async ({ page }) => {
  const username = await signIn(page);
  expect(await pressForms(page, "/dashboard", turningOn)).toEqual(once(turningOn));
  await page.unrouteAll();
  // What connects the tests with the database comes with a story.
  await seedStory({ username, scenes: [] });
  const ofThem = "from user_account where username = $1";
  for (const rows of [
    `insert into session (id, user_id, session_version, device, network, created_at, expires_at)
     select gen_random_uuid(), id, 0, 'Firefox on Linux', '203.0.113.0/24', now(), now() + interval '1 day'`,
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
  expect(await pressForms(page, "/dashboard", ofWaysIn)).toEqual(once(ofWaysIn));
});

/** Calls that no press of a button sends, or that write nothing. */
const exceptions: Record<string, string> = {
  "POST /ai/scene-suggestions": "reads ideas",
  "POST /ai/generate-panel-image": "for programs: the pages draw a panel by /ai/regenerate-panel",
  "POST /events": "the page tells it",
  "POST /stories/*/views": "the page tells it",
  "PUT /stories/*/progress": "the page tells it",
  "POST /stories/import": "sent when an archive is chosen",
  "POST /stories/import/ticket": "sent when a large archive is chosen",
  "POST /upload/image": "sent when a file is chosen",
  "POST /upload/ticket": "sent when a large file is chosen",
  "POST /auth/passkeys": "sent when a device has made one",
  "POST /auth/login/passkey": "sent when a device has signed",
  "DELETE /auth/connections/*": "needs a provider, which the tests do not have",
  "POST /webhooks/replicate": "the painter calls it",
};

test("no call that writes is left out", async ({ request }) => {
  const { paths } = (await (await request.get("/api/openapi.json")).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => ["post", "put", "patch", "delete"].includes(method))
      .map(
        (method) =>
          `${method.toUpperCase()} ${path.replace(/^\/api/, "").replace(/\{[^}]+\}/g, "*")}`,
      ),
  );
  const tables = [
    ...Object.values(atOwnTable).flat(),
    ...ofPublished,
    ...asReader,
    ...inLaterSteps,
    ...reporting,
    ...deciding(""),
    ...objecting,
    ...turningOn,
    ...ofWaysIn,
  ];
  const walked = [...Object.values(forVisitors), ...Object.values(ofPages), ofFirstStep].flat();
  const known = new Set([
    ...walked,
    ...tables.map((form) => form.call),
    ...Object.keys(exceptions),
  ]);
  expect([...known].sort()).toEqual(calls.sort());
});

test.describe("where the answer comes before the second press", () => {
  test("a story is published once, by double click and by Enter", { tag: "@phone" }, async ({
    page,
  }) => {
    const storyId = await atTable(page, { scenes: [1] });
    const sent: string[] = [];
    page.on("request", (one) => one.method() === "PUT" && sent.push(one.url()));
    const status = async () =>
      (await call<{ status: string }>(page, "GET", `/stories/${storyId}`)).status;
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    const publish = page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true });
    await publish.dblclick({ delay: 90 });
    await expect(page.getByRole("button", { name: "Unpublish" })).toBeEnabled();
    expect([sent.length, await status()]).toEqual([1, "published"]);
    await page.getByRole("button", { name: "Unpublish" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Unpublish" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForTimeout(200);
    await page.keyboard.press("Enter");
    await expect(publish).toBeEnabled();
    await page.waitForTimeout(500);
    expect([sent.length, await status()]).toEqual([2, "draft"]);
  });

  test("a double click on Continue is one step of the wizard", { tag: "@phone" }, async ({
    page,
  }) => {
    await signIn(page);
    await page.goto("/");
    const { _id } = await call<{ _id: string }>(page, "POST", "/stories", {
      title: "The Brass Owl",
      description: "A retired clockmaker named Odile finds a brass owl that sings at midnight.",
    });
    await page.goto(`/story/${_id}`);
    await expectStep(page, 1);
    const next = page.getByRole("button", { name: "Continue", exact: true });
    await next.hover();
    await page.mouse.down();
    await page.mouse.up();
    await expectStep(page, 2);
    // The second click of the two, where the next step has its own button.
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await page.waitForTimeout(800);
    await expectStep(page, 2);
  });

  test("a remix is made once", { tag: "@phone" }, async ({ page, request, baseURL }) => {
    const storyId = await (await author(request, baseURL)).seed();
    await signIn(page);
    await skipOnboarding(page, storyId);
    await page.goto(`/story/${storyId}/read`);
    await expect(page.getByRole("banner").getByRole("button")).toBeVisible();
    const made: string[] = [];
    page.on(
      "request",
      (one) => one.url().includes("/remix") && one.method() === "POST" && made.push(one.url()),
    );
    await page
      .getByRole("button", { name: /^Remix(?! scene)/ })
      .first()
      .dblclick({ delay: 60 });
    await expect(page).toHaveURL(/\/story\/[0-9a-f-]{36}$/);
    expect(made).toHaveLength(1);
  });
});
