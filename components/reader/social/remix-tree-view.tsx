import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { averageColour } from "@/components/comic/placeholder";
import { Page } from "@/components/shell/page";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Illustration } from "@/components/ui/pictures/illustration";
import { ImageWithFallback } from "@/components/ui/pictures/image-with-fallback";
import { formatShortDate } from "@/components/ui/utils/format-date";
import { displayName } from "@/lib/accounts/display-name";
import { readingPath } from "@/lib/stories/reading/parts";
import {
  type Branch,
  type Origin,
  type RemixTree,
  remixTreeHref,
  type TreeStory,
  treeLimits,
} from "@/lib/stories/remix/tree";
import "./remix-tree.css";

/** A story, with its originals above and its remixes below. */
export function RemixTreeView({ tree }: { tree: RemixTree }) {
  const { story, above, origin, remixes, remixCount, page, pages } = tree;
  const top = above[0] ?? story;
  return (
    <Page width="reading" className="tree">
      <p>
        <Link
          prefetch={false}
          href={readingPath(story._id)}
          className="link inline-flex items-center gap-2"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          Back to the story
        </Link>
      </p>
      <h1 className="display mt-4 mb-8 text-3xl wrap-anywhere md:text-4xl">
        Remix tree of <bdi>{story.title}</bdi>
      </h1>
      {(origin.kind !== "none" || above.length > 0) && (
        <section aria-labelledby="from">
          <h2 id="from" className="mb-4 text-xl font-bold">
            Based on
          </h2>
          <ol className="tree-above">
            <OriginLine origin={origin} top={top} />
            {above.map((each) => (
              <li key={each._id}>
                <RemixTreeNode story={each} />
              </li>
            ))}
          </ol>
        </section>
      )}
      <div className="rounded-card border-2 border-ink bg-sheet p-3 shadow-hard">
        <RemixTreeNode story={story} isHere />
      </div>
      <section aria-labelledby="grown" className="tree-remixes">
        <h2 id="grown" className="text-xl font-bold">
          Remixes
        </h2>
        {remixes.length === 0 ? (
          <EmptyState
            heading="h3"
            className="tree-empty"
            picture={<Illustration name="first-stroke" />}
            title="No remixes yet"
            action={
              <ButtonLink href={readingPath(story._id)} prefetch={false}>
                Read and remix it
              </ButtonLink>
            }
          >
            {emptyText(remixCount)}
            {remixCount > 0 && (
              <>
                {" "}
                You find your own in{" "}
                <Link prefetch={false} href="/my-stories" className="link">
                  My stories
                </Link>
                .
              </>
            )}
          </EmptyState>
        ) : (
          <Branches branches={remixes} />
        )}
        {pages > 1 && <Pages storyId={story._id} page={page} pages={pages} />}
      </section>
    </Page>
  );
}

/** Drafts and adults-only remixes are counted but not named. */
function emptyText(remixCount: number): string {
  if (remixCount === 0)
    return "No remix of this story has been published yet. Yours could be the first.";
  return remixCount === 1
    ? "There is one remix, which is not public yet."
    : `There are ${remixCount} remixes, none of them public yet.`;
}

function OriginLine({ origin, top }: { origin: Origin; top: TreeStory }) {
  if (origin.kind === "none") return null;
  return (
    <li className="text-ink-soft">
      {origin.kind === "more" && (
        <Link prefetch={false} href={remixTreeHref(top._id)} className="link">
          Earlier originals of <bdi>{top.title}</bdi>
        </Link>
      )}
      {origin.kind === "deleted" && (
        <>
          {origin.title} <span>(original story no longer available)</span>
        </>
      )}
      {origin.kind === "unknown" && "Original source unknown"}
    </li>
  );
}

function Branches({ branches }: { branches: readonly Branch[] }) {
  return (
    <ul className="tree-below">
      {branches.map((branch) => (
        <li key={branch._id}>
          <RemixTreeNode story={branch} />
          {branch.remixes.length > 0 && <Branches branches={branch.remixes} />}
          {branch.hasMore && (
            <p className="mt-2 ml-(--trunk) pl-(--elbow) text-sm">
              <Link prefetch={false} href={remixTreeHref(branch._id)} className="link">
                More remixes of <bdi>{branch.title}</bdi>
              </Link>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function RemixTreeNode({ story, isHere = false }: { story: TreeStory; isHere?: boolean }) {
  const { imageUrl, srcSet, placeholder } = story.image;
  return (
    <article className="leaf flex items-center gap-3" aria-current={isHere ? "page" : undefined}>
      <span
        className="leaf-cover aspect-3/4 w-(--cover) flex-none self-start overflow-hidden rounded-control border-2 border-ink bg-wash"
        style={{ background: averageColour(placeholder) }}
      >
        {imageUrl && (
          <ImageWithFallback
            className="size-full object-cover"
            src={imageUrl}
            srcSet={srcSet || undefined}
            sizes={srcSet ? "9rem" : undefined}
            alt=""
            style={{ objectPosition: story.position }}
            loading="lazy"
            decoding="async"
          />
        )}
      </span>
      <div className="min-w-0">
        <Link
          prefetch={false}
          href={readingPath(story._id)}
          className="inline-block py-0.5 text-lg leading-5.5 font-bold decoration-2 underline-offset-3 wrap-anywhere hover:underline"
        >
          {story.title}
        </Link>
        <p className="text-sm text-ink-soft wrap-anywhere">
          by{" "}
          <Link prefetch={false} href={`/user/${story.author.username}`} className="link">
            {displayName(story.author)}
          </Link>
          {story.publishedAt && (
            <>
              {" · "}
              <time dateTime={story.publishedAt}>{formatShortDate(story.publishedAt)}</time>
            </>
          )}
        </p>
        {story.changes && (
          <ul aria-label="Changed" className="mt-1 flex flex-wrap gap-x-1.5 gap-y-1">
            {(story.changes.length > 0 ? story.changes : ["same title, scenes and style"]).map(
              (change) => (
                <li key={change} className="rounded-full bg-wash px-2 text-sm leading-5.5">
                  {change}
                </li>
              ),
            )}
          </ul>
        )}
      </div>
    </article>
  );
}

function Pages({ storyId, page, pages }: { storyId: string; page: number; pages: number }) {
  return (
    <nav aria-label="Pages" className="mt-8 flex items-center justify-between gap-4">
      {page > 1 ? (
        <ButtonLink href={remixTreeHref(storyId, page - 1)} prefetch={false}>
          Newer
        </ButtonLink>
      ) : (
        <span />
      )}
      <span className="font-bold">
        {page} / {pages >= treeLimits.pages ? `${pages}+` : pages}
      </span>
      {page < pages ? (
        <ButtonLink href={remixTreeHref(storyId, page + 1)} prefetch={false}>
          Older
        </ButtonLink>
      ) : (
        <span />
      )}
    </nav>
  );
}
