"use client";
import { Check, CircleAlert, Play } from "lucide-react";
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { ReadMore } from "@/components/ui/read-more";
import { cx } from "@/components/ui/utils/cx";
import type { MediaRef, Message } from "./media-session";
import { playMark } from "./play-mark";
import { isSameMedia } from "./use-choose-media";

interface ConversationProps {
  /** The panel's current media. */
  current: MediaRef | null;
  messages: Message[];
  selected: MediaRef | null;
  onSelect: (media: MediaRef) => void;
}

/**
 * A short conversation is at the bottom, above the prompt box. On a phone the dialog scrolls; a
 * nested scroller would catch the thumb.
 */
const logClasses =
  "flex min-h-32 flex-1 flex-col gap-3 p-4 [grid-area:talk] focus-visible:-outline-offset-3 max-[56rem]:border-t-2 max-[56rem]:border-rule min-[56rem]:overflow-y-auto min-[56rem]:overscroll-contain [&>:first-child]:mt-auto";

/** Where the conversation is visible it shows the remark itself. */
const remarkClasses =
  "media-remark border-t-2 border-rule bg-[color-mix(in_oklab,var(--color-yellow)_30%,var(--color-sheet))] px-4 py-2.5 text-sm wrap-anywhere [grid-area:remark] min-[56rem]:hidden";

const lineClasses = "flex max-w-[90%] gap-2 rounded-[14px] border-2 px-3.5 py-2.5";

const sides = {
  studio: "self-start rounded-bl-[2px] bg-paper",
  author:
    "self-end rounded-br-[2px] bg-[color-mix(in_oklab,var(--color-yellow)_30%,var(--color-sheet))]",
} as const;

const cardClasses =
  "relative block w-40 overflow-clip rounded-[4px] border-2 border-ink hover:shadow-hard focus-visible:outline-3 focus-visible:outline-offset-2 focus-visible:outline-blue [&>:is(img,video)]:block [&>:is(img,video)]:max-h-48 [&>:is(img,video)]:w-full [&>:is(img,video)]:object-cover";

/** Pixels from the end within which a reader counts as being at the end. */
const endThreshold = 48;

/** The conversation; it stays at its end unless the author has scrolled up. */
export function Conversation({ current, messages, selected, onSelect }: ConversationProps) {
  const log = useRef<HTMLDivElement>(null);
  const isPinnedToEnd = useRef(true);
  const lastTop = useRef(0);
  const toEnd = () => {
    const element = log.current;
    if (element && isPinnedToEnd.current) element.scrollTop = element.scrollHeight;
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new message
  useLayoutEffect(toEnd, [messages.length]);
  // Pictures load after their messages, and the box changes its height.
  useEffect(() => {
    const element = log.current;
    if (!element) return;
    const observer = new ResizeObserver(toEnd);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  });

  return (
    <div
      ref={log}
      role="log"
      aria-label="Conversation"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard
      tabIndex={0}
      className={logClasses}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        // A growing box may move the end before our own scroll event arrives: only scrolling up is
        // the author's.
        if (scrollHeight - scrollTop - clientHeight < endThreshold) isPinnedToEnd.current = true;
        else if (scrollTop < lastTop.current) isPinnedToEnd.current = false;
        lastTop.current = scrollTop;
      }}
    >
      {current ? (
        <MessageLine from="studio">
          <p>This is on the panel now.</p>
          <MediaCard media={current} selected={selected} onSelect={onSelect} />
        </MessageLine>
      ) : (
        <MessageLine from="studio">
          <p>This panel has no picture yet. Generate one, or upload your own.</p>
        </MessageLine>
      )}
      {messages.map(({ id, from, text, detail, isError, media }) => (
        <MessageLine key={id} from={from} isError={isError}>
          <ReadMore
            text={text}
            limit={220}
            className={cx("wrap-anywhere", isError && "font-bold")}
          />
          {detail && <p className="text-sm wrap-anywhere">{detail}</p>}
          {media && <MediaCard media={media} selected={selected} onSelect={onSelect} />}
        </MessageLine>
      ))}
    </div>
  );
}

/**
 * The latest error or remark about the shown picture, under that picture where the conversation is
 * more than a screen below.
 */
export function LatestRemark({
  messages,
  selected,
}: Pick<ConversationProps, "messages" | "selected">) {
  const newest = messages.at(-1);
  const message = newest?.isError
    ? newest
    : messages.findLast(({ media }) => media && isSameMedia(media, selected));
  const text = message?.isError
    ? [message.text, message.detail].filter(Boolean).join(" ")
    : message?.detail;
  return text && <p className={cx(remarkClasses, message?.isError && "font-bold")}>{text}</p>;
}

function MessageLine({
  from,
  isError,
  children,
}: {
  from: Message["from"];
  isError?: boolean | undefined;
  children: ReactNode;
}) {
  return (
    <div className={cx(lineClasses, sides[from], isError ? "border-red" : "border-ink")}>
      <span className="sr-only">{from === "author" ? "You: " : "Assistant: "}</span>
      {isError && <CircleAlert aria-hidden="true" className="mt-0.5 size-5 flex-none text-red" />}
      <div className="grid gap-2 min-w-0">{children}</div>
    </div>
  );
}

/** A picture or video of the conversation, which can be selected. */
function MediaCard({
  media,
  selected,
  onSelect,
}: {
  media: MediaRef;
  selected: MediaRef | null;
  onSelect: (media: MediaRef) => void;
}) {
  const isSelected = isSameMedia(media, selected);
  const what = media.type === "video" ? "video" : "picture";
  return (
    <button
      type="button"
      aria-pressed={isSelected}
      aria-label={isSelected ? `Currently Selected: this ${what}` : `Select this ${what}`}
      className={cx(
        cardClasses,
        isSelected && "not-focus-visible:outline-3 not-focus-visible:outline-yellow",
      )}
      onClick={() => onSelect(media)}
    >
      {media.type === "video" ? (
        <>
          <video src={media.url} muted playsInline preload="metadata" />
          <Play aria-hidden="true" className={playMark} />
        </>
      ) : (
        // biome-ignore lint/performance/noImgElement: our own origin serves it
        <img src={media.url} alt="" decoding="async" />
      )}
      {isSelected && (
        <span className="absolute inset-x-0 bottom-0 flex items-center justify-center gap-1 border-t-2 border-ink bg-yellow text-on-yellow text-[0.75rem]/6 font-bold">
          <Check aria-hidden="true" size={16} /> Currently Selected
        </span>
      )}
    </button>
  );
}
