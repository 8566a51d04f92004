import { expect, test } from "@/tests/support/browser";
import { pressedCalls } from "@/tests/support/pressed-calls";
import { seedStory, sql } from "@/tests/support/seeding";
import { signIn } from "../accounts/users";
import { doubleSubmitButtons, pagesOf } from "./double-submit";
import {
  asReader,
  deciding,
  inLaterSteps,
  inOwnWorkspace,
  objecting,
  ofPublished,
  reporting,
} from "./forms";
import { enablingForms, signInMethodForms } from "./security-forms";

// Pages for members alone, and second pages of short lists, are not found here; what is held back is
// refused; a page that is opened so often has no more ideas to offer.
test.use({ allowedConsoleErrors: [/status of (404|422|429 .*scene-suggestions)/] });

/** Requests that were sent twice, by button and method. */
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
  test(`each button of ${address} writes once @full`, { tag }, async ({ page }) => {
    // This link is invalid; the form appears only with a valid one.
    await page.route("**/api/auth/reset-password/check", (route) =>
      route.fulfill({ json: { success: true, asksCode: false } }),
    );
    const found = await doubleSubmitButtons({ page, address });
    expect(twice(found)).toEqual([]);
    expect(kinds(found)).toEqual(writes);
  });
}

/** The forms of these pages have a list of their own. */
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

/** Buttons that the walk must meet on a page: a walk that meets none proves nothing. */
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
  test(`each button of ${address} writes once @full`, { tag }, async ({ page }) => {
    // Nowhere are there so many.
    test.slow(address === "/dashboard");
    const username = await signIn(page);
    const own = await seedStory({ username, scenes: [1] });
    // The administrator sees more.
    await sql("update user_account set is_administrator = true where username = $1", [username]);
    const found = await doubleSubmitButtons({
      page,
      address: address.replace("own-story", own).replace("own-name", username),
      seen,
    });
    expect(twice(found)).toEqual([]);
    expect(kinds(found)).toEqual(expect.arrayContaining(ofPages[address] ?? []));
  });
}

const ofFirstStep = ["PUT /stories/*", "POST /ai/improve-text"];
test("each button of the wizard's first step writes once @full", async ({ page }) => {
  const username = await signIn(page);
  const storyId = await seedStory({ username, scenes: [] });
  // The wizard is loaded when it is wanted.
  const ready = page.getByRole("heading", { name: "Launch Your Story" });
  const found = await doubleSubmitButtons({ page, address: `/story/${storyId}`, seen, ready });
  expect(twice(found)).toEqual([]);
  expect(kinds(found)).toEqual(expect.arrayContaining(ofFirstStep));
});

/** Calls that no press of a button sends, or that write nothing. */
const exceptions: Record<string, string> = {
  "POST /ai/scene-suggestions": "reads ideas",
  "POST /ai/generate-panel-image": "for programs: the pages draw a panel by /ai/regenerate-panel",
  "POST /events": "the page tells it",
  "POST /stories/*/views": "the page tells it",
  "PUT /readings": "the page tells it",
  "PUT /stories/*/progress": "the page tells it",
  "POST /stories/import": "sent when an archive is chosen",
  "POST /stories/import/ticket": "sent when a large archive is chosen",
  "POST /upload/image": "sent when a file is chosen",
  "POST /scenes/*/panels/*/takes": "sent when an upload of Edit Media has arrived",
  "POST /upload/ticket": "sent when a large file is chosen",
  "POST /auth/reset-password/check": "the page asks about its link",
  "POST /auth/passkeys": "sent when a device has made one",
  "POST /auth/login/passkey": "sent when a device has signed",
  "DELETE /auth/connections/*": "needs a provider, which the tests do not have",
  "POST /webhooks/replicate": "the painter calls it",
};

test("every call that writes is covered @full", async ({ request }) => {
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
    ...Object.values(inOwnWorkspace).flat(),
    ...ofPublished,
    ...asReader,
    ...inLaterSteps,
    ...reporting,
    ...deciding(""),
    ...objecting,
    ...enablingForms,
    ...signInMethodForms,
  ];
  const walked = [...Object.values(forVisitors), ...Object.values(ofPages), ofFirstStep].flat();
  const known = new Set([
    ...walked,
    ...pressedCalls,
    ...tables.map((form) => form.call),
    ...Object.keys(exceptions),
  ]);
  expect([...known].sort()).toEqual(calls.sort());
});
