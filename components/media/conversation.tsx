"use client";
import { Check, CircleAlert, Play } from "lucide-react";
import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { ReadMore } from "@/components/ui/read-more";
import { cx } from "@/components/ui/utils/cx";
import type { MediaRef, Message } from "./media-session";
import { isSameMedia } from "./use-choose-media";

interface ConversationProps {
  /** The panel's current media. */
  current: MediaRef | null;
  messages: Message[];
  selected: MediaRef | null;
  onSelect: (media: MediaRef) => void;
}

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
      className="talk"
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
  return text && <p className={cx("media-remark", message?.isError && "font-bold")}>{text}</p>;
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
    <div className={cx("talk-line", `talk-${from}`, isError && "talk-error")}>
      <span className="sr-only">{from === "author" ? "You: " : "Assistant: "}</span>
      {isError && <CircleAlert aria-hidden="true" className="text-red" />}
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
      className={cx("talk-media", isSelected && "talk-media-selected")}
      onClick={() => onSelect(media)}
    >
      {media.type === "video" ? (
        <>
          <video src={media.url} muted playsInline preload="metadata" />
          <Play aria-hidden="true" className="media-play" />
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
