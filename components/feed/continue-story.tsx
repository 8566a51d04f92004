"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { writeHidesAiCookie } from "@/components/accounts/hint-cookies";
import { useViewer } from "@/components/accounts/use-viewer";
import { Skeleton } from "@/components/ui/skeleton";
import { draftsOptions } from "@/lib/stories/feed/client";
import { hasContent } from "@/lib/stories/feed/draft-content";
import { type FeedView, feedHref } from "@/lib/stories/feed/urls";
import { ContinueCard, continueRow } from "./continue-card";
import { ScenesAndDate } from "./covers/scenes-and-date";

const bandClasses = "mb-6 hidden h-29 in-data-session:block print:hidden";

/**
 * The viewer's drafts above the feed. Their height is reserved from the first paint on
 * (`data-session`), so that nothing shifts.
 */
export function ContinueStory({ view }: { view: FeedView }) {
  const { viewer, status } = useViewer();
  useHideAiRedirect(viewer?.hidesAi, view);
  const { data, isPending, isSuccess } = useInfiniteQuery(draftsOptions(viewer?.username));
  // On an error the feed below still serves the page's purpose.
  const drafts = data?.pages[0]?.stories.filter(hasContent) ?? [];

  if (status === "unauthenticated") return null;
  // Reserves the space until the viewer is known.
  if (!viewer) return <div className={bandClasses} />;
  return (
    <section aria-labelledby="continue" className={bandClasses}>
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="continue" className="display text-xl">
          Continue your story
        </h2>
        <Link href="/my-stories" className="link py-0.5 text-sm">
          All your stories
        </Link>
      </div>
      {isPending && <Skeleton className="mt-2 h-14 w-72 max-w-full" />}
      {isSuccess && drafts.length === 0 && (
        <p className="mt-3 text-ink-soft">No drafts yet. Start a new story?</p>
      )}
      {drafts.length > 0 && (
        <ul className={continueRow}>
          {drafts.map((story) => (
            <li key={story._id}>
              <ContinueCard
                href={`/story/${story._id}`}
                title={story.title}
                cover={
                  story.previewImage
                    ? { src: story.previewImage, srcSet: story.preview.srcSet, sizes: "3rem" }
                    : null
                }
              >
                <ScenesAndDate story={story} />
              </ContinueCard>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/**
 * Redirects a viewer who hides AI stories to the list without them. The server does so itself if
 * this browser has the hint cookie; the setting may come from another browser.
 */
function useHideAiRedirect(hidesAi: boolean | undefined, view: FeedView) {
  const { replace } = useRouter();
  const target = hidesAi && !view.made ? feedHref({ ...view, made: "by-hand" }) : null;
  useEffect(() => {
    if (hidesAi !== undefined) writeHidesAiCookie(hidesAi);
    if (target) replace(target, { scroll: false });
  }, [hidesAi, target, replace]);
}
