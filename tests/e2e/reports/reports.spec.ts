import { randomUUID } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { expect, test } from "@/tests/support/browser";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { pickOption } from "@/tests/support/pick-option";
import { seedStory, sql } from "@/tests/support/seeding";
import { signIn } from "../accounts/users";
import { author } from "../reader/author";

// A hidden story answers what an unknown address does, which the browser notes.
test.use({ allowedConsoleErrors: [/status of (400|404|409)/] });

async function administrator(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  const username = await signIn(page);
  await seedStory({ username, scenes: [] });
  await sql("UPDATE user_account SET is_administrator = true WHERE username = $1", [username]);
  return page;
}

const queued = (page: Page, name: string) => page.getByRole("article").filter({ hasText: name });

async function decide(page: Page, name: string, button: string, reason: string) {
  await page.goto("/setup/reports");
  const subject = queued(page, name);
  await subject.getByRole("textbox").fill(reason);
  await subject.getByRole("button", { name: button, exact: true }).click();
  await expect(subject).toHaveCount(0);
  await expect(page.locator("#queue")).toBeFocused();
}

test("a visitor reports a story, the administrator hides it, its author objects and it comes back", {
  tag: "@phone-full",
}, async ({ page, request, baseURL, browser }) => {
  const ida = await author(request, baseURL);
  const title = `The Stolen Lamp ${randomUUID().slice(0, 8)}`;
  const storyId = await ida.seed({ title, ownPictures: true });
  const reading = `/story/${storyId}/read`;

  await page.goto(reading);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("link", { name: "Report", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Report a story" })).toBeVisible();
  await expect(page.getByText(title)).toBeVisible();
  const send = page.getByRole("button", { name: "Send Report" });
  await send.click();
  await expect(page.getByText("Please choose a reason")).toBeVisible();
  await expect(page.locator("#reason-error svg")).toBeVisible();
  await expect(page.getByText("Please describe the problem")).toBeVisible();
  const email = page.getByLabel("Your email");
  await expect(email).toHaveAccessibleDescription(/^Needed for the receipt/);
  await page.getByLabel("It harms or sexualises children").check();
  await expect(email).toHaveAccessibleDescription(/^For the receipt/);
  await page.getByLabel("It uses another person's work without permission").check();
  await page.getByLabel("Details").fill("These are my pictures.");
  await send.click();
  await expect(page.getByText("Please give your email, so that we can tell you")).toBeVisible();
  await expectAccessible(page, "the form");
  // Nothing that was typed is lost.
  await page.reload();
  await expect(page.getByText("Your unsaved changes are back.")).toBeVisible();
  await expect(page.getByLabel("It uses another person's work without permission")).toBeChecked();
  await expect(page.getByLabel("Details")).toHaveValue("These are my pictures.");
  await page.getByLabel("Your email").fill("reader@example.com");
  await page.getByRole("combobox", { name: "Which part of the story?" }).click();
  await pickOption(page.getByRole("option", { name: /^Scene 2/ }));
  await send.click();
  await expect(
    page.getByRole("heading", { name: /^Thank you. We have your report, number \d+/ }),
  ).toBeFocused();
  await page.getByRole("link", { name: "Open the Receipt" }).click();
  await expect(page).toHaveURL(/\/report\/[\w-]{43}$/);
  await expect(
    page.getByText("It is waiting for a decision, which will be shown here."),
  ).toBeVisible();
  await expect(page.getByText(`“${title}”, scene 2`)).toBeVisible();
  const receipt = page.url();
  await expectAccessible(page, "the receipt");

  const admin = await administrator(browser);
  await admin.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 });
  await admin.goto("/dashboard");
  await admin.getByRole("link", { name: /^Reports \(\d+\)$/ }).click();
  await expect(queued(admin, title).getByText("These are my pictures.")).toBeVisible();
  await expect(queued(admin, title).getByText("by a visitor, scene 2")).toBeVisible();
  await queued(admin, title).getByRole("button", { name: "Hide" }).click();
  await expect(admin.getByText("Please give the reason in words")).toBeVisible();
  await expectAccessible(admin, "the queue");
  await decide(admin, title, "Hide", "The pictures are Rosa's.");

  expect((await page.goto(reading))?.status()).toBe(404);
  expect(await (await page.request.get("/feed.xml")).text()).not.toContain(storyId);
  await page.goto(receipt);
  await expect(page.getByText("The story was hidden.")).toBeVisible();
  await expect(page.getByText("The pictures are Rosa's.")).toBeVisible();

  await page.context().addCookies((await request.storageState()).cookies);
  await page.goto(`/story/${storyId}`);
  await expect(page.getByRole("heading", { name: "The story was hidden" })).toBeVisible();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("This story is hidden, so it cannot be published.")).toBeVisible();
  await page.goto("/dashboard");
  await expect(page.getByText("The pictures are Rosa's.")).toBeVisible();
  await page.getByRole("button", { name: "Object" }).click();
  await page.getByLabel("Why is the decision wrong?").fill("Rosa is my pen name.");
  await expectAccessible(page, "the dashboard");
  await page.getByRole("button", { name: "Send Objection" }).click();
  await expect(page.getByText("You objected: Rosa is my pen name.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Object" })).toHaveCount(0);

  await admin.goto("/setup/reports");
  await expect(queued(admin, title).getByText("Rosa is my pen name.")).toBeVisible();
  await decide(admin, title, "Restore", "Rosa has written to us.");
  expect((await page.goto(reading))?.status()).toBe(200);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();

  for (const [list, text] of [
    ["Decided", "Rosa has written to us."],
    ["Audit log", "Rosa has written to us."],
  ] as const) {
    const link = admin.getByRole("link", { name: list, exact: true });
    await link.click();
    await expect(link).toHaveAttribute("aria-current", "page");
    await expect(admin.getByText(text).first()).toBeVisible();
    await expectAccessible(admin, list);
    const wide = await admin.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
  }
  const stranger = await page.request.get("/setup/reports");
  expect([stranger.status(), (await stranger.text()).includes(title)]).toEqual([404, false]);
});

