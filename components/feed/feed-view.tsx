import { randomUUID } from "node:crypto";
import Link from "next/link";
import { Activity } from "react";
import { RevalidateOnBfcache } from "@/components/accounts/session/revalidate-on-bfcache";
import { ContinueReading } from "@/components/reading-progress/continue-reading";
import { Page } from "@/components/shell/page";
import { EmptyState } from "@/components/ui/empty-state";
import { Illustration } from "@/components/ui/pictures/illustration";
import { brand } from "@/lib/platform/brand";
import { originLabels } from "@/lib/stories/ai-disclosure";
import type { HomeRow } from "@/lib/stories/feed/home-rows";
import {
  feedHref,
  maxPageNumber,
  searchHref,
  type FeedView as View,
} from "@/lib/stories/feed/urls";
import type { StoryPage, TagCount } from "@/lib/stories/schema";
import { ContinueStory } from "./continue-story";
import { CoverList } from "./covers/cover-list";
import { LiveLikes } from "./covers/live-likes";
import { StoryCover } from "./covers/story-cover";
import { FeedToolbar, ListOrders } from "./feed-toolbar";
import { NewStoryButton } from "./new-story-button";
import { PromptHero } from "./prompt-hero";
import { TagChips } from "./tag-chips";

interface FeedViewProps {
  page: StoryPage & { readAt: number };
  /** Null if reading the tags failed. */
  tags: TagCount[] | null;
  /** Rows of covers above the first page of the whole feed. */
  rows?: readonly HomeRow[];
  view: View;
}

/** The row of a list's title and the controls beside it. */
const listHead =
  "mb-3 flex break-after-avoid flex-wrap items-center justify-between gap-x-4 gap-y-2";

/**
 * The home page: the prompt box, then all public stories or those of a tag. The same for every
 * visitor.
 */
export function FeedView({
  page: { stories, pagination, readAt },
  tags,
  rows = [],
  view,
}: FeedViewProps) {
  const { page, pages, nextCursor } = pagination;
  const next =
    nextCursor === null
      ? null
      : page < maxPageNumber
        ? feedHref(view, page + 1)
        : searchHref(view, nextCursor);
  const list = { ...view, page };
  const empty = emptyOf(view);
  return (
    <>
      <RevalidateOnBfcache renderId={randomUUID()} />
      {!view.tag && <Hero />}
      <Page width="wide" className="md:pt-6">
        {view.tag ? (
          <h1 className="display mb-6 text-3xl wrap-anywhere">Stories tagged {view.tag}</h1>
        ) : (
          <>
            <ContinueReading />
            <ContinueStory view={view} />
          </>
        )}
        <FeedToolbar view={view}>
          <TagChips tags={tags} view={view} />
        </FeedToolbar>
        {rows.length > 0 && (
          // The list's own request: a story in both shows one count.
          <LiveLikes list={list} readAt={readAt}>
            <HomeRows rows={rows} />
          </LiveLikes>
        )}
        <div id="all-stories" className={listHead}>
          <h2 className={view.tag ? "sr-only" : "display text-xl"}>
            {view.made ? originLabels.without : "All stories"}
          </h2>
          <ListOrders view={view} />
        </div>
        {stories.length === 0 ? (
          <EmptyState
            picture={<Illustration name="empty-desk" />}
            title={empty.title}
            action={<NewStoryButton primary />}
          >
            {empty.text}
          </EmptyState>
        ) : (
          <CoverList
            stories={stories}
            view={view}
            list={list}
            readAt={readAt}
            cursor={nextCursor}
            previous={page > 1 ? feedHref(view, page - 1) : null}
            next={next}
            pageLabel={page > 1 || nextCursor ? `Page ${page} of ${pages}` : null}
            isLow={rows.length > 0}
          />
        )}
        {view.tag && (
          <div className="mt-12 empty:hidden">
            <ContinueStory view={view} />
          </div>
        )}
      </Page>
    </>
  );
}

/** Rows of covers, each the beginning of a list. Hydrated after the rest, or when touched. */
function HomeRows({ rows }: { rows: readonly HomeRow[] }) {
  return rows.map(({ title, href, stories }, row) => (
    <Activity key={href}>
      <section aria-label={title} className="mb-8">
        <div className={listHead}>
          <h2 className="display text-xl wrap-anywhere">{title}</h2>
          <Link href={href} prefetch={false} className="link print:hidden">
            See all <span className="sr-only">in {title}</span>
          </Link>
        </div>
        <div className="cover-row">
          {stories.map((story, index) => (
            <StoryCover key={story._id} story={story} eager={row === 0 && index < 6} brief />
          ))}
        </div>
      </section>
    </Activity>
  ));
}

/**
 * The prompt box in a bubble, so low that covers show without scrolling. A phone has a button
 * instead, and of the bubble only its notice of a story that is being opened.
 */
function Hero() {
  return (
    <section className="hero relative overflow-hidden border-b-2 border-ink bg-yellow text-on-yellow print:hidden">
      <div className="relative mx-auto grid max-w-wide justify-items-center gap-4 px-4 py-5 text-center md:px-8 md:pb-10 lg:grid-cols-[auto_minmax(0,1fr)] lg:items-center lg:gap-8 lg:text-start">
        <h1 className="display text-2xl lg:max-w-[19ch] lg:text-[2.25rem]/9.5">{brand.tagline}</h1>
        <div className="relative w-full max-md:not-has-[>[role=status]]:hidden max-md:[&>:not([role=status])]:hidden">
          <PromptHero />
        </div>
        {/* On yellow in both themes. */}
        <div className="[--color-blue:#14639b] [--color-ink:var(--color-on-yellow)] [--shadow-hard:3px_3px_0_0_var(--color-on-yellow)] md:hidden">
          <NewStoryButton primary size="lg" />
        </div>
      </div>
    </section>
  );
}

function emptyOf({ made, tag }: View): { title: string; text: string } {
  if (made) {
    return {
      title: "No stories without AI yet",
      text: "Stories that their authors mark as made without AI, in Story Settings, appear here.",
    };
  }
  return {
    title: "No stories yet",
    text: `${tag ? "There are no stories with this tag yet. " : ""}Create your first story to get started!`,
  };
}
