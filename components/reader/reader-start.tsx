"use client";
import { useEffect, useLayoutEffect, useRef } from "react";
import { afterPaint } from "@/components/ui/after-paint";
import { placeIn } from "./comforts/place";
import { applySettings, forgetSettings, readSettings } from "./comforts/settings";

const begin = typeof window === "undefined" ? useEffect : useLayoutEffect;

/**
 * All that the reader's comforts cost a visitor who just reads: it waits for the first key, touch or
 * scroll and hands it to the code that comes then. At once only for those who have been here before:
 * who read in pages, or who stopped somewhere in this story.
 */
export function ReaderStart({ storyId }: { storyId: string }) {
  const mark = useRef<HTMLSpanElement>(null);

  begin(() => {
    const settings = readSettings();
    applySettings(settings);
    const root = mark.current?.closest<HTMLElement>(".reader");
    if (!root) return;
    const waiting = new AbortController();
    const listening = { signal: waiting.signal, passive: true };
    let end: (() => void) | undefined;
    let isWanted = false;
    const missed: Event[] = [];

    function want(event?: Event) {
      if (event) missed.push(event);
      if (isWanted) return;
      isWanted = true;
      if (event) afterPaint(wake);
      else wake();
    }

    function wake() {
      import("./comforts/reader").then(
        ({ startReader }) => {
          if (waiting.signal.aborted && !end) return;
          waiting.abort();
          end = startReader(root as HTMLElement, storyId, missed);
        },
        () => {
          // Without a connection: the strip is complete as it is, the next wish asks again.
          isWanted = false;
          missed.length = 0;
          delete document.documentElement.dataset.reader;
        },
      );
    }

    for (const type of ["keydown", "scroll", "touchstart"]) {
      document.addEventListener(type, want, listening);
    }
    for (const type of ["click", "input", "pointerdown", "pointerup"]) {
      root.addEventListener(type, want, listening);
    }
    const isKnown = settings.mode === "pages" || placeIn(storyId) !== null;
    if (isKnown || root.querySelector("video")) want();
    return () => {
      waiting.abort();
      end?.();
      end = undefined;
      forgetSettings();
    };
  }, [storyId]);

  return <span ref={mark} hidden />;
}
