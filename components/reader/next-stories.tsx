import { BookOpen } from "lucide-react";
import Link from "next/link";
import { StoryCover } from "@/components/feed/story-cover";
import { CoverGrid } from "@/components/ui/cover-grid";
import { ImageWithFallback } from "@/components/ui/image-with-fallback";
import { displayName, shortName } from "@/lib/accounts/display-name";
import { partHref } from "@/lib/stories/reading/parts";
import type { StoryCard } from "@/lib/stories/schema";

/** The author's next story. Its page loads once the reader comes near this link, and not before. */
export function NextStory({ story }: { story: StoryCard }) {
  const { previewImage, preview, coverPosition, title, sceneCount } = story;
  return (
    <nav aria-labelledby="next-story" className="next-story">
      <h3 id="next-story" className="display text-2xl wrap-anywhere">
        Next by {displayName(story.userId)}
      </h3>
      <Link href={partHref(story._id, 1)} prefetch>
        {previewImage && (
          <ImageWithFallback
            src={previewImage}
            srcSet={preview.srcSet || undefined}
            sizes="9rem"
            alt=""
            style={{ objectPosition: coverPosition }}
            loading="lazy"
            decoding="async"
          />
        )}
        <span className="next-words">
          <b>{title}</b>
          <span className="text-ink-soft">
            {sceneCount} {sceneCount === 1 ? "scene" : "scenes"}
          </span>
          <span className="btn btn-primary">
            <BookOpen aria-hidden="true" /> Read Next
          </span>
        </span>
      </Link>
    </nav>
  );
}

/** The stories after the next one. */
export function MoreStories({ stories }: { stories: readonly StoryCard[] }) {
  const [author] = stories;
  if (!author) return null;
  return (
    <nav aria-labelledby="more-stories" className="next-stories">
      <h3 id="more-stories" className="display text-xl wrap-anywhere">
        Also by {shortName(author.userId)}
      </h3>
      <CoverGrid>
        {stories.map((story) => (
          <StoryCover key={story._id} story={story} />
        ))}
      </CoverGrid>
    </nav>
  );
}
