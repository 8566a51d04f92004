"use client";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useViewer } from "@/components/accounts/use-viewer";
import { likesOptions, likesStaleTime } from "@/lib/likes/client";

/**
 * Refetches the likes of a page that was cached for longer than they are fresh, for visitors too.
 */
export function RefreshLikes({ storyId, readAt }: { storyId: string; readAt: number }) {
  const { viewer, status } = useViewer();
  const [isStale, setIsStale] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsStale(true), readAt + likesStaleTime - Date.now());
    return () => clearTimeout(timer);
  }, [readAt]);
  useQuery({
    ...likesOptions(storyId, viewer?._id),
    enabled: viewer !== null || (status === "unauthenticated" && isStale),
    refetchInterval: likesStaleTime,
  });
  return null;
}
