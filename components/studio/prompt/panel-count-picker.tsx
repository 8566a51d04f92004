"use client";
import { radioTile } from "@/components/ui/forms/radio-tile";
import { preventInputSubmit } from "@/components/ui/utils/prevent-input-submit";
import type { AspectRatio } from "@/lib/scenes/aspect";
import { aspectOf } from "@/lib/scenes/aspect";
import { pageTiers } from "@/lib/scenes/panels/page-layout";
import { maxPanels } from "@/lib/scenes/schema";
import { LayoutThumbnail } from "./layout-thumbnail";

interface PanelCountPickerProps {
  value: number;
  onChange: (count: number) => void;
  aspectRatio: AspectRatio;
}

/** The number of panels as six thumbnails in the layout of the next scene. */
export function PanelCountPicker({ value, onChange, aspectRatio }: PanelCountPickerProps) {
  const aspect = aspectOf[aspectRatio];
  return (
    <fieldset className="flex gap-1 max-[26rem]:gap-0" onKeyDown={preventInputSubmit}>
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
              className="peer sr-only"
            />
            <span
              aria-hidden="true"
              className={`h-13 w-9 grid-rows-[1fr_auto] pt-0.5 text-sm/4 [&>svg]:h-7 [&>svg]:w-6 ${radioTile}`}
            >
              <LayoutThumbnail tiers={pageTiers(count, aspect, null)} aspect={aspect} />
              {count}
            </span>
            <span className="sr-only">{name}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
