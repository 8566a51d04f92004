"use client";
import { Brush, Circle, Eraser, SquareDashed, Undo2 } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Button } from "@/components/ui/button";
import { brushes, type Spot, type SpotTool } from "./use-spot";

const dotClasses: Record<keyof typeof brushes, string> = {
  Small: "size-2",
  Medium: "size-3.5",
  Large: "size-5",
};
const sizes = Object.keys(brushes) as (keyof typeof brushes)[];
const barClasses =
  "flex flex-wrap items-center justify-center gap-1 [&_[aria-pressed=true]]:bg-yellow [&_[aria-pressed=true]]:text-on-yellow";
const middle = { x: 0.35, y: 0.35, width: 0.3, height: 0.3 };

interface SpotBarProps {
  spot: Spot;
  className?: string;
  /** Whether the picture can be marked now. */
  canMark?: boolean;
  /** Further controls while no spot is marked. */
  children?: ReactNode;
}

/** The tools below a picture: the switch for one spot, brushes, box, undo and clear. */
export function SpotBar({ spot, className = "", canMark = true, children }: SpotBarProps) {
  const isOn = spot.isOn && canMark;
  const { shapes, tool, setTool, canUndo } = spot;
  const bar = useRef<HTMLDivElement>(null);
  const choose = (name: SpotTool, label: string, icon: ReactNode, onKeyPress?: () => void) => (
    <Button
      key={name}
      icon
      size="sm"
      label={label}
      aria-pressed={tool === name}
      onClick={(event) => {
        setTool(name);
        // A keyboard's click has no count.
        if (event.detail === 0) onKeyPress?.();
      }}
    >
      {icon}
    </Button>
  );

  /** For keyboards: adds a box in the middle, which keys move and resize. */
  function addBox() {
    spot.add(middle);
    requestAnimationFrame(() => {
      const stage = bar.current?.closest(".media, .portrait");
      [...(stage?.querySelectorAll<HTMLElement>("[data-spot-box]") ?? [])].at(-1)?.focus();
    });
  }

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Spot to change"
      className={`${barClasses} ${className}`}
    >
      <Button
        size="sm"
        aria-pressed={isOn}
        aria-disabled={!canMark}
        onClick={() => canMark && spot.toggle()}
      >
        <Brush aria-hidden="true" />
        <span className={isOn ? "max-sm:sr-only" : undefined}>Change one spot</span>
      </Button>
      {isOn ? (
        <>
          {sizes.map((size) =>
            choose(
              size,
              `${size} brush`,
              <Circle aria-hidden="true" fill="currentColor" className={dotClasses[size]} />,
            ),
          )}
          {choose("Box", "Box", <SquareDashed aria-hidden="true" />, addBox)}
          <Button
            icon
            size="sm"
            label="Undo the last mark"
            aria-disabled={!canUndo}
            onClick={() => canUndo && spot.undo()}
          >
            <Undo2 aria-hidden="true" />
          </Button>
          <Button
            icon
            size="sm"
            label="Clear the marks"
            aria-disabled={shapes.length === 0}
            onClick={() => shapes.length > 0 && spot.clear()}
          >
            <Eraser aria-hidden="true" />
          </Button>
        </>
      ) : (
        children
      )}
    </div>
  );
}
