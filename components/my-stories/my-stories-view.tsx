import { ImportButton } from "@/components/books/import-button";
import { NumberedPageLinks } from "@/components/feed/covers/cover-list";
import { StoryCover } from "@/components/feed/covers/story-cover";
import { NewStoryButton } from "@/components/feed/new-story-button";
import { NoOwnStories, OwnGrid } from "@/components/feed/own-stories";
import { StoryFacts } from "@/components/profile/story-facts";
import { Page } from "@/components/shell/page";
import { ButtonLink } from "@/components/ui/button";
import { PageHeading } from "@/components/ui/page-heading";
import type { DailyStats, Shelf } from "@/lib/stories/feed/shelf";
import type { StoryCard } from "@/lib/stories/schema";
import { DaysChart } from "./days-chart";

/** All stories of the viewer, drafts included, with their readership. */
export function MyStoriesView({ shelf: { stories, days, fresh, pagination } }: { shelf: Shelf }) {
  return (
    <Page>
      <PageHeading
        className="mb-8"
        title="My stories"
        actions={
          <>
            <ButtonLink href="/my-cast">My cast</ButtonLink>
            <ImportButton />
            {stories.length > 0 && <NewStoryButton />}
          </>
        }
      />
      {stories.length > 0 && <h2 className="sr-only">Stories</h2>}
      <OwnGrid
        className="md:grid-cols-4"
        stories={stories}
        none={<NoOwnStories heading="h2" />}
        render={(story, index) => (
          <MyStoryCard
            key={story._id}
            story={story}
            days={days.get(story._id) ?? []}
            isNewlyPublished={fresh.has(story._id)}
            eager={index < 4}
          />
        )}
      />
      <NumberedPageLinks
        page={pagination.page}
        pages={pagination.pages}
        hrefOf={(number) => (number === 1 ? "/my-stories" : `/my-stories?page=${number}`)}
      />
    </Page>
  );
}

interface MyStoryCardProps {
  story: StoryCard;
  days: DailyStats[];
  /** Just published. */
  isNewlyPublished: boolean;
  eager: boolean;
}

function MyStoryCard({ story, days, isNewlyPublished, eager }: MyStoryCardProps) {
  const { _id, title, status } = story;
  const isPublished = status === "published";
  const wasRead = days.some(({ readers, likes }) => readers + likes > 0);
  return (
    // As high as its row, so that the buttons align.
    <div className="my-story-card flex min-w-0 flex-col gap-2 self-stretch">
      <StoryCover story={story} own eager={eager}>
        <StoryFacts story={story} />
      </StoryCover>
      {/* A draft that was published before still shows its readers. */}
      {wasRead && <DaysChart days={days} />}
      {isPublished && !wasRead && (
        <p className="px-0.5 text-sm text-ink-soft">
          {isNewlyPublished
            ? "A new story. Its readers will be shown here."
            : `No readers in ${days.length} days. Share its link.`}
        </p>
      )}
      <p className="mt-auto flex flex-wrap gap-2">
        <ButtonLink href={`/story/${_id}`} prefetch={false} size="sm">
          Continue<span className="sr-only"> {title}</span>
        </ButtonLink>
        {isPublished && (
          <ButtonLink href={`/story/${_id}/read`} prefetch={false} size="sm" variant="ghost">
            Read<span className="sr-only"> {title}</span>
          </ButtonLink>
        )}
      </p>
    </div>
  );
}
