"use client";
/**
 * A slider with its label and value above it.
 *
 *   <Slider label="Font size" value={16} onValueChange={set} min={8} max={72} step={1} unit="px" />
 */
import { Slider as Base } from "@base-ui/react/slider";
import type { MouseEvent } from "react";

/** On touch screens a scroll may begin on the track: a finger drags only the thumb, or taps. */
const controlClasses =
  "flex touch-pan-y items-center py-3.5 select-none pointer-coarse:pointer-events-none";

/** The fill is as high as the track, without the border. */
const trackClasses = "box-content h-1 w-[calc(100%-4px)] rounded-full border-2 border-ink bg-sheet";

const thumbClasses =
  "slider-thumb size-6 rounded-full border-2 border-ink bg-yellow has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-blue pointer-coarse:pointer-events-auto pointer-coarse:size-7 pointer-coarse:after:absolute pointer-coarse:after:-inset-2";

interface SliderProps {
  label: string;
  value: number;
  onValueChange: (value: number) => void;
  min: number;
  max: number;
  step?: number;
  unit: string;
}

export function Slider({ label, unit, ...rest }: SliderProps) {
  /** Handles taps on touch screens, where the track ignores touches (`controlClasses`). */
  function tap({ target, currentTarget, clientX }: MouseEvent<HTMLElement>) {
    if (target !== currentTarget) return;
    const { min, max, step = 1, onValueChange } = rest;
    const { left, width } = currentTarget.getBoundingClientRect();
    const steps = Math.round((((clientX - left) / width) * (max - min)) / step);
    onValueChange(Math.min(max, Math.max(min, min + steps * step)));
  }
  return (
    <Base.Root<number> {...rest}>
      <div className="flex items-baseline justify-between gap-3">
        <Base.Label className="field-label">{label}</Base.Label>
        <Base.Value className="text-sm text-ink-soft">
          {(_, values) => `${values[0] ?? ""} ${unit}`}
        </Base.Value>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys have the thumb */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys have the thumb */}
      <div onClick={tap}>
        <Base.Control className={controlClasses}>
          <Base.Track className={trackClasses}>
            <Base.Indicator className="rounded-full bg-ink" />
            <Base.Thumb
              className={thumbClasses}
              getAriaValueText={(_, value) => `${value} ${unit}`}
            />
          </Base.Track>
        </Base.Control>
      </div>
    </Base.Root>
  );
}
