"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useViewer } from "@/components/accounts/use-viewer";
import { likesGoodFor, likesOptions } from "@/lib/likes/client";
import { wantedLikeKey } from "./wanted-like-key";

/**
 * Asks for the likes of a page that was kept for longer than they are good for, also for visitors.
 * Whoever comes back from signing in for a like has it given.
 */
export function FreshLikes({ storyId, readAt }: { storyId: string; readAt: number }) {
  const { viewer, status } = useViewer();
  const client = useQueryClient();
  const viewerId = viewer?._id;
  useEffect(() => {
    // Where there is a session there is storage too, but not in every browser.
    if (!viewerId || !globalThis.sessionStorage?.getItem(wantedLikeKey)) return;
    void import("./wanted-like").then(({ giveWantedLike }) =>
      giveWantedLike(client, storyId, viewerId),
    );
  }, [client, storyId, viewerId]);
  const isOld = Date.now() - readAt > likesGoodFor;
  useQuery({
    ...likesOptions(storyId, viewer?._id),
    enabled: viewer !== null || (status === "unauthenticated" && isOld),
  });
  return null;
}
