"use client";
import { useQuery } from "@tanstack/react-query";
import { useViewer } from "@/components/accounts/use-viewer";
import { likesGoodFor, likesOptions } from "@/lib/likes/client";

/** Asks for the likes of a page that was kept for longer than they are good for, also for visitors. */
export function FreshLikes({ storyId, readAt }: { storyId: string; readAt: number }) {
  const { viewer, status } = useViewer();
  const isOld = Date.now() - readAt > likesGoodFor;
  useQuery({
    ...likesOptions(storyId, viewer?._id),
    enabled: viewer !== null || (status === "unauthenticated" && isOld),
  });
  return null;
}
