import { EmptyDesk } from "@/components/illustrations/empty-desk";
import { Page } from "@/components/shell/page";
import { Chip, ChipRow } from "@/components/ui/chip";
import { CoverGrid } from "@/components/ui/cover-card";
import { EmptyState } from "@/components/ui/empty-state";
import { brand } from "@/lib/platform/brand";
import type { StoryPage, TagCount } from "@/lib/stories/schema";
import { ContinueStory } from "./continue-story";
import { MoreStories } from "./more-stories";
import { NewStoryButton } from "./new-story-button";
import { PromptHero } from "./prompt-hero";
import { StoryCover } from "./story-cover";

interface FeedViewProps {
  page: StoryPage;
  tags: TagCount[];
  tag?: string;
}

export const feedHref = (tag: string | undefined, page = 1) => {
  const query = new URLSearchParams();
  if (tag) query.set("tag", tag);
  if (page > 1) query.set("page", String(page));
  return query.size > 0 ? `/?${query}` : "/";
};

/** The home page: one line to start a story, then everybody's stories. The same for every visitor. */
export function FeedView({ page, tags, tag }: FeedViewProps) {
  const { stories, pagination } = page;
  return (
    <>
      <section className="hero">
        <div className="hero-inner">
          <h1 className="display text-3xl md:text-4xl">{brand.tagline}</h1>
          <div className="hidden w-full md:block">
            <PromptHero />
          </div>
          <p className="max-w-measure text-lg md:hidden">
            Read what others drew with words, or start a story of your own.
          </p>
        </div>
      </section>
      <Page width="wide">
        <ContinueStory />
        <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
          <ChipRow label="Filter by tag">
            <Chip href="/" current={!tag}>
              All
            </Chip>
            {tags.map((entry) => (
              <Chip
                key={entry.tag}
                href={feedHref(entry.tag)}
                current={entry.tag === tag}
                count={entry.count}
              >
                {entry.tag}
              </Chip>
            ))}
          </ChipRow>
          <NewStoryButton />
        </div>
        {stories.length === 0 ? (
          <EmptyState
            picture={<EmptyDesk />}
            title="No stories yet"
            action={<NewStoryButton primary />}
          >
            Create your first story to get started!
          </EmptyState>
        ) : (
          <>
            <h2 className="sr-only">{tag ? `Stories tagged ${tag}` : "Stories"}</h2>
            <CoverGrid>
              {stories.map((story, index) => (
                <StoryCover key={story._id} story={story} eager={index < 6} />
              ))}
            </CoverGrid>
            <MoreStories
              tag={tag}
              cursor={pagination.nextCursor}
              nextHref={
                pagination.page < pagination.pages ? feedHref(tag, pagination.page + 1) : null
              }
            />
          </>
        )}
      </Page>
    </>
  );
}
