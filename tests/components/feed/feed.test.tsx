import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { ContinueStory } from "@/components/feed/continue-story";
import { CoverList } from "@/components/feed/covers/cover-list";
import { FeedView } from "@/components/feed/feed-view";
import { MoreStories } from "@/components/feed/more-stories";
import { NewStoryButton } from "@/components/feed/new-story-button";
import { OwnStories } from "@/components/feed/own-stories";
import { SearchView } from "@/components/feed/search/search-view";
import { TagChips } from "@/components/feed/tag-chips";
import { draftEntry } from "@/tests/support/draft-entry";
import { expectAccessible } from "../support/accessibility";
import { aStory, aStoryPage, testCard, testId, testUser } from "../support/builders";
import { allowErrors } from "../support/console";
import { advanceTime, fakeTime, fill, render } from "../support/render";
import { router } from "../support/router";
import { failWith, server } from "../support/server";

const list = "GET /api/stories";
const create = "POST /api/stories";
const story = aStory();

/** The reader comes near the end of the page. */
function nearEnd() {
  class Observer {
    constructor(private readonly seen: (entries: { isIntersecting: boolean }[]) => void) {}
    observe = () => this.seen([{ isIntersecting: true }]);
    disconnect() {}
  }
  vi.stubGlobal("IntersectionObserver", Observer);
}

it("a failed load of more stories shows an error and a retry", async () => {
  nearEnd();
  fakeTime();
  const api = server({ [list]: failWith("rate_limited", "Slow down") });
  const { user } = await render(<MoreStories view={{ tag: "shelf" }} cursor="there" />);
  const notice = async (words: string) =>
    within((await screen.findByText(words)).closest("[role=alert]") as HTMLElement);
  const busy = await notice("Too many requests. Please wait a moment and try again.");
  api.answer({ [list]: failWith("internal", "boom") });
  await user.click(busy.getByRole("button", { name: "Try Again" }));
  // The app itself tries it twice more.
  await advanceTime(5_000);
  const failed = await notice("Failed to load stories");
  api.answer({ [list]: aStoryPage() });
  await user.click(failed.getByRole("button", { name: "Try Again" }));
  await screen.findByRole("link", { name: /Low Tide/ });
  expect(screen.queryByText("Failed to load stories")).toBeNull();
  expect(api.calls(list).every(({ query }) => query.cursor === "there")).toBe(true);
  vi.unstubAllGlobals();
});

describe("an empty feed", () => {
  const feed = (tag?: string) => (
    <FeedView page={{ ...aStoryPage([]), readAt: 0 }} tags={[]} view={{ tag }} />
  );
  const readings = "GET /api/readings";
  const sentence = () => screen.getByLabelText("What is your story about?");

  it("invites a visitor to sign in, and drops the request when the sentence has changed", async () => {
    // happy-dom knows no <search>.
    allowErrors(/unrecognized in this browser/);
    const empty = await render(feed("nobody-has-this-tag"));
    screen.getByRole("heading", { name: "No stories yet" });
    screen.getByText(/Create your first story to get started!$/);
    await expectAccessible();
    const [button] = screen.getAllByRole("button", { name: "New Story" });
    await empty.user.click(button as HTMLElement);
    await waitFor(() => expect(router.pushed).toEqual(["/login?from=%2F"]));
    empty.unmount();
    const home = await render(feed(), { at: "/" });
    await fill(home.user, sentence(), "A keeper finds a lamp.");
    home.unmount();
    const api = server({ [list]: aStoryPage([]), [create]: story, [readings]: [] });
    await render(feed(), { viewer: testUser(), at: "/" });
    expect(sentence()).toHaveProperty("value", "A keeper finds a lamp.");
    await screen.findByText("No drafts yet. Start a new story?");
    expect(router.href).toBe("/");
    expect(api.calls(create)).toEqual([]);
  });

  it("begins a story, or shows the reason and keeps the sentence", async () => {
    const api = server({
      [list]: aStoryPage([]),
      [create]: failWith("unavailable", "The database is away."),
      [readings]: [],
    });
    const { user } = await render(feed(), { viewer: testUser(), at: "/" });
    // Pasted text is not cut.
    await fill(user, sentence(), "x".repeat(1001));
    await user.click(screen.getByRole("button", { name: "Play" }));
    screen.getByText("Story description must be 1000 characters or less");
    expect(api.calls(create)).toEqual([]);
    await fill(user, sentence(), "  A keeper finds a bell.  ");
    await user.click(screen.getByRole("button", { name: "Play" }));
    await screen.findByText("The database is away.");
    expect(sentence()).toHaveProperty("value", "  A keeper finds a bell.  ");
    api.answer({ [create]: story });
    await user.click(screen.getByRole("button", { name: "Play" }));
    await waitFor(() => expect(router.href).toBe(`/story/${story._id}`));
    expect(api.sent(create)[1]).toEqual({
      title: "My New Story",
      description: "A keeper finds a bell.",
      aspectRatio: "3:4",
      panels: 1,
      defaultPanels: 1,
    });
  });
});

