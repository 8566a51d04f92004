"use client";
import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, useEffect, useRef, useState } from "react";
import { Progress } from "@/components/ui/progress";
import { StalledNotice } from "@/components/ui/stalled-notice";
import { randomImagesOptions } from "@/lib/stories/client";

const slotCount = 6;
/** Milliseconds after which one of the floating pictures is another one. */
const changeInterval = 2_600;

const titles = {
  edit: "Refining Image...",
  animate: "Generating Video...",
  regenerate: "Generating Image...",
} as const;

interface GenerationOverlayProps {
  /** What is being made; anything else is only known to be under way. */
  work: string;
  startedAt: number;
  /** 0 while nothing is known. */
  progress: number;
  /** Its work stands still for now. */
  isWaiting?: boolean;
  /** How long it usually takes, where that is another time than a picture's. */
  usually?: string;
  /** Its author waits no longer, and that has not been answered yet. */
  isCancelled?: boolean | undefined;
}

/** Covers the dialog while something is made: what, for how long already, and pictures to look at. */
export function GenerationOverlay({
  work,
  startedAt,
  progress,
  isWaiting = false,
  usually,
  isCancelled = false,
}: GenerationOverlayProps) {
  const ref = useRef<HTMLDivElement>(null);
  const known = work in titles ? titles[work as keyof typeof titles] : "Processing...";
  const title = isCancelled ? "Cancelling …" : known;
  const time = work === "animate" ? "Usually takes 30-80 seconds" : "Usually takes 10-40 seconds";

  // What had the focus lies underneath and can do nothing now; afterwards it has it again.
  useEffect(() => {
    const before = document.activeElement;
    ref.current?.focus();
    return () => {
      if (!(before instanceof HTMLElement)) return;
      // The new picture stays in sight.
      setTimeout(() => before.isConnected && before.focus({ preventScroll: true }));
    };
  }, []);

  return (
    <div ref={ref} tabIndex={-1} className="media-overlay">
      <FloatingPictures />
      <div className="media-overlay-card">
        <p className="display text-2xl" role="status">
          {title}
        </p>
        <p>{usually ?? time}</p>
        <Progress label={title} value={progress > 0 ? progress : undefined} />
        <Elapsed since={startedAt} />
        <StalledNotice isWaiting={isWaiting} />
        {/* Nobody shall take the pictures behind it for what is being made. */}
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

const reducedMotionQuery = "(prefers-reduced-motion: reduce)";

/** Pictures of the gallery that drift by, one after the other changing; still where motion is not wanted. */
function FloatingPictures() {
  const { data = [] } = useQuery(randomImagesOptions(slotCount * 2));
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (data.length <= slotCount || matchMedia(reducedMotionQuery).matches) return;
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
        // Each turn changes one slot: how often has this one been changed?
        const changes = Math.floor((turn + slotCount - 1 - slot) / slotCount);
        const url = data[(slot + changes * slotCount) % data.length];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a slot is its place
          <span key={slot} className="media-float" style={{ "--slot": slot } as CSSProperties}>
            {/* biome-ignore lint/performance/noImgElement: our own origin serves it */}
            <img key={url} src={url} alt="" decoding="async" />
          </span>
        );
      })}
    </div>
  );
}
