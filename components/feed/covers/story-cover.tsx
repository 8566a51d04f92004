import { Eye, GitFork, Heart } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { averageColour } from "@/components/comic/placeholder";
import { Badge } from "@/components/ui/badge";
import { ImageWithFallback } from "@/components/ui/pictures/image-with-fallback";
import { hash } from "@/components/ui/utils/hash";
import { displayName } from "@/lib/accounts/display-name";
import { formatCount } from "@/lib/stories/format-count";
import type { Search, StoryCard } from "@/lib/stories/schema";
import { Highlight } from "../highlight";
import { CoverLikes } from "./cover-likes";
import { CoverLink } from "./cover-link";
import { ScenesAndDate } from "./scenes-and-date";

/** The width of a column of CoverGrid; a picture wider than 3:4 is cropped and must be larger. */
const sizes = {
  "3:4": "(min-width: 80rem) 14rem, (min-width: 40rem) 17rem, 46vw",
  "3:2": "(min-width: 80rem) 28rem, (min-width: 40rem) 34rem, 92vw",
  square: "(min-width: 80rem) 19rem, (min-width: 40rem) 23rem, 61vw",
} as const;

/** The padding makes a taller target for fingers; the margin keeps the height of the row. */
const authorClasses = "card-author -my-0.5 min-w-0 truncate py-0.5 hover:text-blue hover:underline";

const countClasses = "inline-flex items-center gap-1 [&>svg]:size-3.75";

interface StoryCoverProps {
  story: StoryCard;
  /** One of the viewer's own: links to the workspace, and shows views instead of the author. */
  own?: boolean;
  /** For the first row. */
  eager?: boolean;
  /** Only title, author and likes. */
  brief?: boolean;
  /** False if the author is obvious, as on their own page. */
  isAuthorShown?: boolean;
  /** The search, to highlight its words. */
  search?: Search | undefined;
  /** Between title and author, instead of description and date. */
  children?: ReactNode;
}

/**
 * A story as a cover: the picture fills a card of 3:4, with the title on a strip at the foot and
 * author and counts below. Without a picture a pattern of dots replaces it.
 */
export function StoryCover({
  story,
  own = false,
  eager = false,
  brief = false,
  isAuthorShown = !own,
  search,
  children,
}: StoryCoverProps) {
  const { srcSet, placeholder } = story.preview;
  const title = <Highlight text={story.title} words={search?.words} />;
  return (
    <article className="card" data-story={story._id}>
      <div
        className="card-cover"
        // Average colour until the picture has loaded.
        style={{ backgroundColor: story.previewImage ? averageColour(placeholder) : undefined }}
      >
        {story.previewImage ? (
          <ImageWithFallback
            src={story.previewImage}
            srcSet={srcSet || undefined}
            sizes={srcSet ? sizes[story.aspectRatio] : undefined}
            alt=""
            style={{ objectPosition: story.coverPosition }}
            loading={eager ? "eager" : "lazy"}
            fetchPriority={eager ? "high" : undefined}
            decoding="async"
          />
        ) : (
          <div aria-hidden="true" className={`card-blank card-blank-${hash(story.title, 4)}`} />
        )}
        {story.status === "draft" && <DraftCorner />}
        <h3 className="card-strip">
          {own ? (
            <Link href={`/story/${story._id}`} prefetch={false} className="card-hit line-clamp-2">
              {title}
            </Link>
          ) : (
            <CoverLink id={story._id} by={story.userId._id}>
              {title}
            </CoverLink>
          )}
        </h3>
      </div>
      {own && story.rating === "mature" && (
        <div>
          <Badge tone="red">Mature</Badge>
        </div>
      )}
      {children}
      {!brief && !children && (
        <div className="card-words">
          {/* Always two lines high, so that the covers of a row align. */}
          <p className="line-clamp-2 min-h-[2lh] text-ink">
            <Highlight
              text={search?.excerpts[story._id] ?? story.description}
              words={search?.words}
            />
          </p>
          <p className="truncate">
            <ScenesAndDate story={story} />
          </p>
        </div>
      )}
      <div className="card-meta">
        {isAuthorShown && (
          <Link href={`/user/${story.userId.username}`} prefetch={false} className={authorClasses}>
            {displayName(story.userId)}
          </Link>
        )}
        <span className="counts inline-flex gap-2.5 whitespace-nowrap">
          <span className={countClasses}>
            <Heart aria-hidden="true" />
            <CoverLikes id={story._id} count={story.likeCount} />
          </span>
          {!brief && (
            <Count
              icon={<GitFork aria-hidden="true" />}
              of={story.remixCount}
              words={["remix", "remixes"]}
            />
          )}
          {own && (
            <Count
              icon={<Eye aria-hidden="true" />}
              of={story.viewCount}
              words={["view", "views"]}
            />
          )}
        </span>
      </div>
    </article>
  );
}

/** The folded corner. */
const DraftCorner = () => (
  <svg
    className="absolute -top-0.5 -right-0.5 z-2 size-11"
    viewBox="0 0 44 44"
    role="img"
    aria-label="Draft"
  >
    <path d="M0 0H44V44Z" fill="var(--color-paper)" />
    <path
      d="M1 1C6 12 7 22 5 37C20 34 32 36 43 43Z"
      fill="var(--color-sheet)"
      stroke="var(--color-ink)"
      strokeWidth="2.5"
      strokeLinejoin="round"
    />
    <path d="M10 27C16 26 21 27 27 29" stroke="var(--color-rule)" strokeWidth="2.5" fill="none" />
  </svg>
);

interface CountProps {
  icon: ReactNode;
  of: number;
  /** Singular and plural. */
  words: readonly [string, string];
}

const Count = ({ icon, of, words: [one, many] }: CountProps) => (
  <span className={countClasses}>
    {icon}
    {formatCount(of)}
    <span className="sr-only"> {of === 1 ? one : many}</span>
  </span>
);
