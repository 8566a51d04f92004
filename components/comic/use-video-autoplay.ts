"use client";
import { type RefObject, useEffect } from "react";
import { autoplayVideos } from "./autoplay-videos";

/**
 * Plays the videos inside while they are visible.
 * @param urls addresses of the videos; a change observes them anew
 */
export function useVideoAutoplay(
  holder: RefObject<HTMLElement | null>,
  ...urls: (string | null)[]
): void {
  const which = urls.filter(Boolean).join(" ");
  useEffect(() => {
    const clips = which && holder.current?.querySelectorAll("video");
    if (!clips) return;
    const stop = new AbortController();
    autoplayVideos(clips, stop.signal);
    return () => stop.abort();
  }, [holder, which]);
}
