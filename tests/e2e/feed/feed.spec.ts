import { expect, test } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { seedStory, sql } from "@/tests/support/seeding";
import { accountMenu, fillLogin, newUser, signIn } from "../accounts/users";
import { covers, publishStories, wordsOf } from "./published-stories";

test.use({ allowedConsoleErrors: [/status of 404/] });

test(
  "the feed is read, ordered and scrolled to its end",
  { tag: "@phone" },
  async ({ page, browser }, { project }) => {
    const username = await signIn(page);
    const { tag, titles } = await publishStories(username, 25, {
      description: "A keeper, a bell and a sea that comes back every night.",
      likes: 1234,
      remixes: 999,
    });
    // The likes as well: from them and the date all ranks are made anew every five minutes.
    for (const change of ["story_rank set score = 1e6", "story_stat set like_count = 1e9"]) {
      await sql(`update ${change} where story_id = (select id from story where title = $1)`, [
        titles.at(-1),
      ]);
    }
    const isPhone = project.name === "phone";
    const visitor = await (await browser.newContext(project.use)).newPage();
    const asked: string[] = [];
    visitor.on("request", (request) => {
      if (new URL(request.url()).pathname === "/api/stories") asked.push(request.url());
    });
    // So low, and on a desk so narrow, that the end of twelve covers is more than 1000 px away.
    await visitor.setViewportSize({ width: isPhone ? 390 : 800, height: 240 });
    await visitor.goto("/");

    // The prompt box is for desks, and wants words.
    const prompt = visitor.getByRole("form", { name: "Start a story" });
    await expect(prompt).toBeVisible({ visible: !isPhone });
    if (!isPhone) {
      const play = prompt.getByRole("button", { name: "Play" });
      await expect(play).toBeDisabled();
      await prompt.getByLabel("What is your story about?").fill("  ");
      await expect(play).toBeDisabled();
      await prompt.getByLabel("What is your story about?").fill("A keeper");
      await expect(play).toBeEnabled();
    }

    // The page of a tag is about its stories.
    await visitor.goto(`/tag/${encodeURIComponent(tag)}`);
    await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(`Stories tagged ${tag}`);
    await expect(prompt).toHaveCount(0);
    asked.length = 0;

    const chips = visitor.getByRole("group", { name: "Filter by tag" }).getByRole("link");
    await expect(chips.first()).toHaveText("All");
    await expect(chips.first()).toHaveAttribute("href", "/");
    await expect(chips.filter({ hasText: tag })).toHaveAttribute("aria-current", "true");
    await expect(visitor.getByRole("button", { name: "New Story" })).toBeVisible();

    const first = covers(visitor).first();
    await expect(first.getByRole("heading")).toHaveText(titles[0] ?? "");
    await expect(first).toContainText("A keeper, a bell and a sea that comes back every night.");
    await expect(first).toContainText("Jan 25, 2025");
    await expect(first).toContainText("1.2K likes");
    await expect(first).toContainText("999 remixes");
    await expect(first.getByRole("link", { name: "Ida Lund" })).toHaveAttribute(
      "href",
      `/user/${username}`,
    );
    await expect(first.locator("img")).toHaveJSProperty("complete", true);
    await expect(first.getByRole("heading").getByRole("link")).toHaveAttribute(
      "href",
      /^\/story\/[0-9a-f-]{36}\/read$/,
    );
    await expectAccessible(visitor, "feed");

    // Twelve at a time, each time before the bottom is reached, until there are no more.
    const lowest = () =>
      covers(visitor)
        .last()
        .evaluate((card) => card.getBoundingClientRect().bottom - innerHeight);
    expect(await lowest()).toBeGreaterThan(1000);
    await expect(covers(visitor)).toHaveCount(12);
    expect(asked).toEqual([]);
    for (const count of [24, 25]) {
      await visitor.evaluate((gap) => scrollBy(0, gap), (await lowest()) - 950);
      await expect(covers(visitor)).toHaveCount(count);
    }
    expect(await covers(visitor).getByRole("heading").allTextContents()).toEqual(titles);
    expect(asked).toHaveLength(2);
    for (const url of asked) expect(new URL(url).searchParams.get("limit")).toBe("12");

    // Back from a story, the list is as it was, without a new request.
    await covers(visitor).nth(24).getByRole("heading").getByRole("link").click();
    await expect(visitor).toHaveURL(/\/read$/);
    await visitor.goBack();
    await expect(covers(visitor)).toHaveCount(25);
    expect(asked).toHaveLength(2);

    await visitor.getByRole("navigation", { name: "Order" }).getByText("Popular").click();
    await expect(visitor).toHaveURL(/sort=popular/);
    await expect(covers(visitor).first().getByRole("heading")).toHaveText(titles.at(-1) ?? "");
    await visitor.context().close();

    // For its author a cover leads to the table.
    await page.goto(`/tag/${encodeURIComponent(tag)}`);
    await expect(covers(page).first().getByRole("heading").getByRole("link")).toHaveAttribute(
      "href",
      /^\/story\/[0-9a-f-]{36}$/,
    );
  },
);

