"use client";
import { Columns2, Play } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { cx } from "@/components/ui/utils/cx";
import type { MediaRef } from "../media-session";
import { playMark } from "../play-mark";
import { isSameMedia } from "../use-choose-media";
import { describeTake } from "./describe-take";
import type { NumberedTake } from "./use-takes";

/** Pixels kept free beside a take that is scrolled into view. */
const edge = 16;

/** Actions and takes share a row, so that the picture gets more height. */
const stripClasses =
  "media-takes grid min-w-0 grid-cols-[auto_minmax(0,1fr)] border-t-2 border-ink bg-[#17130e] text-[#fffdf7] [--color-blue:#7cc4f5] [grid-area:takes]";

const headClasses =
  "flex max-w-32 flex-col items-start justify-center gap-1 py-1.5 pl-4 min-[56rem]:max-w-52";

const filmClasses = "media-film flex gap-1.5 overflow-x-auto overscroll-x-contain px-4 py-2.5";

const takeClasses =
  "block h-17 rounded-[4px] border-2 p-0.75 text-left focus-visible:outline-3 focus-visible:outline-offset-1 focus-visible:outline-blue";

const printClasses =
  "relative block aspect-3/4 h-full flex-none overflow-clip rounded-[2px] border-2 border-[#fffdf7] [&>:is(img,video)]:size-full [&>:is(img,video)]:object-cover [&>:is(img,video)]:object-[50%_22%]";

interface TakeStripProps {
  /** Undefined during the first fetch. */
  takes: NumberedTake[] | undefined;
  isError: boolean;
  onRetry: () => void;
  selected: MediaRef | null;
  /** The panel's current media. */
  current: MediaRef | null;
  onSelect: (media: MediaRef) => void;
  /** The take that is compared with the selected one; while comparing, a click chooses it. */
  compared: MediaRef | null;
  isComparing: boolean;
  onCompare: (isComparing: boolean) => void;
}

/** Every picture and video that the panel ever had, as contact prints; a press selects one. */
export function TakeStrip({
  takes,
  isError,
  onRetry,
  selected,
  current,
  onSelect,
  compared,
  isComparing,
  onCompare,
}: TakeStripProps) {
  const film = useRef<HTMLUListElement>(null);
  const pressed = isComparing ? compared?.url : selected?.url;
  const count = takes?.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new selection
  useEffect(() => {
    const frame = film.current?.querySelector<HTMLElement>("[aria-pressed='true']");
    if (film.current && frame) scrollIntoStrip(film.current, frame);
  }, [pressed, count]);
  return (
    <section aria-labelledby="media-takes" className={stripClasses}>
      <div className={headClasses}>
        <h3 id="media-takes" className="display text-xl">
          Takes{takes ? ` (${takes.length})` : ""}
        </h3>
        {isComparing && (
          <p role="status" className="text-sm">
            {compared ? "Choose another take, or stop." : "Choose the take to compare with."}
          </p>
        )}
        {takes && takes.length > 1 && (
          <Button size="sm" aria-pressed={isComparing} onClick={() => onCompare(!isComparing)}>
            <Columns2 aria-hidden="true" /> {isComparing ? "Stop comparing" : "Compare"}
          </Button>
        )}
      </div>
      {!takes && !isError && (
        <div className={filmClasses} aria-hidden="true">
          {[1, 2, 3].map((key) => (
            <Skeleton key={key} className="h-16 w-12" />
          ))}
        </div>
      )}
      {isError && (
        <div className={`items-center ${filmClasses}`} role="alert">
          <p>The takes could not be loaded.</p>
          <Button size="sm" onClick={onRetry}>
            Try Again
          </Button>
        </div>
      )}
      {takes?.length === 0 && (
        <p className={filmClasses}>No takes yet. Every picture and video will appear here.</p>
      )}
      {takes && takes.length > 0 && (
        <ul ref={film} className={filmClasses}>
          {takes.map((take) => (
            <li key={take._id} className="flex-none">
              <Frame
                take={take}
                isSelected={isSameMedia(take, isComparing ? compared : selected)}
                isCurrent={isSameMedia(take, current)}
                onSelect={() =>
                  onSelect({
                    url: take.url,
                    type: take.type,
                    still: take.originalImageUrl ?? undefined,
                  })
                }
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Scrolls the strip sideways only: the dialog keeps its scroll position. */
function scrollIntoStrip(film: HTMLElement, frame: HTMLElement): void {
  const [outer, inner] = [film.getBoundingClientRect(), frame.getBoundingClientRect()];
  if (inner.left < outer.left) film.scrollLeft += inner.left - outer.left - edge;
  else if (inner.right > outer.right) film.scrollLeft += inner.right - outer.right + edge;
}

interface FrameProps {
  take: NumberedTake;
  isSelected: boolean;
  isCurrent: boolean;
  onSelect: () => void;
}

function Frame({ take, isSelected, isCurrent, onSelect }: FrameProps) {
  // The poster of a video is the picture it was made from.
  const still = take.type === "video" ? take.originalImageUrl : take.url;
  return (
    <button
      type="button"
      aria-pressed={isSelected}
      className={cx(
        takeClasses,
        isSelected ? "border-[#ffcf33] bg-[#332c24]" : "border-transparent hover:bg-[#332c24]",
      )}
      onClick={onSelect}
    >
      <span className={printClasses}>
        {still === null ? (
          <video src={take.url} muted playsInline preload="metadata" />
        ) : (
          // biome-ignore lint/performance/noImgElement: our own origin serves it
          <img src={still} alt="" loading="lazy" decoding="async" />
        )}
        {take.type === "video" && <Play aria-hidden="true" className={playMark} />}
        <span className="absolute right-0 bottom-0 px-1 bg-[#17130e] text-[#ffcf33] text-[0.75rem]/4 font-bold">
          <span className="sr-only">Take </span>
          {take.number}
        </span>
        {/* A corner folded over the take that the panel shows. */}
        {isCurrent && (
          <span className="absolute top-0 left-0 size-4 bg-[#ffcf33] [clip-path:polygon(0_0,100%_0,0_100%)]" />
        )}
        <span className="sr-only">
          {` ${[take.type === "video" && "Video", isCurrent && "On the panel", take.prompt, describeTake(take)].filter(Boolean).join(". ")}`}
        </span>
      </span>
    </button>
  );
}
