"use client";
/**
 * A switch that takes effect at once, without Save.
 *
 *   <Switch label="Use Custom Prompt" checked={custom} onCheckedChange={setCustom} />
 */
import { Switch as Base } from "@base-ui/react/switch";
import { type ReactNode, useId } from "react";

const switchClasses =
  "group/switch h-7 w-12 flex-none rounded-full border-2 border-ink bg-sheet p-0.5 transition-[background-color] disabled:border-dashed disabled:border-ink-soft disabled:bg-transparent data-checked:not-disabled:bg-yellow";

const thumbClasses =
  "switch-thumb block size-5 rounded-full bg-ink transition-[translate] group-disabled/switch:bg-ink-soft data-checked:translate-x-5 data-checked:not-group-disabled/switch:bg-on-yellow";

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
        className={switchClasses}
        checked={checked}
        onCheckedChange={(next) => onCheckedChange(next)}
        disabled={disabled}
        aria-describedby={description ? `${id}-d` : undefined}
      >
        <Base.Thumb className={thumbClasses} />
      </Base.Root>
    </div>
  );
}
