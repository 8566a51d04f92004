"use client";
import type { CSSProperties, KeyboardEvent, PointerEvent } from "react";
import { cx } from "@/components/ui/utils/cx";
import type { BubbleEdit } from "@/lib/scenes/bubbles/editing";
import { drawnWidths, nearestWidth } from "@/lib/scenes/bubbles/fit";
import { anchors, drawnGeometry, type PanelLayout } from "@/lib/scenes/bubbles/geometry";
import type { Point } from "@/lib/scenes/bubbles/path";
import { bubbleWidths, fontSizes, type TextBubble } from "@/lib/scenes/bubbles/schema";
import { formatPercent, withBlankText } from "./bubble-labels";

interface BubbleHandlesProps {
  bubble: TextBubble;
  size: PanelLayout;
  /** Hides the handles during a drag. */
  isDragging: boolean;
  /** Starts a drag; `toEdit` converts its offset, in fractions of the panel, to an edit. */
  onDrag: (
    event: PointerEvent<HTMLElement>,
    bubble: TextBubble,
    toEdit: (by: Point) => BubbleEdit,
  ) => void;
  onTailKey: (event: KeyboardEvent) => void;
  /** Receives keys that the handle does not handle. */
  onBubbleKey: (event: KeyboardEvent) => void;
  edit: (edit: BubbleEdit) => void;
}

/**
 * The corner opposite to the anchor. A handle that overflows the gutter would make the stage scroll
 * sideways.
 */
const cornerClass = (anchor: Point) =>
  cx(
    anchor.y > 0.5 && "-translate-y-full",
    anchor.x > 0.5 ? "-translate-x-full" : "left-[min(var(--x),100%+var(--gutter)-var(--wide))]",
  );

/** The side of the bubble at which its tail ends. */
const tipClass = (tip: Point, box: { x: number; y: number; width: number; height: number }) => {
  if (tip.y > box.y + box.height) return "-translate-x-1/2 -translate-y-[10%]";
  if (tip.y < box.y) return "-translate-x-1/2 -translate-y-[90%]";
  if (tip.x < box.x) return "-translate-x-[90%] -translate-y-1/2";
  return tip.x > box.x + box.width ? "-translate-x-[10%] -translate-y-1/2" : "-translate-1/2";
};

export const tailHandleId = "bubble-tail-tip";

/**
 * Handles of the selected bubble: width at the sides away from its anchor, letters and width
 * together at the corner opposite to the anchor, and the tip of its tail. Reached with a pointer or
 * by name; the bubble's own keys do the same, so Tab moves from bubble to bubble.
 */
export function BubbleHandles({
  bubble,
  size,
  isDragging,
  onDrag,
  onTailKey,
  onBubbleKey,
  edit,
}: BubbleHandlesProps) {
  const { box, tailTip } = drawnGeometry(withBlankText(bubble), size);
  const { id, style, position } = bubble;
  const anchorFraction = anchors[position.anchor];
  const at = (point: Point) =>
    ({
      "--x": `${(point.x / size.width) * 100}%`,
      "--y": `${(point.y / size.height) * 100}%`,
    }) as CSSProperties;
  const anchor = {
    x: box.x + anchorFraction.x * box.width,
    y: box.y + anchorFraction.y * box.height,
  };
  const corner = {
    x: anchorFraction.x > 0.5 ? box.x : box.x + box.width,
    y: anchorFraction.y > 0.5 ? box.y : box.y + box.height,
  };
  const reach = Math.hypot(corner.x - anchor.x, corner.y - anchor.y);

  const widen = (side: 1 | -1) => {
    let widths: ReturnType<typeof drawnWidths> | undefined;
    return (by: Point): BubbleEdit => {
      widths ??= drawnWidths(withBlankText(bubble), size);
      return {
        kind: "resize",
        id,
        maxWidth: nearestWidth(box.width + side * by.x * size.width, widths),
        keeps: side < 0 ? "right" : "left",
      };
    };
  };
  const scale = (by: Point): BubbleEdit => {
    const moved = { x: corner.x + by.x * size.width, y: corner.y + by.y * size.height };
    const factor = Math.hypot(moved.x - anchor.x, moved.y - anchor.y) / Math.max(reach, 1);
    return {
      kind: "resize",
      id,
      fontSize: style.fontSize * factor,
      maxWidth: style.maxWidth * factor,
    };
  };
  const tip = style.tailTip
    ? { x: style.tailTip.x * size.width, y: style.tailTip.y * size.height }
    : tailTip;
  const point = (by: Point): BubbleEdit => ({
    kind: "point",
    id,
    tip: { x: (tip?.x ?? 0) / size.width + by.x, y: (tip?.y ?? 0) / size.height + by.y },
  });
  const drag = (toEdit: (by: Point) => BubbleEdit) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => onDrag(event, bubble, toEdit),
    onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
  });
  const stepOf = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (step) event.preventDefault();
    return step ?? 0;
  };
  const sides = ([-1, 1] as const).filter((side) =>
    side < 0 ? anchorFraction.x > 0 : anchorFraction.x < 1,
  );

  return (
    <div className={cx("bubble-handles", isDragging && "opacity-0")}>
      {sides.map((side) => (
        <span
          key={side}
          role="slider"
          tabIndex={-1}
          aria-label={side < 0 ? "Bubble width, left edge" : "Bubble width, right edge"}
          aria-valuemin={bubbleWidths.min}
          aria-valuemax={bubbleWidths.max}
          aria-valuenow={style.maxWidth}
          className={cx(
            "bubble-handle bubble-handle-side -translate-y-1/2",
            side < 0 && "-translate-x-full",
          )}
          style={at({ x: side < 0 ? box.x : box.x + box.width, y: box.y + box.height / 2 })}
          {...drag(widen(side))}
          onKeyDown={(event) => {
            const by = stepOf(event) * bubbleWidths.step;
            if (by) edit({ kind: "resize", id, maxWidth: style.maxWidth + by });
            else onBubbleKey(event);
          }}
        />
      ))}
      <span
        role="slider"
        tabIndex={-1}
        aria-label="Text size"
        aria-valuemin={fontSizes.min}
        aria-valuemax={fontSizes.max}
        aria-valuenow={style.fontSize}
        className={`bubble-handle ${cornerClass(anchorFraction)}`}
        style={at(corner)}
        {...drag(scale)}
        onKeyDown={(event) => {
          const by = stepOf(event) * fontSizes.step;
          if (by) edit({ kind: "resize", id, fontSize: style.fontSize + by });
          else onBubbleKey(event);
        }}
      />
      {tip && style.tailDirection !== "none" && (
        <button
          type="button"
          id={tailHandleId}
          tabIndex={-1}
          aria-label={`Tip of the tail, ${formatPercent({ x: tip.x / size.width, y: tip.y / size.height })}`}
          className={cx("bubble-handle bubble-handle-tip", tipClass(tip, box))}
          style={at(tip)}
          {...drag(point)}
          onKeyDown={onTailKey}
        />
      )}
    </div>
  );
}
