"use client";
import {
  ArrowDownLeft,
  ArrowDownRight,
  ArrowLeft,
  ArrowRight,
  ArrowUpLeft,
  ArrowUpRight,
  Ban,
  Crosshair,
} from "lucide-react";
import type { ComponentType, MouseEvent } from "react";
import { Button } from "@/components/ui/button";
import { RadioGroup } from "@/components/ui/forms/radio-group";
import { Slider } from "@/components/ui/forms/slider";
import { drawnGeometry, type PanelLayout } from "@/lib/scenes/bubbles/geometry";
import { type BubbleStyle, tailDirections } from "@/lib/scenes/bubbles/schema";
import { focusTail } from "../use-stage-keys";
import type { BubbleControlsProps } from "./style-controls";

type Direction = BubbleStyle["tailDirection"];

const icons: Record<Direction, ComponentType<{ size?: number }>> = {
  "bottom-left": ArrowDownLeft,
  "bottom-right": ArrowDownRight,
  "top-left": ArrowUpLeft,
  "top-right": ArrowUpRight,
  left: ArrowLeft,
  right: ArrowRight,
  none: Ban,
};
const names: Record<Direction, string> = {
  "bottom-left": "Bottom left",
  "bottom-right": "Bottom right",
  "top-left": "Top left",
  "top-right": "Top right",
  left: "Left",
  right: "Right",
  none: "No tail",
};

interface TailControlsProps extends BubbleControlsProps {
  size: PanelLayout;
  /** Starts to aim the tail by a press; null cancels. */
  onPoint: (id: string | null) => void;
}

/** Direction of the tail, or the point of the picture where it ends. */
export function TailControls({ bubble, edit, size, onPoint }: TailControlsProps) {
  const { id, style } = bubble;
  const isPointed = style.tailTip !== null && style.tailDirection !== "none";
  function point(event: MouseEvent) {
    // By keyboard, arrow keys move the handle.
    if (event.detail > 0) onPoint(id);
    if (!isPointed) {
      const { box, tailTip } = drawnGeometry(bubble, size);
      const tip = tailTip ?? { x: box.x + box.width / 2, y: box.y + box.height + 40 };
      edit({ kind: "point", id, tip: { x: tip.x / size.width, y: tip.y / size.height } });
    }
    // The handle may mount only with the tail.
    requestAnimationFrame(focusTail);
  }
  return (
    <section className="grid gap-4 min-w-0" aria-label="Tail">
      <RadioGroup<Direction | "tip">
        label="Tail direction"
        value={isPointed ? "tip" : style.tailDirection}
        onChange={(direction) => {
          if (direction === "tip") return;
          onPoint(null);
          edit({ kind: "tail", id, direction });
        }}
        hideNames
        options={tailDirections.map((direction) => {
          const Icon = icons[direction];
          return { value: direction, name: names[direction], icon: <Icon size={20} /> };
        })}
        hint={
          isPointed
            ? "The tail ends where you put it. Choose a direction to let it follow the bubble again."
            : "Or drag the round handle at the tail's end to the speaker's mouth."
        }
      />
      <div>
        <Button size="sm" onClick={point}>
          <Crosshair aria-hidden="true" /> Point the tail
        </Button>
      </div>
      {style.tailDirection !== "none" && (
        <Slider
          label="Tail size"
          value={style.tailSize}
          onValueChange={(tailSize) => edit({ kind: "style", id, style: { tailSize } })}
          min={0}
          max={60}
          step={2}
          unit="px"
        />
      )}
    </section>
  );
}
