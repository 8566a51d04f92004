"use client";
import { type RefObject, useEffect } from "react";
import type { Mode } from "./navigation/keyboard-shortcuts";
import { stripWidth } from "./reading-settings";

/** Plays the videos that are in view, and requests larger pictures for a wider strip. */
export function useSceneMedia(
  scenes: RefObject<HTMLElement | null>,
  mode: Mode,
  width: number,
): void {
  useEffect(() => {
    // In panel mode the camera plays the video that it has reached.
    const clips = mode !== "panel" && scenes.current?.querySelectorAll("video");
    if (!clips || clips.length === 0) return;
    const stop = new AbortController();
    import("@/components/comic/autoplay-videos").then(
      ({ autoplayVideos }) => autoplayVideos(clips, stop.signal),
      // Without a connection their own controls play them.
      () => undefined,
    );
    return () => stop.abort();
  }, [scenes, mode]);

  useEffect(() => {
    if (mode !== "scroll" || width <= stripWidth.default) return;
    for (const picture of scenes.current?.querySelectorAll<HTMLImageElement>("img[srcset]") ?? [])
      picture.sizes = `${picture.clientWidth}px`;
  }, [scenes, mode, width]);
}
