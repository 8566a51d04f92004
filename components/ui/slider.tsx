"use client";
/**
 * A number on a line, with its label and value above it.
 *
 *   <Slider label="Font size" value={16} onValueChange={set} onValueCommitted={save}
 *           min={8} max={72} step={1} unit="px" />
 */
import { Slider as Base } from "@base-ui/react/slider";

interface SliderProps {
  label: string;
  value: number;
  onValueChange: (value: number) => void;
  /** On release, for saving. */
  onValueCommitted?: (value: number) => void;
  min: number;
  max: number;
  step?: number;
  unit?: string;
  disabled?: boolean;
  className?: string;
}

export function Slider({ label, unit = "", className, ...rest }: SliderProps) {
  return (
    <Base.Root<number> className={className} {...rest}>
      <div className="flex items-baseline justify-between gap-3">
        <Base.Label className="field-label">{label}</Base.Label>
        <Base.Value className="text-sm text-ink-soft">
          {(_, values) => `${values[0] ?? ""}${unit && ` ${unit}`}`}
        </Base.Value>
      </div>
      <Base.Control className="slider-control">
        <Base.Track className="slider-track">
          <Base.Indicator className="slider-fill" />
          <Base.Thumb
            className="slider-thumb"
            getAriaValueText={(_, value) => `${value}${unit && ` ${unit}`}`}
          />
        </Base.Track>
      </Base.Control>
    </Base.Root>
  );
}
