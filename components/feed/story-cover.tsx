import { Eye, GitFork, Heart } from "lucide-react";
import type { ReactNode } from "react";
import { averageColour } from "@/components/comic/placeholder";
import { Badge } from "@/components/ui/badge";
import { Count, CoverCard } from "@/components/ui/cover-card";
import { shortDate } from "@/components/ui/dates";
import { displayName } from "@/lib/accounts/display";
import { abbreviate } from "@/lib/stories/counts";
import type { StoryCard } from "@/lib/stories/schema";
import { CoverLink } from "./cover-link";

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
  children,
}: {
  story: StoryCard;
  own?: boolean;
  eager?: boolean;
  /** False where the author is known, as on their own page. */
  signed?: boolean;
  /** Between title and author, in the place of description and date. */
  children?: ReactNode;
}) {
  const colour = averageColour(story.preview.placeholder);
  return (
    <CoverCard
      href={own ? `/story/${story._id}` : undefined}
      title={
        own ? (
          story.title
        ) : (
          <CoverLink id={story._id} by={story.userId._id}>
            {story.title}
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
          <Count icon={<Heart aria-hidden="true" />} label="likes">
            {abbreviate(story.likeCount)}
          </Count>
          <Count icon={<GitFork aria-hidden="true" />} label="remixes">
            {abbreviate(story.remixCount)}
          </Count>
          {own && (
            <Count icon={<Eye aria-hidden="true" />} label="views">
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
          <p>{story.description}</p>
          <time dateTime={story.createdAt}>{shortDate(story.createdAt)}</time>
        </div>
      )}
    </CoverCard>
  );
}
