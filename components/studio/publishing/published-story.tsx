import { BookOpen } from "lucide-react";
import type { Ref } from "react";
import { StoryCover } from "@/components/feed/covers/story-cover";
import { readingPath } from "@/lib/discovery/urls";
import type { Story } from "@/lib/stories/schema";
import { toPublishedCard } from "./publish-preview";
import { ShareLink } from "./share-link";

const sheetClasses =
  "mb-5 flex gap-7 rounded-card border-2 border-ink bg-yellow px-6 py-5 text-on-yellow";

const coverClasses =
  "w-[min(11rem,38%)] flex-none -rotate-3 animate-[rise_300ms_var(--ease-out)] [&_.card-cover]:border-on-yellow [&_.card-cover]:shadow-[5px_5px_0_0_var(--color-on-yellow)] [&_.card-meta]:hidden [&_.card-strip]:text-ink";

interface PublishedStoryProps {
  story: Story;
  /** The button that copies the link. */
  link: Ref<HTMLButtonElement>;
}

/**
 * Shown after publishing: the cover, links to read the story, and ways to share it. For a draft it
 * renders only the live region, because screen readers announce only changes of a region that
 * exists.
 */
export function PublishedStory({ story, link }: PublishedStoryProps) {
  const isPublished = story.status === "published";
  return (
    <>
      <div className={isPublished ? sheetClasses : undefined}>
        {isPublished && (
          <div inert className={coverClasses}>
            <StoryCover story={toPublishedCard(story, story)}>{false}</StoryCover>
          </div>
        )}
        <div
          className={
            isPublished ? "grid min-w-0 content-center justify-items-start gap-3" : undefined
          }
        >
          {isPublished && <p className="display text-3xl">It is out!</p>}
          <p role="status" className="empty:sr-only">
            {isPublished &&
              `Published. ${story.rating === "mature" ? "Anyone with the link" : "Everyone"} can read it now.`}
          </p>
          {isPublished && (
            <a className="btn text-ink" href={readingPath(story._id)}>
              <BookOpen aria-hidden="true" /> Read it as a visitor
            </a>
          )}
        </div>
      </div>
      {isPublished && <ShareLink story={story} ref={link} />}
    </>
  );
}
