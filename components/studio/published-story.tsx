import { BookOpen } from "lucide-react";
import type { Ref } from "react";
import { StoryCover } from "@/components/feed/story-cover";
import { readingPath } from "@/lib/discovery/urls";
import type { Story } from "@/lib/stories/schema";
import { toPublishedCard } from "./publish-preview";
import { ShareLink } from "./share-link";

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
      <div className={isPublished ? "published" : undefined}>
        {isPublished && (
          <div inert className="published-cover">
            <StoryCover story={toPublishedCard(story, story)}>{false}</StoryCover>
          </div>
        )}
        <div className={isPublished ? "published-words" : undefined}>
          {isPublished && <p className="display text-3xl">It is out!</p>}
          <p role="status" className="empty:sr-only">
            {isPublished &&
              `Published. ${story.rating === "mature" ? "Anyone with the link" : "Everyone"} can read it now.`}
          </p>
          {isPublished && (
            <a className="btn" href={readingPath(story._id)}>
              <BookOpen aria-hidden="true" /> Read it as a visitor
            </a>
          )}
        </div>
      </div>
      {isPublished && <ShareLink story={story} ref={link} />}
    </>
  );
}
