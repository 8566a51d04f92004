import { Badge } from "@/components/ui/badge";
import { formatLongDate } from "@/components/ui/utils/format-date";
import type { StoryCard } from "@/lib/stories/schema";

const badges: Partial<Record<string, { tone: "green" | "yellow"; label: string }>> = {
  published: { tone: "green", label: "Published" },
  draft: { tone: "yellow", label: "Draft" },
};

/** Below a cover on a profile: description, length, status and date. */
export function StoryFacts({ story }: { story: StoryCard }) {
  const badge = badges[story.status];
  return (
    <div className="card-words">
      <p className="line-clamp-3">{story.description}</p>
      <p className="card-facts">
        <Badge tone={badge?.tone}>{badge?.label ?? story.status}</Badge>
        <span>
          {story.sceneCount} {story.sceneCount === 1 ? "scene" : "scenes"}
        </span>
        <time dateTime={story.createdAt}>{formatLongDate(story.createdAt)}</time>
      </p>
    </div>
  );
}
