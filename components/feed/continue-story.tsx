"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { writeHidesAiCookie } from "@/components/accounts/hint-cookies";
import { useViewer } from "@/components/accounts/use-viewer";
import { Skeleton } from "@/components/ui/skeleton";
import { hash } from "@/components/ui/utils/hash";
import { hasContent } from "@/lib/stories/draft-content";
import { draftsOptions } from "@/lib/stories/feed-client";
import { type FeedView, feedHref } from "@/lib/stories/feed-urls";

/**
 * Drafts of whoever is signed in, in a band above the feed whose height is kept free from the first
 * paint on (`data-session`), so that nothing moves.
 */
export function ContinueStory({ view }: { view: FeedView }) {
  const { viewer, status } = useViewer();
  useHideAiRedirect(viewer?.hidesAi, view);
  const { data, isPending, isSuccess } = useInfiniteQuery(draftsOptions(viewer?.username));
  // Where they cannot be read the feed below is still what the page is for.
  const drafts = data?.pages[0]?.stories.filter(hasContent) ?? [];

  if (status === "unauthenticated") return null;
  // Its place is there before the page knows whose it is.
  if (!viewer) return <div className="continue-band" />;
  return (
    <section aria-labelledby="continue" className="continue-band">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="continue" className="display text-xl">
          Continue your story
        </h2>
        <Link href="/my-stories" className="link text-sm">
          All your stories
        </Link>
      </div>
      {isPending && <Skeleton className="mt-2 h-14 w-72 max-w-full" />}
      {isSuccess && drafts.length === 0 && (
        <p className="mt-3 text-ink-soft">No drafts yet. Start a new story?</p>
      )}
      {drafts.length > 0 && (
        <ul className="continue-row">
          {drafts.map((story) => (
            <li key={story._id}>
              <Link href={`/story/${story._id}`} prefetch={false} className="continue-card">
                {story.previewImage ? (
                  // biome-ignore lint/performance/noImgElement: our own origin serves it small
                  <img src={story.previewImage} srcSet={story.preview.srcSet} sizes="3rem" alt="" />
                ) : (
                  <span
                    className={`card-blank card-blank-${hash(story.title, 4)}`}
                    aria-hidden="true"
                  />
                )}
                <b>{story.title}</b>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/**
 * Whoever wants nothing of AI is led to the list without, by the site itself where this browser has
 * said so before, as the setting may have come from another one.
 */
function useHideAiRedirect(hidesAi: boolean | undefined, view: FeedView) {
  const { replace } = useRouter();
  const target = hidesAi && !view.made ? feedHref({ ...view, made: "by-hand" }) : null;
  useEffect(() => {
    if (hidesAi !== undefined) writeHidesAiCookie(hidesAi);
    if (target) replace(target, { scroll: false });
  }, [hidesAi, target, replace]);
}
