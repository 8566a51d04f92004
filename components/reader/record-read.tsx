"use client";
import { useEffect } from "react";
import { api } from "@/lib/platform/http/fetch";

/**
 * Counts a reading once the page is in front of somebody, also of who leaves at once; a story for
 * adults once its reader has said so.
 */
export function RecordRead({ storyId }: { storyId: string }) {
  useEffect(() => {
    const shown = new AbortController();
    const look = () => {
      const question = document.querySelector<HTMLInputElement>("#adult");
      if (document.visibilityState !== "visible" || question?.checked === false) return;
      shown.abort();
      const call = { method: "POST", body: { type: "read" }, keepalive: true } as const;
      // Nobody waits for it, so nobody is told when it fails.
      api(`/stories/${storyId}/views`, { ...call, response: null }).catch(() => undefined);
    };
    // Opened in a tab behind, or fetched before anybody asks for it.
    document.addEventListener("visibilitychange", look, { signal: shown.signal });
    document.querySelector("#adult")?.addEventListener("change", look, { signal: shown.signal });
    look();
    return () => shown.abort();
  }, [storyId]);
  return null;
}
