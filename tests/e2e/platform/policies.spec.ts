import type { APIResponse } from "@playwright/test";
import type { Story } from "@/lib/stories/schema";
import { expect, test } from "@/tests/support/browser";
import { seedStory, sql } from "@/tests/support/seeding";
import { signIn } from "../accounts/users";
import { author } from "../reader/author";
import { atWorkspace } from "../studio/workspace";

const directive = (answer: APIResponse, name: string): string =>
  (answer.headers()["content-security-policy"] ?? "")
    .split("; ")
    .find((one) => one.startsWith(`${name} `)) ?? "";

/** The directives of every page beside its own policy. */
function expectCommonHeaders(answer: APIResponse): void {
  expect(answer.headers()).toMatchObject({
    "x-content-type-options": "nosniff",
    "referrer-policy": expect.stringMatching(/^(strict-origin-when-cross-origin|no-referrer)$/),
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
  });
  expect(answer.headers()).not.toHaveProperty("x-powered-by");
  for (const name of ["object-src", "base-uri", "frame-ancestors"]) {
    expect(directive(answer, name)).toBe(`${name} 'none'`);
  }
}

test("S18 a private page runs only scripts with its nonce, and each response has a new one", async ({
  page,
}) => {
  const username = await signIn(page);
  const _id = await seedStory({ username, scenes: [1] });
  await sql("update user_account set is_administrator = true where username = $1", [username]);
  const addresses = [
    "/dashboard",
    "/my-stories",
    "/setup",
    "/setup/reports",
    `/report?author=${username}`,
    "/confirm-email",
    "/forgot-password",
    "/reset-password",
    `/story/${_id}`,
    `/story/${_id}/scene/1`,
  ];
  const nonces = new Set<string>();
  for (const address of addresses) {
    const answer = await page.request.get(address);
    expectCommonHeaders(answer);
    const scripts = directive(answer, "script-src");
    expect(scripts, address).toMatch(
      /^script-src 'nonce-[^']{22,}' 'sha256-[^']+' 'strict-dynamic'$/,
    );
    const nonce = /'nonce-([^']+)'/.exec(scripts)?.[1] ?? "";
    nonces.add(nonce);
    const tags = (await answer.text()).match(/<script\b[^>]*>/g) ?? [];
    expect(tags.length, address).toBeGreaterThan(3);
    // All but the one that is allowed by its hash.
    const others = tags.filter((tag) => !tag.includes(`nonce="${nonce}"`));
    expect(others, address).toEqual(["<script>"]);
  }
  expect(nonces.size).toBe(addresses.length);
});

test.describe("a foreign script", () => {
  test.use({ allowedConsoleErrors: [/script-src/] });

  test("S18 a script that was injected into a signed-in page does not run", {
    tag: "@full",
  }, async ({ page }) => {
    await atWorkspace(page, { scenes: [1] });
    const handled = await page.evaluate(async () => {
      const box = document.createElement("div");
      box.innerHTML =
        '<img src="data:," onerror="window.hit = 1"><a href="javascript:window.hit=2">';
      document.body.append(box);
      box.querySelector("a")?.click();
      // A document inside takes over the policy.
      const frame = document.createElement("iframe");
      frame.srcdoc = "<script>parent.hit = 3</script>";
      document.body.append(frame);
      await new Promise((done) => setTimeout(done, 500));
      return "hit" in window;
    });
    expect(handled).toBe(false);
  });
});

test("S18 public pages have a policy without a nonce, and files run nothing at all", {
  tag: "@full",
}, async ({ page, request, baseURL }) => {
  const ida = await author(request, baseURL);
  const storyId = await ida.seed();
  for (const address of ["/", `/story/${storyId}/read`, `/user/${ida.username}`, "/search?q=sea"]) {
    const answer = await page.request.get(address);
    expectCommonHeaders(answer);
    expect(directive(answer, "script-src")).toBe("script-src 'self' 'unsafe-inline'");
  }
  const { scenes } = await ida.call<Story>("GET", `/stories/${storyId}`);
  const picture = await page.request.get(scenes[0]?.panels[0]?.imageUrl ?? "");
  expect(picture.status()).toBe(200);
  expect(picture.headers()["content-security-policy"]).toBe("default-src 'none'; sandbox");
  expect(picture.headers()["x-content-type-options"]).toBe("nosniff");
  const framed = await page.request.get(`/embed/story/${storyId}`);
  expect(directive(framed, "frame-ancestors")).not.toContain("'none'");
});

const hostile =
  "</script><img src=x onerror=window.hit=1>\u2028<svg onload=window.hit=2>\u202e\"'`{{7*7}}";

test("S17 markup in texts is shown as text everywhere", {
  tag: "@full",
}, async ({ page, request, baseURL }) => {
  const ida = await author(request, baseURL);
  const tag = "<b onmouseover=window.hit=3>";
  const storyId = await ida.seed({
    title: `Tide ${hostile}`,
    description: `A keeper waits ${hostile}`,
    tags: [tag],
    characters: 1,
    locations: 1,
  });
  await ida.call("PUT", "/auth/profile", { firstName: "Ida", lastName: hostile, bio: hostile });
  const story = await ida.call<Story>("GET", `/stories/${storyId}`);
  const [scene] = story.scenes;
  const [panel] = scene?.panels ?? [];
  const [bubble] = panel?.textBubbles ?? [];
  if (!scene || !panel || !bubble) throw new Error("The story has no bubble.");
  await ida.call("PUT", `/scenes/${scene._id}/panels/${panel.panelNumber}`, {
    textBubbles: [{ ...bubble, text: hostile }],
    version: panel.version,
  });
  await ida.call("PUT", `/scenes/${scene._id}`, { title: `Scene ${hostile}`.slice(0, 80) });
  await ida.call("PUT", `/characters/${story.characters[0]?._id}`, { name: hostile.slice(0, 60) });
  const addresses = [
    "/",
    `/tag/${encodeURIComponent(tag)}`,
    `/story/${storyId}/read`,
    `/story/${storyId}/remixes`,
    `/user/${ida.username}`,
    `/search?q=${encodeURIComponent("<img src=x onerror=window.hit=4>")}`,
    `/embed/story/${storyId}`,
  ];
  // As a visitor, and then as its author in the workspace and on the account's pages.
  const open = async (address: string) => {
    const answer = await page.goto(address);
    expect(answer?.status(), address).toBe(200);
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => "hit" in window), address).toBe(false);
  };
  for (const address of addresses) await open(address);
  await page.context().addCookies((await request.storageState()).cookies);
  for (const address of [`/story/${storyId}`, "/dashboard", "/my-stories"]) await open(address);
  await page.goto(`/story/${storyId}`);
  await page.getByRole("button", { name: /^Characters \(1\)$/ }).click();
  await expect(page.getByRole("dialog").getByText(hostile.slice(0, 20)).first()).toBeVisible();
  expect(await page.evaluate(() => "hit" in window)).toBe(false);
});
