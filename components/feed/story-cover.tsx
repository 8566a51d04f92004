import { Eye, GitFork, Heart } from "lucide-react";
import type { ReactNode } from "react";
import { averageColour } from "@/components/comic/placeholder";
import { Badge } from "@/components/ui/badge";
import { Count, CoverCard } from "@/components/ui/cover-card";
import { shortDate } from "@/components/ui/dates";
import { displayName } from "@/lib/accounts/display";
import { abbreviate } from "@/lib/stories/counts";
import type { Search, StoryCard } from "@/lib/stories/schema";
import { CoverLink } from "./cover-link";
import { Marked } from "./marked";

/** A picture that is wider than its cover is seen in part: it has to be so much larger. */
const sizes = {
  "3:4": undefined,
  "3:2": "(min-width: 80rem) 28rem, (min-width: 40rem) 34rem, 92vw",
  square: "(min-width: 80rem) 19rem, (min-width: 40rem) 23rem, 61vw",
} as const;

/** A story as a cover. `own` leads to the workspace from the first moment on, and counts views. */
export function StoryCover({
  story,
  own = false,
  eager = false,
  signed = true,
  search,
  children,
}: {
  story: StoryCard;
  own?: boolean;
  eager?: boolean;
  /** False where the author is known, as on their own page. */
  signed?: boolean;
  /** What was looked for, to be marked. */
  search?: Search | undefined;
  /** Between title and author, in the place of description and date. */
  children?: ReactNode;
}) {
  const colour = averageColour(story.preview.placeholder);
  const title = <Marked text={story.title} words={search?.words} />;
  return (
    <CoverCard
      href={own ? `/story/${story._id}` : undefined}
      title={
        own ? (
          title
        ) : (
          <CoverLink id={story._id} by={story.userId._id}>
            {title}
          </CoverLink>
        )
      }
      name={story.title}
      image={
        story.previewImage
          ? {
              src: story.previewImage,
              srcSet: story.preview.srcSet || undefined,
              sizes: sizes[story.aspectRatio],
              colour,
              position: story.coverPosition,
            }
          : null
      }
      author={
        signed
          ? { name: displayName(story.userId), href: `/user/${story.userId.username}` }
          : undefined
      }
      draft={story.status === "draft"}
      eager={eager}
      counts={
        <>
          <Count
            icon={<Heart aria-hidden="true" />}
            label={story.likeCount === 1 ? "like" : "likes"}
          >
            {abbreviate(story.likeCount)}
          </Count>
          <Count
            icon={<GitFork aria-hidden="true" />}
            label={story.remixCount === 1 ? "remix" : "remixes"}
          >
            {abbreviate(story.remixCount)}
          </Count>
          {own && (
            <Count
              icon={<Eye aria-hidden="true" />}
              label={story.viewCount === 1 ? "view" : "views"}
            >
              {abbreviate(story.viewCount)}
            </Count>
          )}
        </>
      }
    >
      {own && story.rating === "mature" && (
        <div>
          <Badge tone="red">Mature</Badge>
        </div>
      )}
      {children ?? (
        <div className="card-words">
          <p>
            <Marked text={search?.excerpts[story._id] ?? story.description} words={search?.words} />
          </p>
          <time dateTime={story.createdAt}>{shortDate(story.createdAt)}</time>
        </div>
      )}
    </CoverCard>
  );
}
