import type { ReactNode } from "react";
import { cx } from "@/components/ui/utils/cx";
import type { AspectRatio } from "@/lib/scenes/aspect";
import { aspectOf, cssAspect } from "@/lib/scenes/aspect";
import type { PanelLayout } from "@/lib/scenes/bubbles/geometry";
import { layoutSize } from "@/lib/scenes/bubbles/placement";
import type { TextBubble } from "@/lib/scenes/bubbles/schema";
import type { Panel } from "@/lib/scenes/schema";
import { BubbleView } from "./bubble-view";
import { LetteringFaces } from "./lettering-faces";
import { blur } from "./placeholder";

interface PanelViewProps {
  panel: Panel;
  aspectRatio: AspectRatio;
  /** The first picture of a page, fetched with high priority. */
  eager?: boolean;
  /** Reveals the picture through growing dots. */
  reveal?: boolean;
  /** `sizes` of the picture. */
  sizes?: string;
  /** For a panel on a page: the layout of its bubbles there. */
  layout?: PanelLayout;
  /** Replaces the bubbles, for example by draggable ones. */
  bubbleLayer?: ReactNode;
  /** Overlays, such as the error of a new picture. */
  children?: ReactNode;
}

/** `sizes` of a panel in a column of its own. */
export const columnSizes = "(min-width: 45rem) 45rem, 100vw";

/** Size for the layout of bubbles, in px. */
export const panelSize = (aspectRatio: AspectRatio) => layoutSize(aspectOf[aspectRatio]);

/**
 * A panel: picture, bubbles and, for screen readers, the texts in reading order. Bubbles are laid
 * out at one width and scale with the panel, so that the page is complete without a script. Those
 * of a large panel on a page are there twice: style sheets show them for the page or alone.
 */
export function PanelView({
  panel,
  aspectRatio,
  eager = false,
  reveal = false,
  sizes = columnSizes,
  layout,
  bubbleLayer,
  children,
}: PanelViewProps) {
  const bubbles = panel.textBubbles.filter((bubble) => bubble.text.trim() !== "");
  return (
    <figure
      className={cx("panel", reveal && "reveal")}
      data-panel={panel.panelNumber}
      style={{ aspectRatio: cssAspect[aspectRatio], background: blur(panel.placeholder) }}
    >
      {panel.imageUrl && (
        // biome-ignore lint/performance/noImgElement: sizes are made when the picture is stored
        <img
          src={panel.imageUrl}
          srcSet={panel.srcSet || undefined}
          sizes={panel.srcSet ? sizes : undefined}
          alt={panel.altText}
          width={panel.width ?? undefined}
          height={panel.height ?? undefined}
          loading={eager ? "eager" : "lazy"}
          fetchPriority={eager ? "high" : undefined}
          decoding="async"
        />
      )}
      {panel.videoUrl && (
        <video
          src={panel.videoUrl}
          muted
          loop
          playsInline
          // Either use-video-autoplay.ts plays it while visible, or its controls do.
          controls
          preload="none"
          aria-label={panel.altText}
        />
      )}
      {bubbleLayer ?? (
        <>
          {layout?.alone && <BubbleLayer bubbles={bubbles} size={layout} shown="on-page" />}
          <BubbleLayer bubbles={bubbles} size={panelSize(aspectRatio)} />
        </>
      )}
      {bubbles.length > 0 && (
        <figcaption className="sr-only">
          {bubbles.map((bubble) => (
            <p key={bubble.id}>
              {bubble.speaker ? `${bubble.speaker}: ` : ""}
              {bubble.text}
            </p>
          ))}
        </figcaption>
      )}
      {children}
    </figure>
  );
}

interface BubbleLayerProps {
  bubbles: readonly TextBubble[];
  size: PanelLayout;
  /** Shown instead of the following layer where the page's panels stand side by side. */
  shown?: "on-page";
  /** The dragged bubble, which is drawn above. */
  draggedId?: string | undefined;
}

/** Bubbles over a picture, in stacking order. */
export function BubbleLayer({ bubbles, size, shown, draggedId }: BubbleLayerProps) {
  if (bubbles.length === 0) return null;
  return (
    <>
      <LetteringFaces bubbles={bubbles} />
      <svg
        className={cx(
          "panel-bubbles",
          shown,
          draggedId !== undefined && "panel-bubbles-layer will-change-transform",
        )}
        viewBox={`0 0 ${size.width} ${size.height}`}
        aria-hidden="true"
      >
        {bubbles.map(
          (bubble) =>
            bubble.id !== draggedId && <BubbleView key={bubble.id} bubble={bubble} panel={size} />,
        )}
      </svg>
    </>
  );
}
