"use client";
/**
 * A row of radio buttons, each with a small drawing.
 *
 *   <RadioGroup label="Aspect ratio" value={ratio} onChange={setRatio} options={[{ value: "3:4", name: "Portrait", icon: <i /> }]} />
 */
import { type ReactNode, useId } from "react";
import { cx } from "../utils/cx";
import { FieldError } from "./field-error";

const choiceClasses =
  "choice grid min-h-11 min-w-10 cursor-pointer content-end justify-items-center gap-1.5 rounded-control border-2 border-ink bg-sheet px-2.5 py-2 font-bold hover:bg-linear-to-r hover:from-wash hover:to-wash has-checked:bg-yellow has-checked:text-on-yellow has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-blue";

interface RadioOption<Value extends string | number> {
  value: Value;
  /** Shown under the icon unless `hideNames`. */
  name: string;
  icon: ReactNode;
}

interface RadioGroupProps<Value extends string | number> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly RadioOption<Value>[];
  hideNames?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
}

export function RadioGroup<Value extends string | number>({
  label,
  value,
  onChange,
  options,
  hideNames = false,
  hint,
  error,
}: RadioGroupProps<Value>) {
  const name = useId();
  return (
    <fieldset
      className="field"
      aria-describedby={cx(error && `${name}-error`, hint ? `${name}-hint` : null) || undefined}
    >
      <legend className="field-label mb-1.5">{label}</legend>
      <div className="choice-row flex flex-wrap gap-2">
        {options.map((option) => (
          <label
            key={option.value}
            className={choiceClasses}
            title={hideNames ? option.name : undefined}
          >
            <input
              type="radio"
              className="sr-only"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span aria-hidden="true" className="choice-mark">
              {option.icon}
            </span>
            <span className={hideNames ? "sr-only" : "choice-name text-sm"}>{option.name}</span>
          </label>
        ))}
      </div>
      {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
      {hint && (
        <p id={`${name}-hint`} className="field-hint">
          {hint}
        </p>
      )}
    </fieldset>
  );
}
