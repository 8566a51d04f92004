"use client";
import { type CSSProperties, type RefObject, useId, useRef, useState } from "react";
import { PanelView } from "@/components/comic/panel-view";
import { useVideoAutoplay } from "@/components/comic/use-video-autoplay";
import type { AspectRatio } from "@/lib/scenes/aspect";
import { aspectOf, cssAspect } from "@/lib/scenes/aspect";
import type { Panel } from "@/lib/scenes/schema";
import { stageClasses } from "./stage-classes";

const aspectStyle = (aspectRatio: AspectRatio) =>
  ({ "--aspect": aspectOf[aspectRatio] }) as CSSProperties;

/** As large as it fits whole. */
const printClasses = "media-print relative w-[min(100cqw,100cqh*var(--aspect))] shadow-raised";

const labelClasses = "w-fit border-2 border-ink bg-yellow px-2 text-sm/6 font-bold text-on-yellow";

/** On the picture; a name alone is on its edge, so that it covers no narration. */
const labelOver = `pointer-events-none absolute ${labelClasses}`;

/** The line between two takes. */
const dividedClasses =
  "after:pointer-events-none after:absolute after:inset-y-0 after:left-[calc(var(--at)-2px)] after:w-1 after:bg-yellow after:shadow-[0_0_0_1px_#17130e]";

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
    <section ref={ref} tabIndex={-1} aria-label="Panel preview" className={stageClasses}>
      <div className={printClasses} style={aspectStyle(aspectRatio)}>
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
        {name && <p className={`-bottom-3.5 left-2 ${labelOver}`}>{name}, not on the panel yet</p>}
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
    <section aria-label="Two takes compared" className={stageClasses}>
      {moves ? <SideBySide {...props} /> : <DividerComparison {...props} />}
    </section>
  );
}

function SideBySide({ before, after, aspectRatio }: ComparisonProps) {
  const pair = useRef<HTMLDivElement>(null);
  useVideoAutoplay(pair, before.panel.videoUrl, after.panel.videoUrl);
  return (
    <div
      ref={pair}
      className="grid w-[min(100cqw,(100cqh-2rem)*2*var(--aspect))] grid-cols-2 gap-3"
      style={aspectStyle(aspectRatio)}
    >
      {[before, after].map(({ name, panel }) => (
        <div key={name} className="min-w-0">
          <p className={`mb-1 ${labelClasses}`}>{name}</p>
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
      className={`${printClasses} ${dividedClasses}`}
      style={{ ...aspectStyle(aspectRatio), "--at": `${at}%` } as CSSProperties}
    >
      <PanelView panel={before.panel} {...view} />
      <div className="absolute inset-0 [clip-path:inset(0_0_0_var(--at))]">
        <PanelView panel={after.panel} {...view} />
      </div>
      <span className={`bottom-2 left-2 ${labelOver}`} aria-hidden="true">
        {before.name}
      </span>
      <span className={`right-2 bottom-2 ${labelOver}`} aria-hidden="true">
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
        className="media-divider absolute inset-0 z-1 m-0 size-full touch-pan-y cursor-ew-resize appearance-none bg-transparent"
        onChange={(event) => setAt(Number(event.target.value))}
      />
    </div>
  );
}
