"use client";
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  useId,
  useRef,
  useState,
} from "react";
import { trackPointerDrag } from "@/components/bubbles/pointer-drag";
import { ImageWithFallback } from "@/components/ui/pictures/image-with-fallback";
import { arrowDirections } from "@/components/ui/utils/arrow-keys";
import { type MaskBox, strokePath } from "@/lib/media/repair/mask";
import type { Point } from "@/lib/scenes/bubbles/path";
import type { SpotShape } from "./spot-drafts";
import { brushes, type Spot } from "./use-spot";

const round = (value: number) => Math.round(value * 10_000) / 10_000;
const within = (value: number, max = 1) => round(Math.min(max, Math.max(0, value)));

/** Smallest side of a box, as a fraction of the picture; a smaller one is a slip of the hand. */
const minBoxSide = 0.02;

const boxBetween = (a: Point, b: Point): MaskBox => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  width: round(Math.abs(a.x - b.x)),
  height: round(Math.abs(a.y - b.y)),
});

interface SpotPictureProps {
  url: string;
  spot: Spot;
}

/**
 * A whole picture to mark with brush and box. Needs a container with a size; two fingers zoom the
 * page.
 */
export function SpotPicture({ url, spot }: SpotPictureProps) {
  const [size, setSize] = useState({ width: 3, height: 4 });
  const [begun, setBegun] = useState<SpotShape | null>(null);
  const { tool } = spot;

  function draw(event: PointerEvent<HTMLElement>) {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const [x, y] = [event.clientX - left, event.clientY - top];
    const pointAt = (by: Point): Point => ({
      x: within((x + by.x) / width),
      y: within((y + by.y) / height),
    });
    const start = pointAt({ x: 0, y: 0 });
    const points = [[start.x, start.y]];
    const shapeTo = (by: Point): SpotShape => {
      const end = pointAt(by);
      if (tool === "Box") return boxBetween(start, end);
      const [lastX = 0, lastY = 0] = points.at(-1) ?? [];
      // Closer points only lengthen the draft.
      if (Math.hypot(end.x - lastX, end.y - lastY) > 0.004) points.push([end.x, end.y]);
      return { points: [...points], width: brushes[tool] };
    };
    const finish = (shape: SpotShape) => {
      setBegun(null);
      if ("points" in shape || Math.min(shape.width, shape.height) >= minBoxSide) spot.add(shape);
    };
    trackPointerDrag(event, {
      onTap: () => finish(shapeTo({ x: 0, y: 0 })),
      onMove: (by) => setBegun(shapeTo(by)),
      onDrop: (by) => finish(shapeTo(by)),
      onCancel: () => setBegun(null),
    });
  }

  const style = { "--aspect": size.width / size.height } as CSSProperties;
  return (
    // biome-ignore lint/a11y/useSemanticElements: no form control, so no fieldset
    <div
      role="group"
      aria-label="Picture to mark"
      className="relative w-[min(100cqw,100cqh*var(--aspect))] cursor-crosshair touch-pinch-zoom select-none"
      style={style}
      onPointerDown={draw}
    >
      <ImageWithFallback
        src={url}
        alt="The selected take, without its bubbles"
        draggable={false}
        className="block aspect-(--aspect) w-full"
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setSize({ width: naturalWidth || 3, height: naturalHeight || 4 })
        }
        fallback={
          <p className="grid aspect-(--aspect) place-items-center p-6 text-sm font-bold">
            Failed to load image
          </p>
        }
      />
      <MarkedSpot shapes={begun ? [...spot.shapes, begun] : spot.shapes} size={size} />
      {spot.shapes.map(
        (shape, index) =>
          "x" in shape && (
            <BoxGrip
              // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place in the list
              key={index}
              box={shape}
              onChange={(box) => spot.replace(index, box)}
            />
          ),
      )}
    </div>
  );
}

/** The marks as stripes of ink and yellow, one of which contrasts with any picture. */
function MarkedSpot({
  shapes,
  size,
}: {
  shapes: SpotShape[];
  size: { width: number; height: number };
}) {
  const id = useId();
  // Units in which a picture of any size is a thousand wide.
  const view = { width: 1_000, height: (1_000 * size.height) / size.width };
  return (
    <svg
      viewBox={`0 0 ${view.width} ${view.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 size-full"
    >
      <pattern
        id={`${id}stripes`}
        width="28"
        height="28"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="28" height="28" fill="#17130e" />
        <rect width="14" height="28" fill="#ffcf33" />
      </pattern>
      <mask id={`${id}spot`} maskUnits="userSpaceOnUse" width="1000" height={view.height}>
        {shapes.map((shape, index) =>
          "x" in shape ? (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a shape is its place in the list
              key={index}
              x={shape.x * view.width}
              y={shape.y * view.height}
              width={shape.width * view.width}
              height={shape.height * view.height}
              fill="#fff"
            />
          ) : (
            <path
              // biome-ignore lint/suspicious/noArrayIndexKey: a shape is its place in the list
              key={index}
              d={strokePath(shape, view)}
              strokeWidth={shape.width * view.width}
              fill="none"
              stroke="#fff"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          ),
        )}
      </mask>
      <rect
        width="1000"
        height={view.height}
        fill={`url(#${id}stripes)`}
        mask={`url(#${id}spot)`}
        opacity="0.6"
      />
    </svg>
  );
}

const percent = (value: number) => `${Math.round(value * 100)} %`;

interface BoxGripProps {
  box: MaskBox;
  /** Null removes it. */
  onChange: (box: MaskBox | null) => void;
}

/** Makes a box reachable by keyboard, with the keys of a bubble; pointers draw through it. */
function BoxGrip({ box, onChange }: BoxGripProps) {
  const grip = useRef<HTMLButtonElement>(null);
  const { x, y, width, height } = box;
  function onKeyDown(event: KeyboardEvent) {
    const isRemoval = event.key === "Delete" || event.key === "Backspace";
    const arrow = arrowDirections[event.key];
    if (!arrow && !isRemoval) return;
    event.preventDefault();
    if (!arrow) {
      grip.current?.closest<HTMLElement>(".media-stage, .portrait")?.focus();
      return onChange(null);
    }
    const step = event.shiftKey ? 0.05 : 0.01;
    const [dx, dy] = [arrow.x * step, arrow.y * step];
    onChange(
      event.altKey
        ? {
            ...box,
            width: round(Math.min(1 - x, Math.max(minBoxSide, width + dx))),
            height: round(Math.min(1 - y, Math.max(minBoxSide, height + dy))),
          }
        : { ...box, x: within(x + dx, 1 - width), y: within(y + dy, 1 - height) },
    );
  }
  return (
    <button
      ref={grip}
      type="button"
      data-spot-box=""
      aria-label={`Box at ${percent(x)} from the left, ${percent(y)} from the top, ${percent(width)} wide, ${percent(height)} high`}
      className="group pointer-events-none absolute outline-offset-2 focus-visible:shadow-[0_0_0_2px_var(--color-sheet)] focus-visible:outline-3 focus-visible:outline-blue"
      style={{
        left: `${x * 100}%`,
        top: `${y * 100}%`,
        width: `${width * 100}%`,
        height: `${height * 100}%`,
      }}
      onKeyDown={onKeyDown}
    >
      <span className="absolute top-0 left-0 hidden w-40 border-2 border-ink bg-sheet px-1 text-left text-sm group-focus-visible:block">
        Arrow keys move it, with Alt they resize it. Delete removes it.
      </span>
    </button>
  );
}
