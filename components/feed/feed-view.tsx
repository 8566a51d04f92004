import { randomUUID } from "node:crypto";
import { EmptyDesk } from "@/components/illustrations/empty-desk";
import { ContinueReading } from "@/components/reading-progress/continue-reading";
import { Page } from "@/components/shell/page";
import { RevalidateOnBfcache } from "@/components/shell/revalidate-on-bfcache";
import { EmptyState } from "@/components/ui/empty-state";
import { brand } from "@/lib/platform/brand";
import { feedHref, searchHref, type FeedView as View } from "@/lib/stories/feed-urls";
import type { StoryPage, TagCount } from "@/lib/stories/schema";
import { ContinueStory } from "./continue-story";
import { CoverList } from "./cover-list";
import { FeedToolbar } from "./feed-toolbar";
import { NewStoryButton } from "./new-story-button";
import { PromptHero } from "./prompt-hero";
import { TagChips } from "./tag-chips";

interface FeedViewProps {
  page: StoryPage & { readAt: number };
  /** Null if reading the tags failed. */
  tags: TagCount[] | null;
  view: View;
}

/** The highest page number; lists continue by cursor. */
const maxPage = 50;

/**
 * The home page: the prompt box, then all public stories or those of a tag. The same for every
 * visitor.
 */
export function FeedView({ page: { stories, pagination, readAt }, tags, view }: FeedViewProps) {
  const { page, pages, nextCursor } = pagination;
  const next =
    nextCursor === null
      ? null
      : page < maxPage
        ? feedHref(view, page + 1)
        : view.made
          ? null
          : searchHref(view, nextCursor);
  const empty = emptyOf(view);
  return (
    <>
      <RevalidateOnBfcache renderId={randomUUID()} />
      {!view.tag && <Hero />}
      <Page width="wide">
        {view.tag ? (
          <h1 className="display mb-6 text-3xl wrap-anywhere">Stories tagged {view.tag}</h1>
        ) : (
          <>
            <ContinueReading />
            <ContinueStory view={view} />
          </>
        )}
        <FeedToolbar view={view} />
        <TagChips tags={tags} view={view} />
        {stories.length === 0 ? (
          <EmptyState
            picture={<EmptyDesk />}
            title={empty.title}
            action={<NewStoryButton primary />}
          >
            {empty.text}
          </EmptyState>
        ) : (
          <>
            <h2 className="sr-only">Stories</h2>
            <CoverList
              stories={stories}
              view={view}
              list={{ ...view, page }}
              readAt={readAt}
              cursor={nextCursor}
              previous={page > 1 ? feedHref(view, page - 1) : null}
              next={next}
              pageLabel={page > 1 || nextCursor ? `Page ${page} of ${pages}` : null}
            />
          </>
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

function Hero() {
  return (
    <section className="hero">
      <div className="hero-inner">
        <h1 className="display text-3xl md:text-4xl">{brand.tagline}</h1>
        <div className="hero-prompt">
          <PromptHero />
        </div>
        <div className="grid justify-items-center gap-4 md:hidden">
          <p className="max-w-measure text-lg">Read comics by others, or start your own.</p>
          <NewStoryButton primary size="lg">
            Begin a Story
          </NewStoryButton>
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
