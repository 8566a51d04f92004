"use client";
import { useQuery } from "@tanstack/react-query";
import { useViewer } from "@/components/accounts/use-viewer";
import { useIsStale } from "@/components/ui/hooks/use-is-stale";
import { likesOptions, likesStaleTime } from "@/lib/likes/client";

/** Refetches likes: for a signed-in viewer, and for visitors once those of the cached page are stale. */
export function RefreshLikes({ storyId, readAt }: { storyId: string; readAt: number }) {
  const { viewer, status } = useViewer();
  const isStale = useIsStale(readAt, likesStaleTime);
  useQuery({
    ...likesOptions(storyId, viewer?._id),
    enabled: viewer !== null || (status === "unauthenticated" && isStale),
    refetchInterval: likesStaleTime,
  });
  return null;
}
