import { BookDown, Flag, GitBranch } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { titleSize } from "@/components/comic/title-size";
import { Badge } from "@/components/ui/badge";
import { ImageWithFallback } from "@/components/ui/image-with-fallback";
import { ReadMore } from "@/components/ui/read-more";
import { cx } from "@/components/ui/utils/cx";
import { aiDisclosure } from "@/lib/stories/ai-disclosure";
import { feedHref } from "@/lib/stories/feed-urls";
import { hasPicture } from "@/lib/stories/has-picture";
import { ratingTexts } from "@/lib/stories/ratings";
import type { Story } from "@/lib/stories/schema";
import { AuthorLine } from "./author-line";
import { ProvenanceNote } from "./provenance-note";
import { LikeButton } from "./social/like-button";
import { RemixButton } from "./social/remix-button";

/** The header of a story, and its first page in page mode. */
export function TitlePage({ story, children }: { story: Story; children?: ReactNode }) {
  const isListed = story.status === "published" && story.rating !== "mature";
  const disclosure = aiDisclosure(story);
  const hasTree = isListed && (story.isRemix || story.remixCount > 0);
  return (
    <header className="title-page">
      <Cover story={story} />
      <div className="title-words">
        {(story.status === "draft" || story.rating !== "everyone" || disclosure) && (
          <div className="title-stamps">
            {story.status === "draft" && <Badge tone="yellow">Draft</Badge>}
            {story.rating !== "everyone" && <Badge>{ratingTexts[story.rating].label}</Badge>}
            {disclosure && <AiDisclosure {...disclosure} />}
          </div>
        )}
        <h1 className={cx("display wrap-anywhere", titleSize(story.title))}>{story.title}</h1>
        <ReadMore text={story.description} className="max-w-measure text-lg wrap-anywhere" />
        {isListed && <Tags tags={story.tags} />}
        <ProvenanceNote story={story} />
        <div className="flex flex-wrap items-center justify-between gap-4">
          <AuthorLine author={story.userId} date={story.createdAt} />
          <div className="flex gap-2">
            <LikeButton storyId={story._id} count={story.likeCount} />
            <RemixButton storyId={story._id} count={story.remixCount} />
            {hasPicture(story) && (
              <a
                href={`/story/${story._id}/book`}
                rel="nofollow"
                className="btn btn-ghost btn-icon"
                aria-label="Download as a book"
              >
                <BookDown aria-hidden="true" />
              </a>
            )}
            <a
              href={`/report?story=${story._id}`}
              rel="nofollow"
              className="btn btn-ghost btn-icon"
              aria-label="Report"
            >
              <Flag aria-hidden="true" />
            </a>
          </div>
        </div>
        {hasTree && (
          <p>
            <Link href={`/story/${story._id}/remixes`} prefetch={false} className="link tree-link">
              <GitBranch aria-hidden="true" />
              Remix tree
            </Link>
          </p>
        )}
        {children}
      </div>
    </header>
  );
}

/** A stamp that expands to the AI disclosure of the pictures. */
function AiDisclosure({ label, text }: { label: string; text: string }) {
  return (
    <details className="ai-disclosure">
      <summary className="badge">{label}</summary>
      <p className="text-ink-soft">{text}</p>
    </details>
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

function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul className="title-tags" aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag}>
          <Link href={feedHref({ tag })} prefetch={false} className="chip">
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  );
}
