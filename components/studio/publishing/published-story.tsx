"use client";
import { BookOpen, Share2 } from "lucide-react";
import type { Ref } from "react";
import { StoryCover } from "@/components/feed/covers/story-cover";
import { Button } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-button";
import { readingPath } from "@/lib/stories/reading/parts";
import type { Story } from "@/lib/stories/schema";
import { EmbedStory } from "./embed-story";
import { toPublishedCard } from "./publish-preview";

const sheetClasses =
  "mb-5 flex gap-7 rounded-card border-2 border-ink bg-yellow px-6 py-5 text-on-yellow [--color-blue:#14639b]";

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

/** Plain links: nothing is loaded from these sites before a click. */
function getShareTargets(title: string, url: string): [name: string, href: string][] {
  const words = encodeURIComponent(title);
  const address = encodeURIComponent(url);
  return [
    ["WhatsApp", `https://wa.me/?text=${words}%20${address}`],
    ["Bluesky", `https://bsky.app/intent/compose?text=${words}%20${address}`],
    ["X", `https://x.com/intent/post?text=${words}&url=${address}`],
    ["Facebook", `https://www.facebook.com/sharer/sharer.php?u=${address}`],
    ["E-mail", `mailto:?subject=${words}&body=${address}`],
  ];
}

/** The address of a published story, and ways to share it. */
function ShareLink({ story, ref }: { story: Story; ref: Ref<HTMLButtonElement> }) {
  const url = window.location.origin + readingPath(story._id);

  return (
    <section aria-label="Share" className="mb-5 grid gap-3">
      <CopyField
        ref={ref}
        name="Link to your story"
        text={url}
        successMessage="Link copied"
        errorMessage={`The link could not be copied. It is ${url}`}
      />
      <div className="flex flex-wrap gap-2">
        {"share" in navigator ? (
          <Button
            size="sm"
            // Ignores a cancelled share sheet.
            onClick={() => navigator.share({ title: story.title, url }).catch(() => undefined)}
          >
            <Share2 aria-hidden="true" /> Share
          </Button>
        ) : (
          getShareTargets(story.title, url).map(([name, href]) => (
            <a key={name} className="btn btn-sm" href={href} target="_blank" rel="noreferrer">
              {name}
            </a>
          ))
        )}
      </div>
      {/* An embedded story cannot ask for the reader's age. */}
      {story.rating !== "mature" && <EmbedStory story={story} />}
    </section>
  );
}
