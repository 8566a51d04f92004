import { renderToStaticMarkup as render } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { FeedErrorView } from "@/components/feed/feed-error-view";
import { FeedView } from "@/components/feed/feed-view";
import { SearchView } from "@/components/feed/search/search-view";
import { ProfileSkeleton } from "@/components/profile/profile-skeleton";
import { StoryFacts } from "@/components/profile/story-facts";
import { ErrorView } from "@/components/shell/error-view";
import { Providers } from "@/components/shell/providers";
import type { StoryCard, StoryPage } from "@/lib/stories/schema";
import { testCard } from "@/tests/support/api-responses";

vi.mock("next/navigation", async (original) => ({
  ...(await original<typeof import("next/navigation")>()),
  useRouter: () => ({}),
}));

const card = (more: Partial<StoryCard> = {}) =>
  ({ description: "A tide.", status: "published", sceneCount: 0, ...more }) as StoryCard;
const withDate = (more: Partial<StoryCard>) =>
  card({ createdAt: "2026-01-02T23:30:00.000Z", ...more });

describe("under a cover of a profile", () => {
  it("are description, badge, number of scenes and date", () => {
    const html = render(<StoryFacts story={withDate({})} />);
    expect(html).toMatch(/line-clamp-3[^>]*>A tide\./);
    expect(html).toMatch(/text-green[^>]*>Published/);
    expect(html).toContain("0 scenes");
    expect(html).toContain("Jan 2, 2026");
    const draft = render(<StoryFacts story={withDate({ status: "draft", sceneCount: 1 })} />);
    expect(draft).toMatch(/bg-yellow[^>]*>Draft/);
    expect(draft).toContain("1 scene ·");
  });

  it("an unknown status is neutral", () => {
    const odd = withDate({ status: "archived" as StoryCard["status"] });
    expect(render(<StoryFacts story={odd} />)).toMatch(/text-ink-soft[^>]*>archived/);
  });
});

describe("instead of a page that failed", () => {
  it("is an error with an action", () => {
    const html = render(<ErrorView digest="123" />);
    expect(html).toContain("Something went wrong");
    expect(html).toContain("Don&#x27;t worry, our comic heroes are working on fixing this issue!");
    expect(html).toMatch(/<button[^>]*>Try Again<\/button>/);
    expect(html).toMatch(/<button[^>]*>Go Home<\/button>/);
    expect(html).toContain("Reference: 123");
  });

  it("is an error about stories, where it was a list of them", () => {
    const html = render(<FeedErrorView />);
    expect(html).toMatch(/<h1[^>]*>Failed to load stories/);
    expect(html).toMatch(/<button[^>]*>Try Again<\/button>/);
  });
});

it("a loading profile is a skeleton, and says so", () => {
  const html = render(<ProfileSkeleton />);
  expect(html).toMatch(/role="status"[^>]*>Loading profile\.\.\./);
  expect(html.match(/skeleton/g)?.length).toBeGreaterThan(8);
});

it("a list without AI goes on after its last numbered page, without a script too", () => {
  const pagination = { page: 50, pages: 60, total: 720, nextCursor: "there" };
  const page = { stories: [testCard()], pagination, readAt: 0 };
  const html = render(
    <Providers>
      <FeedView page={page} tags={[]} view={{ made: "by-hand" }} />
    </Providers>,
  );
  expect(html).toMatch(/href="\/search\?made=by-hand&amp;after=there"[^>]*>Next page/);
});

describe("a search", () => {
  const found = (total: number): StoryPage => ({
    stories: [],
    pagination: { page: 1, pages: 1, total, nextCursor: null },
  });
  const view = (q: string, more: object = {}) =>
    render(
      <Providers>
        <SearchView
          view={{ q }}
          after={undefined}
          found={null}
          isRateLimited={false}
          tags={[{ tag: "sea", count: 2 }]}
          {...more}
        />
      </Providers>,
    );

  it("shows the input as text", () => {
    const html = view('<img src=x onerror="1">', { found: found(0) });
    expect(html).toContain("&lt;img src=x onerror=&quot;1&quot;&gt;");
    expect(html).not.toContain("<img src=x");
    expect(html).toContain("No stories found");
  });

  it("shows the counted number of results", () => {
    expect(view("a", { found: found(1) })).toContain(">1 story<");
    expect(view("a", { found: found(12) })).toContain(">12 stories<");
    expect(view("a", { found: found(1000) })).toContain("1000 stories and more");
  });

  it("without words suggests searches", () => {
    const html = view("");
    expect(html).toContain("Search by title");
    expect(html).toContain('href="/tag/sea"');
    expect(html).not.toContain("No stories found");
    // Their number is not what the reader searched for.
    expect(view("", { found: found(12) })).not.toContain("12 stories");
  });

  it("too often shows an error, with a way to continue", () => {
    const html = view("tide", { isRateLimited: true });
    expect(html).toContain("Too many requests. Please wait a moment and try again.");
    expect(html).toMatch(/href="\/search\?q=tide"[^>]*>Try Again/);
  });
});
