import { expect, test } from "@/tests/support/browser";
import { seedStory } from "@/tests/support/seeding";
import { register, stranger } from "../accounts/people";
import { expectStep, newAuthor, proceedTo } from "../onboarding/wizard";
import { author } from "../reader/author";
import { call } from "../settings/story";
import { atTable, signIn, skipOnboarding } from "../studio/table";
import { pagesOf, pressAll } from "./presses";

// Pages for members alone, and second pages of short lists, are not found here; a page that is opened
// so often has no more ideas to offer.
test.use({ allowedConsoleErrors: [/status of (404|429 .*scene-suggestions)/] });

/** What is sent twice, by button and way. */
const twice = (found: Map<string, string[]>) =>
  [...found].filter(([, sent]) => new Set(sent).size < sent.length);

/** The writes that were met: a walk that meets none says nothing. */
const kinds = (found: Map<string, string[]>) =>
  [...new Set([...found.values()].flat())].map((one) => one.replace(/[0-9a-f-]{36}/g, "*"));

// Of pages that are made for visitors the signed-in walk sees nothing.
for (const address of ["/login", "/register"]) {
  test(`each button of ${address} writes once`, { tag: "@phone" }, async ({ page }) => {
    const found = await pressAll({ page, address });
    expect(twice(found)).toEqual([]);
    expect(kinds(found)).toEqual([`POST /api/auth${address}`]);
  });
}

/** The story of the test's own author, or one that somebody else has published. */
const ownStory = "own-story";
const otherStory = "other-story";
const addresses = pagesOf({
  storyId: ownStory,
  sceneNumber: "1",
  username: "own-name",
  page: "1",
  view: "new/1",
}).filter((address) => !["/login", "/register"].includes(address));

/** What must be met on a page; a walk that meets nothing says nothing. */
const writes: Record<string, string[]> = {
  "/dashboard": [
    "PUT /api/auth/profile",
    "PUT /api/auth/password",
    "DELETE /api/auth/account",
    "POST /api/auth/logout",
  ],
  [`/story/${ownStory}`]: [
    "POST /api/ai/generate-scene",
    "PUT /api/stories/*",
    "DELETE /api/stories/*",
    "PUT /api/scenes/*",
    "DELETE /api/scenes/*",
    "PUT /api/characters/*",
    "POST /api/characters",
  ],
  [`/story/${otherStory}/read`]: ["POST /api/stories/*/remix", "POST /api/likes/stories/*"],
  "/feed/new/1": ["POST /api/stories"],
};
/** Dialogs that come up on several pages are walked once. */
const seen = new Set<string>();

for (const address of [...addresses, `/story/${otherStory}/read`]) {
  test(`each button of ${address} writes once`, { tag: "@phone" }, async ({
    page,
    baseURL,
    request,
  }) => {
    test.setTimeout(480_000);
    const isOther = address.includes(otherStory);
    const storyId = isOther ? await (await author(request, baseURL)).seed() : "";
    const username = await signIn(page);
    const own = await seedStory({ username, scenes: [1], characters: 1, locations: 1 });
    const found = await pressAll({
      page,
      address: address
        .replace(ownStory, own)
        .replace(otherStory, storyId)
        .replace("own-name", username),
      // The reader of one's own draft has buttons of the same names.
      ...(!isOther && { seen }),
    });
    expect(twice(found)).toEqual([]);
    expect(kinds(found)).toEqual(expect.arrayContaining(writes[address] ?? []));
  });
}

for (const step of [1, 2, 3, 4] as const) {
  test(`each button of the wizard's step ${step} writes once`, { tag: "@phone" }, async ({
    page,
  }) => {
    test.setTimeout(240_000);
    const username = await signIn(page);
    const storyId = await seedStory({ username, scenes: [] });
    const reach = async () => {
      if (step !== 1) await proceedTo(page, step);
    };
    const found = await pressAll({ page, address: `/story/${storyId}`, reach, seen });
    expect(twice(found)).toEqual([]);
    expect(kinds(found)).toContain(
      [
        "PUT /api/stories/*",
        "PATCH /api/stories/*/art-style",
        "POST /api/ai/extract-entities",
        "POST /api/ai/generate-scene",
      ][step - 1],
    );
  });
}

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
    await page.getByRole("button", { name: "Unpublish" }).focus();
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
    await newAuthor(page);
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
    await register(page, stranger());
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
