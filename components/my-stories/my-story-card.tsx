import { StoryCover } from "@/components/feed/covers/story-cover";
import { StoryFacts } from "@/components/profile/story-facts";
import { ButtonLink } from "@/components/ui/button";
import type { DailyStats } from "@/lib/stories/feed/shelf";
import type { StoryCard } from "@/lib/stories/schema";
import { DaysChart } from "./days-chart";

interface MyStoryCardProps {
  story: StoryCard;
  days: DailyStats[];
  /** Just published. */
  isNewlyPublished: boolean;
  eager: boolean;
}

export function MyStoryCard({ story, days, isNewlyPublished, eager }: MyStoryCardProps) {
  const { _id, title, status } = story;
  const isPublished = status === "published";
  const wasRead = days.some(({ readers, likes }) => readers + likes > 0);
  return (
    // As high as its row, so that the buttons align.
    <div className="my-story-card flex min-w-0 flex-col gap-2 self-stretch">
      <StoryCover story={story} own isAuthorShown={false} eager={eager}>
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
