"use client";
/**
 * A switch that takes effect at once, without Save.
 *
 *   <Switch label="Use Custom Prompt" checked={custom} onCheckedChange={setCustom} />
 */
import { Switch as Base } from "@base-ui/react/switch";
import { type ReactNode, useId } from "react";

interface SwitchProps {
  label: ReactNode;
  description?: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean;
}

export function Switch({ label, description, checked, onCheckedChange, disabled }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className="font-bold">
          {label}
        </label>
        {description && (
          <p id={`${id}-d`} className="field-hint">
            {description}
          </p>
        )}
      </div>
      <Base.Root
        id={id}
        nativeButton
        render={<button type="button" />}
        className="switch"
        checked={checked}
        onCheckedChange={(next) => onCheckedChange(next)}
        disabled={disabled}
        aria-describedby={description ? `${id}-d` : undefined}
      >
        <Base.Thumb className="switch-thumb" />
      </Base.Root>
    </div>
  );
}
