"use client";
import { maxPanels } from "@/lib/scenes/schema";
import { aspectOf } from "@/lib/stories/aspect";
import type { AspectRatio } from "@/lib/stories/schema";
import { pageBoxes } from "./page-layout";

interface PanelPickerProps {
  value: number;
  onChange: (count: number) => void;
  aspectRatio: AspectRatio;
}

const page = { width: 24, gap: 2 };

/** The number of panels as six small pages, each laid out as the scene will be. */
export function PanelPicker({ value, onChange, aspectRatio }: PanelPickerProps) {
  return (
    <fieldset className="panel-picker">
      <legend className="sr-only">Panels in this scene</legend>
      {Array.from({ length: maxPanels }, (_, index) => index + 1).map((count) => {
        const name = `${count} ${count === 1 ? "panel" : "panels"}`;
        return (
          <label key={count} title={name}>
            <input
              type="radio"
              name="panels"
              value={count}
              checked={value === count}
              onChange={() => onChange(count)}
              className="sr-only"
            />
            <span aria-hidden="true" className="panel-picker-frame">
              <SmallPage panels={count} aspectRatio={aspectRatio} />
              {count}
            </span>
            <span className="sr-only">{name}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

function SmallPage({ panels, aspectRatio }: { panels: number; aspectRatio: AspectRatio }) {
  const boxes = pageBoxes(panels, aspectRatio, { ...page, aspect: aspectOf[aspectRatio] });
  const height = Math.max(...boxes.map((box) => box.y + box.height));
  return (
    <svg
      aria-hidden="true"
      viewBox={`-1 -1 ${page.width + 2} ${height + 2}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
    >
      {boxes.map((box) => (
        <rect key={`${box.x}/${box.y}`} {...box} />
      ))}
    </svg>
  );
}