it("New Story reuses an untouched draft, and no other", async () => {
  const first = testCard({ _id: testId("11"), title: "My New Story", isUntouched: true });
  const drafts = [first];
  const api = server({ [list]: () => aStoryPage(drafts), [create]: aStory({ _id: testId("12") }) });
  const begin = async () => {
    const shown = await render(<NewStoryButton />, { viewer: testUser(), at: "/" });
    await shown.user.click(screen.getByRole("button", { name: "New Story" }));
    await waitFor(() => expect(router.href).toMatch(/^\/story\//));
    shown.unmount();
    return router.href;
  };
  const own = () => render(<OwnStories stories={drafts} total={1} />, { viewer: testUser() });
  expect(await begin()).toBe(`/story/${first._id}`);
  // Only looked at, it stands nowhere.
  const before = await own();
  screen.getByRole("heading", { name: "No stories yet" });
  expect(screen.queryByRole("link", { name: /My New Story/ })).toBeNull();
  before.unmount();
  expect(await begin()).toBe(`/story/${first._id}`);
  expect(api.calls(create)).toEqual([]);
  // Words that only this browser has are words.
  localStorage.setItem(...draftEntry("onboarding", first._id, "A keeper finds a bell."));
  expect(await begin()).toBe(`/story/${testId("12")}`);
  await own();
  await screen.findByRole("link", { name: /My New Story/ });
});

it("stories with one title are told apart by their scenes, date and state", async () => {
  const twins = [
    testCard({ _id: testId("21"), title: "Low Tide", sceneCount: 1, status: "published" }),
    testCard({ _id: testId("22"), title: "Low Tide", sceneCount: 4, status: "draft" }),
  ];
  server({ [list]: aStoryPage(twins.slice(1)) });
  await render(
    <>
      <OwnStories stories={twins} total={2} />
      <ContinueStory view={{}} />
    </>,
    { viewer: testUser() },
  );
  const [first, second] = screen.getAllByRole("article");
  expect(first?.textContent).toMatch(/Published.*1 scene · Nov 1, 2026/);
  expect(second?.textContent).toMatch(/Draft.*4 scenes · Nov 1, 2026/);
  const next = within(screen.getByRole("region", { name: "Continue your story" }));
  await next.findByRole("link", { name: /Low Tide.*4 scenes · Nov 1, 2026/ });
});

it("the home page has rows of covers, each with its whole list, above all stories", async () => {
  allowErrors(/unrecognized in this browser/);
  const cards = [testCard({ likeCount: 3, remixCount: 2 })];
  const rows = [
    { title: "New", href: "/#all-stories", stories: cards },
    { title: "sea", href: "/tag/sea?sort=popular", stories: cards },
  ];
  await render(
    <FeedView
      page={{ ...aStoryPage(cards), readAt: Date.now() }}
      tags={[]}
      rows={rows}
      view={{}}
    />,
    {
      at: "/",
    },
  );
  const headings = screen.getAllByRole("heading", { level: 2 }).map((one) => one.textContent);
  expect(headings).toEqual(["New", "sea", "All stories"]);
  const sea = within(screen.getByRole("region", { name: "sea" }));
  expect(sea.getByRole("link", { name: "See all in sea" }).getAttribute("href")).toBe(
    rows[1]?.href,
  );
  expect(sea.getByRole("article").textContent).toMatch(/3 likes$/);
  await expectAccessible();
});

it("a search shows the people it finds, with their stories", async () => {
  const { userId: ada } = testCard();
  const search = { correctedTo: null, words: ["ad"], isWhole: true, excerpts: {}, tags: [] };
  const people = [1, 12].map((storyCount) => ({
    ...ada,
    _id: testId(`${storyCount}`),
    storyCount,
  }));
  const found = { ...aStoryPage([]), search: { ...search, people } };
  await render(
    <SearchView
      view={{ q: "ad" }}
      after={undefined}
      found={found}
      isRateLimited={false}
      tags={[]}
    />,
    { at: "/search" },
  );
  const group = within(screen.getByRole("region", { name: "People" }));
  const links = group.getAllByRole("link");
  expect(links.map((link) => link.textContent)).toEqual([
    expect.stringMatching(/@ada · 1 story$/),
    expect.stringMatching(/@ada · 12 stories$/),
  ]);
  expect(links[0]?.getAttribute("href")).toBe("/user/ada");
});

it("an empty search shows all stories, in the selected order", async () => {
  const found = aStoryPage([1, 2, 3].map((number) => testCard({ _id: testId(`${number}`) })));
  const view = (
    <SearchView view={{ q: "" }} after={undefined} found={found} isRateLimited={false} tags={[]} />
  );
  await render(view, { at: "/search" });
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Search stories");
  const order = within(screen.getByRole("navigation", { name: "Order" }));
  expect(order.getByRole("link", { current: true }).textContent).toBe("New");
  expect(screen.getAllByRole("heading", { name: "Low Tide" })).toHaveLength(3);
  await expectAccessible();
});

it("tags are loaded again after ten minutes, with an error where that fails", async () => {
  fakeTime();
  const tags = "GET /api/stories/tags";
  const noir = [{ tag: "noir", count: 2 }];
  const api = server({ [tags]: noir });
  const { user } = await render(<TagChips tags={noir} view={{}} />, { at: "/" });
  const lookAgain = async () => {
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    await advanceTime(5_000);
  };
  const chips = () =>
    within(screen.getByRole("group", { name: "Filter by tag" })).getAllByRole("link");
  const minute = 60_000;
  await advanceTime(9.75 * minute);
  await lookAgain();
  expect(api.calls(tags)).toEqual([]);

  api.answer({ [tags]: failWith("unavailable", "away") });
  await advanceTime(minute);
  await lookAgain();
  await waitFor(() => expect(api.calls(tags)).toHaveLength(3));
  await advanceTime(1_000);
  // The old ones serve for half an hour, without a word below a full row.
  expect(chips()).toHaveLength(2);
  expect(screen.queryByText("Failed to load tags")).toBeNull();
  await advanceTime(20 * minute);
  await lookAgain();
  await waitFor(() => expect(chips().map((chip) => chip.textContent)).toEqual(["All"]));
  screen.getByText("Failed to load tags");

  api.answer({ [tags]: noir });
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  await waitFor(() => expect(chips()[1]?.textContent).toMatch(/noir/));
  expect(screen.queryByText("Failed to load tags")).toBeNull();
});

it("shows likes at most five minutes old, of a list that was kept or stays open", async () => {
  fakeTime();
  let likeCount = 7;
  const api = server({ [list]: () => aStoryPage([testCard({ likeCount })]) });
  const covers = (age: number) => (
    <CoverList
      stories={[testCard({ likeCount: 3 })]}
      view={{ sort: "popular" }}
      list={{ sort: "popular", page: 2 }}
      readAt={Date.now() - age}
      cursor={null}
      next={null}
    />
  );
  const likes = () => document.querySelector(".counts")?.textContent;
  const kept = await render(covers(0), { at: "/" });
  await advanceTime(1_000);
  expect(likes()).toMatch(/^3 likes/);
  expect(api.calls(list)).toEqual([]);
  kept.unmount();

  await render(covers(301_000), { at: "/" });
  await waitFor(() => expect(likes()).toMatch(/^7 likes/));
  expect(api.calls(list)[0]?.query).toMatchObject({ sort: "popular", page: "2" });
  likeCount = 1;
  await advanceTime(301_000);
  await waitFor(() => expect(likes()).toMatch(/^1 like0/));
});

it("a story in a row of the home page and in the list shows one number of likes", async () => {
  fakeTime();
  const api = server({ [list]: () => aStoryPage([testCard({ likeCount: 7 })]) });
  const stories = [testCard({ likeCount: 3 })];
  const page = { ...aStoryPage(stories), readAt: Date.now() - 301_000 };
  const rows = [{ title: "New", href: "/#all-stories", stories }];
  await render(<FeedView page={page} tags={[]} rows={rows} view={{}} />, { at: "/" });
  const likes = () =>
    screen.getAllByRole("article").map((cover) => /\d+ likes/.exec(cover.textContent)?.[0]);
  await waitFor(() => expect(likes()).toEqual(["7 likes", "7 likes"]));
  expect(api.calls(list)).toHaveLength(1);
});
