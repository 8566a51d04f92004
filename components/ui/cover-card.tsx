/**
 * A cover: the picture fills a card of 3:4, the title on a strip of paper at the foot, author and
 * counts under it. Server-rendered; the whole cover is one link.
 *
 *   <CoverGrid>
 *     <CoverCard href="/story/1/read" title="The Lighthouse"
 *       image={{ src, srcSet, alt, placeholder }} author={{ name: "Mara", href: "/user/mara" }}
 *       counts={<><Count icon={<Heart />} label="likes">12</Count>…</>} draft eager />
 *   </CoverGrid>
 *
 * Without an image a printed cover of dots stands in. `eager` for the first row.
 */
import Link from "next/link";
import type { CSSProperties, ReactNode } from "react";
import { cx } from "./cx";
import { hash } from "./hash";

interface CoverImage {
  src: string;
  srcSet?: string | undefined;
  /** Defaults to the width of a column of CoverGrid. */
  sizes?: string | undefined;
  /** Empty where the title says enough. */
  alt?: string | undefined;
  /** A tiny data: URL that is shown until the picture is there. */
  placeholder?: string | undefined;
  /** What of it stays where its format is another. */
  position?: string | undefined;
  /** Its average colour, until it is there. */
  colour?: string | undefined;
}

interface CoverCardProps {
  /** Without it `title` holds the link itself, with the class `card-hit`. */
  href?: string | undefined;
  title: ReactNode;
  /** Chooses the ink of a cover without a picture; the title unless given. */
  name?: string;
  image?: CoverImage | null | undefined;
  author?: { name: string; href?: string } | undefined;
  counts?: ReactNode;
  /** Folds the corner down and says so. */
  draft?: boolean;
  eager?: boolean;
  /** Level of the title in the page's outline. */
  heading?: "h2" | "h3";
  /** Between title and meta line, for example a description. */
  children?: ReactNode;
  className?: string;
}

export function CoverCard({
  href,
  title,
  name = String(title),
  image,
  author,
  counts,
  draft,
  eager,
  heading: Heading = "h3",
  children,
  className,
}: CoverCardProps) {
  const cover: CSSProperties = { backgroundColor: image?.colour };
  if (image?.placeholder) {
    cover.background = `center/cover url("${image.placeholder}")`;
  }
  return (
    <article className={cx("card", className)}>
      <div className="card-cover" style={cover}>
        {image ? (
          // biome-ignore lint/performance/noImgElement: our own origin serves the sizes of srcSet
          <img
            src={image.src}
            srcSet={image.srcSet}
            sizes={
              image.srcSet
                ? (image.sizes ?? "(min-width: 80rem) 14rem, (min-width: 40rem) 17rem, 46vw")
                : undefined
            }
            alt={image.alt ?? ""}
            style={{ objectPosition: image.position }}
            loading={eager ? "eager" : "lazy"}
            decoding="async"
          />
        ) : (
          <div aria-hidden="true" className={`card-blank card-blank-${hash(name, 4)}`} />
        )}
        {draft && (
          <svg className="card-ear" viewBox="0 0 44 44" role="img" aria-label="Draft">
            <path d="M0 0H44V44Z" fill="var(--color-paper)" />
            <path
              d="M1 1C6 12 7 22 5 37C20 34 32 36 43 43Z"
              fill="var(--color-sheet)"
              stroke="var(--color-ink)"
              strokeWidth="2.5"
              strokeLinejoin="round"
            />
            <path
              d="M10 27C16 26 21 27 27 29"
              stroke="var(--color-rule)"
              strokeWidth="2.5"
              fill="none"
            />
          </svg>
        )}
        <Heading className="card-strip">
          {href ? (
            <Link href={href} prefetch={false} className="card-hit">
              {title}
            </Link>
          ) : (
            title
          )}
        </Heading>
      </div>
      {children}
      {(author || counts) && (
        <div className="card-meta">
          {author?.href ? (
            <Link href={author.href} prefetch={false} className="card-author">
              {author.name}
            </Link>
          ) : (
            author && <span className="card-author">{author.name}</span>
          )}
          {counts && <span className="counts">{counts}</span>}
        </div>
      )}
    </article>
  );
}

/** Six columns at 1440 px, two at 390 px: numbers that divide twelve, so that rows are whole. */
export function CoverGrid({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cx("cover-grid", className)}>{children}</div>;
}

/** An icon with a number: `label` is what is counted ("likes"). */
export function Count({
  icon,
  label,
  children,
}: {
  icon: ReactNode;
  label: string;
  children: ReactNode;
}) {
  return (
    <span className="count">
      {icon}
      {children}
      <span className="sr-only"> {label}</span>
    </span>
  );
}
