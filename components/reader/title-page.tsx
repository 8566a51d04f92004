import type { ReactNode } from "react";
import { titleSize } from "@/components/comic/title-size";
import { Badge } from "@/components/ui/badge";
import { ImageWithFallback } from "@/components/ui/image-with-fallback";
import { ReadMore } from "@/components/ui/read-more";
import { cx } from "@/components/ui/utils/cx";
import { ratingTexts } from "@/lib/stories/ratings";
import type { Story } from "@/lib/stories/schema";
import { AuthorLine } from "./author-line";
import { LikeButton } from "./social/like-button";
import { RemixButton } from "./social/remix-button";
import { AboutButton } from "./story-about";

/**
 * The header of a story, and its first page in page mode. Short, so that the first panel is on the
 * first screen: what else there is to know is in the sheet that 'More' opens.
 */
export function TitlePage({ story, children }: { story: Story; children?: ReactNode }) {
  return (
    <header className="title-page">
      <Cover story={story} />
      <div className="title-words">
        {(story.status === "draft" || story.rating !== "everyone") && (
          <div className="title-stamps">
            {story.status === "draft" && <Badge tone="yellow">Draft</Badge>}
            {story.rating !== "everyone" && <Badge>{ratingTexts[story.rating].label}</Badge>}
          </div>
        )}
        <h1
          className={cx(
            "display wrap-anywhere max-md:text-[2rem] max-md:leading-[2.25rem]",
            titleSize(story.title),
          )}
        >
          {story.title}
        </h1>
        <ReadMore text={story.description} className="title-description" />
        <div className="title-line">
          <AuthorLine author={story.userId} date={story.createdAt} />
          <div className="title-actions">
            <LikeButton storyId={story._id} count={story.likeCount} />
            <RemixButton storyId={story._id} count={story.remixCount} />
            <AboutButton>More</AboutButton>
          </div>
        </div>
        {children}
      </div>
    </header>
  );
}

/** Shown only on the first page in page mode. */
function Cover({ story: { previewImage, preview } }: { story: Story }) {
  if (!previewImage) return null;
  return (
    <ImageWithFallback
      className="title-cover"
      src={previewImage}
      srcSet={preview.srcSet || undefined}
      sizes="(min-width: 48rem) 30rem, 70vw"
      alt=""
      width={preview.width ?? undefined}
      height={preview.height ?? undefined}
      // The strip hides it, and then does not fetch it.
      loading="lazy"
      decoding="async"
    />
  );
}
