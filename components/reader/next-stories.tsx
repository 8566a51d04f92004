import { StoryCover } from "@/components/feed/story-cover";
import { CoverGrid } from "@/components/ui/cover-grid";
import { displayName } from "@/lib/accounts/display-name";
import type { StoryCard } from "@/lib/stories/schema";

/** The author's next stories. */
export function NextStories({ stories }: { stories: readonly StoryCard[] }) {
  const [next] = stories;
  if (!next) return null;
  return (
    <nav aria-labelledby="next-stories" className="next-stories">
      <h3 id="next-stories" className="display text-2xl wrap-anywhere">
        Next by {displayName(next.userId)}
      </h3>
      <CoverGrid>
        {stories.map((story) => (
          <StoryCover key={story._id} story={story} />
        ))}
      </CoverGrid>
    </nav>
  );
}
