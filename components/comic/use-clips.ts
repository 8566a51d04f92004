"use client";
import { type RefObject, useEffect } from "react";
import { playClips } from "./clips";

/** Plays the videos inside while they are in view. @param urls which they are, and so when others come */
export function useClips(holder: RefObject<HTMLElement | null>, ...urls: (string | null)[]): void {
  const which = urls.filter(Boolean).join(" ");
  useEffect(() => {
    const clips = which && holder.current?.querySelectorAll("video");
    if (!clips) return;
    const stop = new AbortController();
    playClips(clips, stop.signal);
    return () => stop.abort();
  }, [holder, which]);
}
