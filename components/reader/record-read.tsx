"use client";
import { useEffect } from "react";
import { api } from "@/lib/platform/http/fetch";

/** Counts a reading once the page is really in front of somebody. */
export function RecordRead({ storyId }: { storyId: string }) {
  useEffect(() => {
    const timer = setTimeout(() => {
      // Nobody waits for it, so nobody is told when it fails.
      api(`/stories/${storyId}/views`, { method: "POST", body: { type: "read" } }).catch(
        () => undefined,
      );
    }, 2000);
    return () => clearTimeout(timer);
  }, [storyId]);
  return null;
}
