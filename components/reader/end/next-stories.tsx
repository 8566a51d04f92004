import { BookOpen } from "lucide-react";
import Link from "next/link";
import { StoryCover } from "@/components/feed/covers/story-cover";
import { CoverGrid } from "@/components/ui/pictures/cover-grid";
import { ImageWithFallback } from "@/components/ui/pictures/image-with-fallback";
import { displayName, shortName } from "@/lib/accounts/display-name";
import { countOf } from "@/lib/platform/text/count-of";
import { readingPath } from "@/lib/stories/reading/parts";
import type { StoryCard } from "@/lib/stories/schema";

/** The author's next story. Its page loads when the reader comes near this link. */
export function NextStory({ story }: { story: StoryCard }) {
  const { previewImage, preview, coverPosition, title, sceneCount } = story;
  return (
    <nav aria-labelledby="next-story" className="grid w-[min(100%,30rem)] gap-3">
      <h3 id="next-story" className="display text-2xl wrap-anywhere">
        Next by <bdi>{displayName(story.userId)}</bdi>
      </h3>
      <Link
        href={readingPath(story._id)}
        prefetch
        data-story={story._id}
        className="flex overflow-clip rounded-card border-2 border-ink bg-sheet text-start hover:shadow-[5px_5px_0_0_var(--color-ink)]"
      >
        {previewImage && (
          <span className="card-cover w-32 flex-none rounded-none border-0 border-r-2">
            <ImageWithFallback
              src={previewImage}
              srcSet={preview.srcSet || undefined}
              sizes="9rem"
              alt=""
              style={{ objectPosition: coverPosition }}
              loading="lazy"
              decoding="async"
            />
          </span>
        )}
        <span className="flex min-w-0 flex-col items-start justify-center gap-2 p-4">
          <b className="line-clamp-3 text-lg leading-5.5 wrap-anywhere">{title}</b>
          <span className="text-ink-soft">{countOf(sceneCount, "scene")}</span>
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
    <nav aria-labelledby="more-stories" className="my-4 grid w-full gap-4">
      <h3 id="more-stories" className="display text-xl wrap-anywhere">
        Also by <bdi>{shortName(author.userId)}</bdi>
      </h3>
      <CoverGrid className="grid-cols-[repeat(auto-fit,minmax(8rem,12rem))] justify-center text-start">
        {stories.map((story) => (
          <StoryCover key={story._id} story={story} />
        ))}
      </CoverGrid>
    </nav>
  );
}
