import type { ReactNode } from "react";
import { StoryFacts } from "@/components/profile/story-facts";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { CoverGrid } from "@/components/ui/pictures/cover-grid";
import { Illustration } from "@/components/ui/pictures/illustration";
import type { StoryCard } from "@/lib/stories/schema";
import { StoryCover } from "./covers/story-cover";
import { IfLocalDraft } from "./if-local-draft";
import { NewStoryButton } from "./new-story-button";

/** The viewer's stories on the dashboard, newest first. */
export function OwnStories({ stories, total }: { stories: StoryCard[]; total: number }) {
  const written = total - stories.filter((story) => story.isUntouched).length;
  return (
    <section aria-labelledby="own-stories">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-4">
        <h2 id="own-stories" className="display text-2xl">
          Your stories
        </h2>
        <div className="flex flex-wrap gap-3">
          {total > stories.length && (
            <ButtonLink href="/my-stories">All {written} stories</ButtonLink>
          )}
          {written > 0 && <NewStoryButton />}
        </div>
      </div>
      <OwnGrid
        stories={stories}
        none={<NoOwnStories heading="h3" />}
        render={(story) => (
          <StoryCover key={story._id} story={story} own>
            <StoryFacts story={story} />
          </StoryCover>
        )}
      />
    </section>
  );
}

/** The viewer's stories, without drafts that are empty here too. */
export function OwnGrid({
  stories,
  none,
  render,
  className,
}: {
  stories: StoryCard[];
  /** Shown if no story is left. */
  none: ReactNode;
  render: (story: StoryCard, index: number) => ReactNode;
  className?: string;
}) {
  const untouched = stories.filter((story) => story.isUntouched).map(({ _id }) => _id);
  const grid = (
    <CoverGrid className={className}>
      {stories.map((story, index) =>
        story.isUntouched ? (
          <IfLocalDraft key={story._id} ids={[story._id]}>
            {render(story, index)}
          </IfLocalDraft>
        ) : (
          render(story, index)
        ),
      )}
    </CoverGrid>
  );
  if (untouched.length < stories.length) return grid;
  return (
    <IfLocalDraft ids={untouched} fallback={none}>
      {grid}
    </IfLocalDraft>
  );
}

/** Shown to people without stories. */
export function NoOwnStories({ heading }: { heading: "h2" | "h3" }) {
  return (
    <EmptyState
      heading={heading}
      picture={<Illustration name="empty-desk" />}
      title="No stories yet"
      action={
        <>
          <NewStoryButton primary />
          <ButtonLink href="/" prefetch={false}>
            See what others made
          </ButtonLink>
        </>
      }
    >
      Create your first story to get started!
    </EmptyState>
  );
}
