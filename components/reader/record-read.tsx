"use client";
import { useEffect } from "react";
import { api } from "@/lib/platform/http/fetch";

/**
 * Counts a view once the page is visible, even if the reader leaves at once; of adults-only stories
 * after the confirmation of age.
 */
export function RecordRead({ storyId }: { storyId: string }) {
  useEffect(() => {
    const shown = new AbortController();
    const look = () => {
      const question = document.querySelector<HTMLInputElement>("#adult");
      if (document.visibilityState !== "visible" || question?.checked === false) return;
      shown.abort();
      const call = { method: "POST", body: { type: "read" }, keepalive: true } as const;
      // Silent: a failed report needs no message.
      api(`/stories/${storyId}/views`, { ...call, response: null }).catch(() => undefined);
    };
    // Opened in a background tab, or prerendered.
    document.addEventListener("visibilitychange", look, { signal: shown.signal });
    document.querySelector("#adult")?.addEventListener("change", look, { signal: shown.signal });
    look();
    return () => shown.abort();
  }, [storyId]);
  return null;
}
