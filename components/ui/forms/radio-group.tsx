"use client";
/**
 * A few choices in a row, each with a small drawing; radio buttons.
 *
 *   <RadioGroup label="Aspect ratio" value={ratio} onChange={setRatio} options={[{ value: "3:4", name: "Portrait", mark: <i /> }]} />
 */
import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cx } from "../utils/cx";

interface RadioOption<Value extends string | number> {
  value: Value;
  /** Name, shown under the mark unless `hideNames`. */
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
      <div className="choice-row">
        {options.map((option) => (
          <label key={option.value} className="choice" title={hideNames ? option.name : undefined}>
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
            <span className={hideNames ? "sr-only" : "choice-name"}>{option.name}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${name}-error`} role="alert" className="field-error">
          <CircleAlert aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
      {hint && (
        <p id={`${name}-hint`} className="field-hint">
          {hint}
        </p>
      )}
    </fieldset>
  );
}
