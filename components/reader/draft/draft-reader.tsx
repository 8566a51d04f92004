"use client";
import { usePathname } from "next/navigation";
import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { hasSessionHint, meOptions } from "@/components/accounts/session/session";
import { useViewer } from "@/components/accounts/use-viewer";
import { Page } from "@/components/shell/page";
import { getQueryClient } from "@/components/shell/query-client";
import { Spinner } from "@/components/ui/spinner";
import { brand } from "@/lib/platform/brand";
import StoryServerError from "../story-server-error";

const DraftStory = lazy(() => import("./draft-story"));

/** Replaces the tab's title 'Error Loading Story' while a draft may still load. */
function LoadingTitle() {
  useEffect(() => {
    if (!hasSessionHint()) return;
    const before = document.title;
    document.title = `Loading your story... · ${brand.name}`;
    return () => {
      document.title = before;
    };
  }, []);
  return null;
}

/** Shows its children, unless the viewer can read the draft at this address. */
export function DraftReader({ children }: { children: ReactNode }) {
  const { viewer, status } = useViewer();
  // /story/<id>/read, or /story/<id>/read/<part>
  const [storyId, , part] = usePathname().split("/").slice(2);
  if (status === "unauthenticated" && hasSessionHint()) {
    // There may be a session, but the viewer could not be fetched.
    return <StoryServerError error={getQueryClient().getQueryState(meOptions.queryKey)?.error} />;
  }
  if (status === "unauthenticated" || !storyId) return children;
  // Until the viewer is known, `data-session` on <html> distinguishes visitors from possible
  // authors (shell/theme.ts).
  const loading = (
    <>
      <LoadingTitle />
      <Page className="hidden justify-items-center gap-4 py-24 text-center in-data-session:grid">
        <Spinner />
        <p role="status" className="text-lg">
          Loading your story...
        </p>
      </Page>
      <div className="in-data-session:hidden">{children}</div>
    </>
  );
  if (!viewer) return loading;
  return (
    <Suspense fallback={loading}>
      <DraftStory
        storyId={storyId}
        isPart={part !== undefined}
        viewerId={viewer._id}
        loading={loading}
        notFound={children}
      />
    </Suspense>
  );
}