test(
  "the hero begins a story, by one button on a phone and by a sentence that is kept on a desk",
  { tag: ["@phone-full", "@full"] },
  async ({ page }, { project }) => {
    const person = newUser();
    await page.goto("/");
    await call(page, "POST", "/auth/register", person);
    await page.context().clearCookies();
    await page.goto("/");
    const kept = page.getByText("Not signed in? Your sentence is kept while you sign in.");
    const begin = page.locator(".hero").getByRole("button", { name: "New Story" });
    const box = page.getByLabel("What is your story about?");
    if (project.name === "phone") {
      await expect(kept).toBeHidden();
      await begin.click();
    } else {
      await expect(begin).toBeHidden();
      await expect(kept).toBeVisible();
      await expect(page.getByRole("button", { name: "Play" })).toHaveAccessibleDescription(
        /Your sentence is kept/,
      );
      await box.fill("A keeper finds a bell.");
      await box.press("Enter");
    }
    await expect(page).toHaveURL("/login?from=%2F");
    const promise =
      project.name === "phone" ? "Your story begins as soon as" : "A keeper finds a bell.";
    await expect(page.getByText(promise)).toBeVisible();
    await page.getByRole("link", { name: "Create an account" }).click();
    await expect(page.getByText(promise)).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await expect(page.getByRole("heading", { name: "Sign In" })).toBeVisible();
    await fillLogin(page, person.email, person.password);
    // The pressed action continues, with the same search words.
    await expect(page).toHaveURL(/\/story\/[0-9a-f-]{36}$/);
    const told = page.getByLabel("What is your story about?");
    await expect(told).toHaveValue(project.name === "phone" ? "" : "A keeper finds a bell.");
    // Once: home is home again.
    await page.goto("/");
    await expect(accountMenu(page)).toBeVisible();
    await expect(kept).toBeHidden();
    if (project.name === "phone") await expectAccessible(page, "home on a phone");
    await expect(page).toHaveURL("/");
    if (project.name === "phone") {
      await begin.click();
    } else {
      await expect(box).toHaveValue("");
      await box.fill("A bell finds a keeper.");
      await page.getByRole("button", { name: "Play" }).click();
    }
    await expect(page).toHaveURL(/\/story\/[0-9a-f-]{36}$/);
  },
);

test("covers of all formats share one format in complete rows, cropped around faces", {
  tag: ["@phone", "@full"],
}, async ({ page }) => {
  const username = await signIn(page);
  const { tag } = await publishStories(username, 11);
  const wide = await seedStory({
    username,
    title: `Wide ${tag}`,
    scenes: [1],
    aspectRatio: "3:2",
    tags: [tag],
    publishedAt: "2025-02-01T00:00:00Z",
  });
  await sql(`update panel set faces = $2 from scene c where c.id = scene_id and c.story_id = $1`, [
    wide,
    JSON.stringify([{ name: "Keeper", box: { x: 0.9, y: 0.2, width: 0.1, height: 0.2 } }]),
  ]);
  await page.goto(`/tag/${encodeURIComponent(tag)}`);
  await expect(covers(page)).toHaveCount(12);
  const formats = await page
    .locator(".card-cover")
    .evaluateAll((all) => all.map((each) => each.clientWidth / each.clientHeight));
  for (const format of formats) expect(format).toBeCloseTo(0.75, 1);
  // The title lies beside the picture, not on the feet of who stands in it.
  const laps = await page.locator(".card-cover:has(img)").evaluateAll((all) =>
    all.map((each) => {
      const box = (selector: string) => each.querySelector(selector)?.getBoundingClientRect();
      return (box("img")?.bottom ?? 0) - (box(".card-strip")?.top ?? 0);
    }),
  );
  expect(laps.length).toBeGreaterThan(0);
  for (const lap of laps) expect(lap).toBeLessThanOrEqual(1);
  await expect(page.getByRole("article").filter({ hasText: "Wide" }).locator("img")).toHaveCSS(
    "object-position",
    "100% 50%",
  );
  for (const width of [360, 700, 900, 1100, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const columns = await page
      .locator(".cover-grid")
      .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(" ").length);
    expect(12 % columns, `${columns} columns at ${width} px`).toBe(0);
  }
});

test("a browser without storage shows the home page all the same", { tag: "@full" }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    for (const name of ["sessionStorage", "localStorage"]) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("Refused", "SecurityError");
        },
      });
    }
  });
  await page.goto("/");
  const line = page.getByLabel("What is your story about?");
  await line.fill("A lamp goes out.");
  await expect(page.getByRole("button", { name: "Play" })).toBeEnabled();
  await expect(page.getByText("Failed to load stories")).toHaveCount(0);
});

test("without JavaScript links lead to the last page, and none beyond it", async ({
  page,
  browser,
  request,
}, { project }) => {
  const username = await signIn(page);
  const { tag, titles } = await publishStories(username, 25, { pictures: false });
  const context = await browser.newContext({ ...project.use, javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(`/tag/${encodeURIComponent(tag)}`);
  const seen: string[] = [];
  for (let number = 1; ; number += 1) {
    await plain.waitForLoadState();
    await expect(plain.getByText(`Page ${number} of 3`).last()).toBeVisible();
    seen.push(...(await covers(plain).getByRole("heading").allTextContents()));
    const next = plain.getByRole("link", { name: "Next page" });
    if ((await next.count()) === 0) break;
    await next.click();
  }
  expect(seen).toEqual(titles);
  await plain.getByRole("link", { name: "Previous page" }).first().click();
  await expect(plain.getByText("Page 2 of 3").first()).toBeVisible();

  for (const address of [
    `/tag/${encodeURIComponent(tag)}?page=4`,
    `/tag/${encodeURIComponent(tag)}?sort=popular&page=50`,
    "/?page=0",
    "/?page=49",
    "/?page=51",
    "/?page=99",
    "/?page=1000",
    "/?page=last",
  ]) {
    const answered = await request.get(address);
    expect(answered.status(), address).toBe(404);
    expect(wordsOf(await answered.text()), address).toContain("Page Not Found");
  }

  // A search is a form that any browser sends.
  await plain.getByLabel("Search stories").fill(`${tag} 25`);
  await plain.getByLabel("Search stories").press("Enter");
  await expect(plain).toHaveURL(/\/search\?q=/);
  await expect(covers(plain).getByRole("heading")).toHaveText([titles[0] ?? ""]);
  await context.close();
});