const hostile = "</script><img src=x onerror=window.hit=1><svg onload=window.hit=2>\u202e{{7*7}}";

test("S17 a report is plain text to the administrator, who marks a story as mature: it asks its readers first", {
  tag: ["@phone", "@full"],
}, async ({ page, request, baseURL, browser }) => {
  const ida = await author(request, baseURL);
  const title = `The Cellar ${randomUUID().slice(0, 8)}`;
  const storyId = await ida.seed({ title, ownPictures: true });
  const who = await page.request.post("/api/reports", {
    headers: { origin: baseURL ?? "" },
    data: {
      kind: "story",
      id: storyId,
      reason: "adult",
      words: `It is bloody. ${hostile}`,
      email: "reader@example.com",
    },
  });
  expect(who.status(), await who.text()).toBe(201);
  const admin = await administrator(browser);
  await admin.goto("/setup/reports");
  await expect(queued(admin, title).getByText(hostile.slice(0, 30))).toBeVisible();
  expect(await admin.evaluate(() => "hit" in window)).toBe(false);
  await decide(admin, title, "Mark as Mature", `Too much blood. ${hostile}`);
  const { token } = ((await who.json()) as { data: { token: string } }).data;
  await page.goto(`/report/${token}`);
  await expect(page.getByText("The story was marked as mature.")).toBeVisible();
  expect(await page.evaluate(() => "hit" in window)).toBe(false);
  await page.goto(`/story/${storyId}/read`);
  await expect(page.getByText("This story is for adults. It is marked as mature.")).toBeVisible();
  await page.getByLabel(/show it$/).check();
  await expect(page.locator("#scene-1")).toBeVisible();
});

test("a signed-in reader reports a profile, which is hidden and then not found", {
  tag: ["@phone", "@full"],
}, async ({ page, request, baseURL, browser }) => {
  const ida = await author(request, baseURL);
  await ida.seed({ ownPictures: true });
  await signIn(page);
  await page.goto(`/user/${ida.username}`);
  await page.getByRole("link", { name: "Report", exact: true }).click();
  await expect(page.getByLabel("Your email")).toHaveCount(0);
  await page.getByLabel("Spam or fraud").check();
  await page.getByLabel("Details").fill("Sells lamps.");
  await page.getByRole("button", { name: "Send Report" }).click();
  await expect(page.getByRole("heading", { name: /^Thank you/ })).toBeVisible();

  await decide(await administrator(browser), `@${ida.username}`, "Hide", "It is all lamps.");
  expect((await page.goto(`/user/${ida.username}`))?.status()).toBe(404);
  // The reporter finds it again.
  await page.goto("/dashboard");
  await page.getByRole("link", { name: /^Report \d+$/ }).click();
  await expect(page.getByText("The profile was hidden.")).toBeVisible();
});
