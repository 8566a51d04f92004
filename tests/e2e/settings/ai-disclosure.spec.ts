import sharp from "sharp";
import { notMadeByHandMessage } from "@/lib/stories/ai-disclosure";
import { expect, test } from "@/tests/support/browser";
import { call, ownOrigin } from "@/tests/support/call";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { seedStory, sql } from "@/tests/support/seeding";
import { signIn } from "../accounts/users";
import { openSettings, openStory } from "./story";

const byHand = "/?made=by-hand";

test("readers see how pictures were made; an author cannot declare a false origin @full", async ({
  page,
}) => {
  const storyId = await seedStory({ username: await signIn(page), scenes: [1] });
  await call(page, "PUT", `/stories/${storyId}`, { status: "published" });
  await page.goto(`/story/${storyId}/read`);
  const words = page.getByText("the demo studio drew them by rules, without an AI model");
  await expect(words).toBeHidden();
  // The stamp on the title page needs no press; the sheet says more.
  const stamp = page.locator(".title-page").getByText("Demo pictures", { exact: true });
  await expect(stamp).toBeVisible();
  await page.getByRole("button", { name: "More", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(words).toBeVisible();
  await expect(page.locator('meta[name="robots"]')).not.toHaveAttribute("content", /noai/);

  await openStory(page, storyId);
  const settings = await openSettings(page);
  const byHandSwitch = settings.getByRole("switch", { name: "Without AI" });
  // Why it cannot be chosen stands beside it.
  await expect(byHandSwitch).toBeDisabled();
  await expect(byHandSwitch).toHaveAccessibleDescription(notMadeByHandMessage);
  await expect(settings.getByText(notMadeByHandMessage)).toBeVisible();
  await settings.getByRole("switch", { name: "Not for training AI" }).click();
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await settings.getByRole("button", { name: "Save", exact: true }).click();
  expect((await sent).postDataJSON()).toMatchObject({ noTraining: true });
  await expect(settings).toBeHidden();

  await expect(async () => {
    await page.goto(`/story/${storyId}/read`);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute(
      "content",
      /noai, noimageai/,
      { timeout: 1_000 },
    );
  }).toPass();
});

test("the feed without AI has an address, and is the default of readers who chose it @full", async ({
  page,
}) => {
  const username = await signIn(page);
  const title = `Drawn with a pen ${Date.now()}`;
  const storyId = await seedStory({ username, title, scenes: [1], pictures: false });
  await sql(
    "update story set made_by_hand = true, status = 'published', published_at = now() where id = $1",
    [storyId],
  );
  await call(page, "PUT", `/stories/${storyId}`, { tags: ["pen"] });
  await page.goto("/");
  await page.getByRole("link", { name: "Without AI", exact: true }).click();
  await expect(page).toHaveURL(byHand);
  await expect(page.getByRole("link", { name: title })).toBeVisible();
  await expect(page.getByRole("link", { name: "The Lighthouse at Low Tide" })).toHaveCount(0);
  await page.getByRole("link", { name: "Popular", exact: true }).click();
  await expect(page).toHaveURL(`${byHand}&sort=popular`);
  await page.getByRole("link", { name: "Without AI", exact: true }).click();
  await expect(page).toHaveURL("/?sort=popular");

  await page.goto("/dashboard");
  const hide = page.getByRole("switch", { name: "Show only stories without AI" });
  const saved = page.waitForResponse((answer) => answer.url().endsWith("/api/auth/profile"));
  await hide.click();
  expect((await saved).ok()).toBe(true);
  await expect(hide).toBeChecked();
  await hide.scrollIntoViewIfNeeded();
  await page.goto("/");
  await expect(page).toHaveURL(byHand);
  await expect(page.getByRole("link", { name: title })).toBeVisible();
  // The site itself leads there, so that nothing else is seen before, and keeps what was asked for.
  const led = async (path: string) => {
    const answer = await page.request.get(path, { maxRedirects: 0 });
    return [answer.status(), answer.headers().location];
  };
  expect(await led("/?sort=popular")).toEqual([307, "/?sort=popular&made=by-hand"]);
  expect(await led("/tag/pen")).toEqual([307, "/tag/pen?made=by-hand"]);
  expect(await led(byHand)).toEqual([200, undefined]);
  // The filter applies to their searches too.
  await page.goto("/search?q=lighthouse");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Stories without AI with/);
  await expect(page.getByRole("link", { name: "The Lighthouse at Low Tide" })).toHaveCount(0);
  await page.getByRole("searchbox", { name: "Search stories" }).fill(title);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/made=by-hand/);
  await expect(page.getByRole("link", { name: title })).toBeVisible();
  await expectAccessible(page);
  await page.goto("/dashboard");
  await expect(hide).toBeChecked();
  const shown = page.waitForResponse((answer) => answer.url().endsWith("/api/auth/profile"));
  await hide.click();
  expect((await shown).ok()).toBe(true);
  await expect(hide).not.toBeChecked();
  await page.goto("/");
  await expect(page).toHaveURL("/");
  expect(await led("/")).toEqual([200, undefined]);
});

test("an uploaded picture is served signed, and the site's certificates are public @full", async ({
  page,
}) => {
  await signIn(page);
  const buffer = await sharp({
    create: { width: 400, height: 300, channels: 3, background: "#2b6cb0" },
  })
    .png()
    .toBuffer();
  const origin = ownOrigin();
  const answer = await page.request.post(`${origin}/api/upload/image`, {
    headers: { origin },
    multipart: { image: { name: "sea.png", mimeType: "image/png", buffer } },
  });
  const { imageUrl } = (await answer.json()).data as { imageUrl: string };
  const picture = await (await page.request.get(imageUrl)).body();
  expect(picture.includes("c2pa.claim")).toBe(true);
  const certificates = await (await page.request.get("/content-credentials.pem")).text();
  expect(certificates.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
  expect(certificates).not.toContain("PRIVATE");
});
