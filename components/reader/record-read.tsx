"use client";
import { useEffect } from "react";

/** Counts a reading once the page is really in front of somebody. */
export function RecordRead({ storyId }: { storyId: string }) {
  useEffect(() => {
    const timer = setTimeout(() => {
      // Nobody waits for it, so nobody is told when it fails; `api` would be more than the page's own.
      fetch(`/api/stories/${storyId}/views`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: '{"type":"read"}',
      }).catch(() => undefined);
    }, 2000);
    return () => clearTimeout(timer);
  }, [storyId]);
  return null;
}
