import { ScenesAndDate } from "@/components/feed/covers/scenes-and-date";
import { Badge } from "@/components/ui/badge";
import type { StoryCard } from "@/lib/stories/schema";

const badges: Partial<Record<string, { tone: "green" | "yellow"; label: string }>> = {
  published: { tone: "green", label: "Published" },
  draft: { tone: "yellow", label: "Draft" },
};

interface StoryFactsProps {
  story: StoryCard;
  /** In a list of one status, badges that all say the same are for screen readers alone. */
  isOneStatus?: boolean;
}

/**
 * Description, status, length and date below a cover on profiles and among the author's own
 * stories.
 */
export function StoryFacts({ story, isOneStatus = false }: StoryFactsProps) {
  const badge = badges[story.status];
  const label = badge?.label ?? story.status;
  return (
    <div className="card-words">
      <p className="line-clamp-3 min-h-[3lh] text-ink">{story.description}</p>
      <p className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1">
        {isOneStatus ? (
          <span className="sr-only">{label}</span>
        ) : (
          <Badge tone={badge?.tone}>{label}</Badge>
        )}
        <span>
          <ScenesAndDate story={story} />
        </span>
      </p>
    </div>
  );
}
