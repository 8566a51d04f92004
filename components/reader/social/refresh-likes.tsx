"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useViewer } from "@/components/accounts/use-viewer";
import { useIsStale } from "@/components/ui/hooks/use-is-stale";
import { likesOptions, likesStaleTime } from "@/lib/likes/client";

/**
 * Refetches likes: for a signed-in viewer, and for visitors once those of the cached page are stale.
 * Sends the like for which a visitor has signed in.
 */
export function RefreshLikes({ storyId, readAt }: { storyId: string; readAt: number }) {
  const { viewer, status } = useViewer();
  const isStale = useIsStale(readAt, likesStaleTime);
  const client = useQueryClient();
  const viewerId = viewer?._id;
  useQuery({
    ...likesOptions(storyId, viewerId),
    enabled: viewer !== null || (status === "unauthenticated" && isStale),
    refetchInterval: likesStaleTime,
  });
  useEffect(() => {
    if (!viewerId) return;
    import("../progress/progress-sync").then(
      ({ sendPendingLike }) => sendPendingLike(client, storyId),
      () => undefined,
    );
  }, [viewerId, storyId, client]);
  return null;
}
