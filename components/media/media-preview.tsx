"use client";
import { type CSSProperties, type RefObject, useId, useRef, useState } from "react";
import { PanelView } from "@/components/comic/panel-view";
import { useVideoAutoplay } from "@/components/comic/use-video-autoplay";
import type { AspectRatio } from "@/lib/scenes/aspect";
import { aspectOf, cssAspect } from "@/lib/scenes/aspect";
import type { Panel } from "@/lib/scenes/schema";

const aspectStyle = (aspectRatio: AspectRatio) =>
  ({ "--aspect": aspectOf[aspectRatio] }) as CSSProperties;

interface MediaPreviewProps {
  panel: Panel;
  aspectRatio: AspectRatio;
  /** Name of a take that the panel does not show. */
  name: string | null;
  ref: RefObject<HTMLElement | null>;
}

/** Preview of the panel with its bubbles, as large as possible. */
export function MediaPreview({ panel, aspectRatio, name, ref }: MediaPreviewProps) {
  useVideoAutoplay(ref, panel.videoUrl);
  return (
    <section ref={ref} tabIndex={-1} aria-label="Panel preview" className="media-stage">
      <div className="media-print" style={aspectStyle(aspectRatio)}>
        {panel.imageUrl || panel.videoUrl ? (
          <PanelView
            key={`${panel.imageUrl} ${panel.videoUrl}`}
            panel={panel}
            aspectRatio={aspectRatio}
            sizes="(min-width: 48rem) 50vw, 80vw"
            eager
          />
        ) : (
          <div className="panel-frame" style={{ aspectRatio: cssAspect[aspectRatio] }}>
            <p className="text-ink-soft">No image generated</p>
          </div>
        )}
        {name && <p className="media-side media-side-left">{name}, not on the panel yet</p>}
      </div>
    </section>
  );
}

interface Side {
  name: string;
  /** The panel with that take. */
  panel: Panel;
}

interface ComparisonProps {
  before: Side;
  after: Side;
  aspectRatio: AspectRatio;
}

/**
 * Compares two takes: pictures overlaid with a divider for pointer and arrow keys, side by side if
 * one is a video.
 */
export function Comparison(props: ComparisonProps) {
  const moves = [props.before, props.after].some(({ panel }) => panel.videoUrl !== null);
  return (
    <section aria-label="Two takes compared" className="media-stage">
      {moves ? <SideBySide {...props} /> : <DividerComparison {...props} />}
    </section>
  );
}

function SideBySide({ before, after, aspectRatio }: ComparisonProps) {
  const pair = useRef<HTMLDivElement>(null);
  useVideoAutoplay(pair, before.panel.videoUrl, after.panel.videoUrl);
  return (
    <div ref={pair} className="media-pair" style={aspectStyle(aspectRatio)}>
      {[before, after].map(({ name, panel }) => (
        <div key={name} className="min-w-0">
          <p className="media-side">{name}</p>
          <PanelView panel={panel} aspectRatio={aspectRatio} sizes="30vw" eager />
        </div>
      ))}
    </div>
  );
}

function DividerComparison({ before, after, aspectRatio }: ComparisonProps) {
  const id = useId();
  const [at, setAt] = useState(50);
  const view = { aspectRatio, sizes: "50vw", eager: true };
  return (
    <div
      className="media-print media-divided"
      style={{ ...aspectStyle(aspectRatio), "--at": `${at}%` } as CSSProperties}
    >
      <PanelView panel={before.panel} {...view} />
      <div className="absolute inset-0 [clip-path:inset(0_0_0_var(--at))]">
        <PanelView panel={after.panel} {...view} />
      </div>
      <span className="media-side media-side-left" aria-hidden="true">
        {before.name}
      </span>
      <span className="media-side media-side-right" aria-hidden="true">
        {after.name}
      </span>
      <label htmlFor={id} className="sr-only">
        Divider between {before.name} and {after.name}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        value={at}
        aria-valuetext={`${at} % ${before.name}`}
        className="media-divider"
        onChange={(event) => setAt(Number(event.target.value))}
      />
    </div>
  );
}
