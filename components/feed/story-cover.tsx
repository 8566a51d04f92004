import { GitFork, Heart } from "lucide-react";
import type { ReactNode } from "react";
import { averageColour } from "@/components/comic/placeholder";
import { Count, CoverCard } from "@/components/ui/cover-card";
import { displayName } from "@/lib/accounts/display";
import { abbreviate } from "@/lib/stories/counts";
import type { StoryCard } from "@/lib/stories/schema";

const ratio = { "3:4": "3:4", "3:2": "3:2", square: "1:1" } as const;

/** A story as a cover. `own` leads to the workspace instead of the reading page. */
export function StoryCover({
  story,
  own = false,
  eager = false,
  children,
}: {
  story: StoryCard;
  own?: boolean;
  eager?: boolean;
  /** Between title and author. */
  children?: ReactNode;
}) {
  const colour = averageColour(story.preview.placeholder);
  return (
    <CoverCard
      href={own ? `/story/${story._id}` : `/story/${story._id}/read`}
      title={story.title}
      ratio={ratio[story.aspectRatio]}
      image={
        story.previewImage
          ? { src: story.previewImage, srcSet: story.preview.srcSet || undefined, colour }
          : null
      }
      author={{
        name: displayName(story.userId),
        href: `/user/${story.userId.username}`,
      }}
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
        </>
      }
    >
      {children}
    </CoverCard>
  );
}
