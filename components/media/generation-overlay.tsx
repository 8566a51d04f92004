"use client";
import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, useEffect, useRef, useState } from "react";
import { Progress } from "@/components/ui/progress";
import { StalledNotice } from "@/components/ui/stalled-notice";
import { prefersReducedMotion } from "@/components/ui/utils/reduced-motion";
import { randomImagesOptions } from "@/lib/stories/client";

const slotCount = 6;
/** Milliseconds between changes of a floating picture. */
const changeInterval = 2_600;

const titles = {
  edit: "Refining Image...",
  animate: "Generating Video...",
  regenerate: "Generating Image...",
  upload: "Processing...",
} as const;

interface GenerationOverlayProps {
  work: keyof typeof titles;
  startedAt: number;
  /** 0 while unknown. */
  progress: number;
  /** The job is waiting. */
  isWaiting?: boolean;
  /** Usual duration, if it differs from a picture's. */
  usually?: string;
  /** The author has cancelled; the server has not answered yet. */
  isCancelled?: boolean | undefined;
}

/** Covers the dialog during a job: the kind of work, elapsed time, and pictures to look at. */
export function GenerationOverlay({
  work,
  startedAt,
  progress,
  isWaiting = false,
  usually,
  isCancelled = false,
}: GenerationOverlayProps) {
  const ref = useRef<HTMLDivElement>(null);
  const title = isCancelled ? "Stopping …" : titles[work];
  const time = work === "animate" ? "Usually takes 30-80 seconds" : "Usually takes 10-40 seconds";

  // The focused element is covered; it gets the focus back afterwards.
  useEffect(() => {
    const before = document.activeElement;
    ref.current?.focus();
    return () => {
      if (!(before instanceof HTMLElement)) return;
      // Without scrolling, so that the new picture stays visible.
      setTimeout(() => before.isConnected && before.focus({ preventScroll: true }));
    };
  }, []);

  return (
    <div
      ref={ref}
      tabIndex={-1}
      className="media-overlay absolute inset-0 z-5 grid min-h-full animate-[fade-in_200ms_var(--ease-out)] place-items-center overflow-clip bg-paper/92 outline-none"
    >
      <FloatingPictures />
      {/* Visible at any scroll position of a phone. */}
      <div className="sticky top-16 bottom-16 z-1 grid w-[min(23rem,100%-2rem)] justify-items-center gap-2 rounded-card border-2 border-ink bg-sheet px-5 py-6 text-center shadow-hard [grid-area:1/1]">
        <p className="display text-2xl" role="status">
          {title}
        </p>
        <p>{usually ?? time}</p>
        <Progress label={title} value={progress > 0 ? progress : undefined} className="w-full" />
        <Elapsed since={startedAt} />
        <StalledNotice isWaiting={isWaiting} />
        {/* Says that the floating pictures are not the result. */}
        <p className="text-sm text-ink-soft">
          Pictures from other stories are shown while you wait.
        </p>
      </div>
    </div>
  );
}

/** Minutes and seconds; not announced, or a screen reader would count along. */
function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - since) / 1_000));
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return (
    <p role="timer" aria-live="off" aria-label="Elapsed time" className="font-bold">
      {clock}
    </p>
  );
}

/**
 * Floating pictures of the gallery that change one at a time; they do not move with reduced motion.
 */
function FloatingPictures() {
  const { data = [] } = useQuery(randomImagesOptions(slotCount * 2));
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (data.length <= slotCount || prefersReducedMotion()) return;
    const timer = setInterval(() => setTurn((before) => before + 1), changeInterval);
    return () => clearInterval(timer);
  }, [data.length]);
  const count = Math.min(slotCount, data.length);
  return (
    <div
      className="sticky top-0 [grid-area:1/1] self-start w-full h-[min(100%,100dvh)]"
      aria-hidden="true"
    >
      {Array.from({ length: count }, (_, slot) => {
        // Each turn changes one slot; this counts the changes of this slot.
        const changes = Math.floor((turn + slotCount - 1 - slot) / slotCount);
        const url = data[(slot + changes * slotCount) % data.length];
        const style = { "--slot": slot } as CSSProperties;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its index
          <span key={slot} className="media-float skeleton" style={style}>
            {/* biome-ignore lint/performance/noImgElement: our own origin serves it */}
            <img key={url} src={url} alt="" decoding="async" />
          </span>
        );
      })}
    </div>
  );
}
