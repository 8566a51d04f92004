import type { ReactNode } from "react";
import { titleSize } from "@/components/comic/title-size";
import { Badge } from "@/components/ui/badge";
import { ImageWithFallback } from "@/components/ui/pictures/image-with-fallback";
import { ReadMore } from "@/components/ui/read-more";
import { cx } from "@/components/ui/utils/cx";
import { aiDisclosure } from "@/lib/stories/ai-disclosure";
import { ratingTexts } from "@/lib/stories/ratings";
import type { Story } from "@/lib/stories/schema";
import { LikeButton } from "../social/like-button";
import { RemixButton } from "../social/remix-button";
import { AuthorLine } from "./author-line";
import { RemixOriginNote } from "./remix-origin-note";
import { AboutButton } from "./story-about";

export const titleWords = "flex min-w-0 flex-col gap-1.5 md:gap-3";

/**
 * The header of a story, and its first page in page mode. It is short, so that the first panel is on
 * the first screen; the sheet that 'More' opens has the rest.
 */
export function TitlePage({ story, children }: { story: Story; children?: ReactNode }) {
  const disclosure = aiDisclosure(story);
  return (
    <header className="title-page">
      <Cover story={story} />
      <div className={titleWords}>
        <div className="flex flex-wrap gap-2 empty:hidden">
          {story.status === "draft" && <Badge tone="yellow">Draft</Badge>}
          {story.rating !== "everyone" && <Badge>{ratingTexts[story.rating].label}</Badge>}
          {disclosure && <Badge>{disclosure.label}</Badge>}
        </div>
        <h1
          className={cx(
            "display wrap-anywhere max-md:text-[2rem] max-md:leading-[2.25rem]",
            titleSize(story.title),
          )}
        >
          {story.title}
        </h1>
        <ReadMore
          text={story.description}
          className="title-description me-auto max-w-measure wrap-anywhere max-md:relative md:text-lg md:leading-7"
        />
        <RemixOriginNote story={story} />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 md:gap-y-3">
          <AuthorLine author={story.userId} date={story.createdAt} />
          <div className="flex flex-wrap gap-2 max-md:[&>.btn]:px-3">
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

/** Shown only in page and panel mode. */
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
      // Not fetched in scroll mode, which hides it.
      loading="lazy"
      decoding="async"
    />
  );
}
