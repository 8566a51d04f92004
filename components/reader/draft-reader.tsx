"use client";
import dynamic from "next/dynamic";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { useViewer } from "@/components/accounts/use-viewer";
import { api } from "@/lib/platform/http/fetch";
import type { Story } from "@/lib/stories/schema";

const ReadingView = dynamic(() =>
  import("./reading-view").then((module) => ({ default: module.ReadingView })),
);

/** Shows what stands inside, unless the viewer may read the draft behind this address. */
export function DraftReader({ children }: { children: ReactNode }) {
  const { viewer } = useViewer();
  const storyId = usePathname().split("/")[2];
  const [story, setStory] = useState<Story | null>(null);

  useEffect(() => {
    if (!viewer || !storyId) return;
    const abort = new AbortController();
    (api(`/stories/${storyId}`, { signal: abort.signal }) as Promise<{ data: Story }>)
      .then((reply) => setStory(reply.data))
      // Not theirs: the page says what it says to everybody.
      .catch(() => undefined);
    return () => abort.abort();
  }, [storyId, viewer]);

  return story ? <ReadingView story={story} /> : children;
}
