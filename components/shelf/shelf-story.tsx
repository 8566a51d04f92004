import { StoryCover } from "@/components/feed/story-cover";
import { StoryFacts } from "@/components/profile/story-facts";
import { ButtonLink } from "@/components/ui/button";
import type { StoryCard } from "@/lib/stories/schema";
import type { DayOfStory } from "@/lib/stories/shelf";
import { DaysChart } from "./days-chart";

interface ShelfStoryProps {
  story: StoryCard;
  days: DayOfStory[];
  /** Just published. */
  isFresh: boolean;
  eager: boolean;
}

export function ShelfStory({ story, days, isFresh, eager }: ShelfStoryProps) {
  const { _id, title, status } = story;
  const isOpen = status === "published";
  const wasRead = days.some(({ readers, likes }) => readers + likes > 0);
  return (
    <div className="shelf-story">
      <StoryCover story={story} own signed={false} eager={eager}>
        <StoryFacts story={story} />
      </StoryCover>
      {/* A draft that was published once still shows who read it. */}
      {wasRead && <DaysChart days={days} />}
      {isOpen && !wasRead && (
        <p className="shelf-note text-sm text-ink-soft">
          {isFresh
            ? "A new story: its readers are counted here."
            : `No readers in ${days.length} days: share its link.`}
        </p>
      )}
      <p className="flex flex-wrap gap-2">
        <ButtonLink href={`/story/${_id}`} prefetch={false} size="sm">
          Continue<span className="sr-only"> {title}</span>
        </ButtonLink>
        {isOpen && (
          <ButtonLink href={`/story/${_id}/read`} prefetch={false} size="sm" variant="ghost">
            Read<span className="sr-only"> {title}</span>
          </ButtonLink>
        )}
      </p>
    </div>
  );
}
