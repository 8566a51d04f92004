"use client";
/**
 * One choice from a short list, inside <Field control="button">.
 *
 *   <Field label="Image model" control="button">
 *     <Select value={model} onValueChange={setModel} options={[{ value: "a", label: "A" }]} />
 *   </Field>
 */
import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronsUpDown } from "lucide-react";
import { useState } from "react";
import { cx } from "./cx";
import { useBack } from "./use-back";

interface SelectOption<Value extends string> {
  value: Value;
  label: string;
  /** A second, softer line. */
  hint?: string;
  disabled?: boolean;
}

interface SelectProps<Value extends string> {
  options: readonly SelectOption<Value>[];
  value?: Value | null;
  defaultValue?: Value;
  onValueChange?: (value: Value) => void;
  placeholder?: string;
  name?: string;
  disabled?: boolean;
  /** The name where no Field stands around it. */
  label?: string;
  className?: string;
}

export function Select<Value extends string>({
  options,
  onValueChange,
  placeholder,
  label,
  className,
  ...rest
}: SelectProps<Value>) {
  const [open, setOpen] = useState(false);
  useBack(open, () => setOpen(false));
  return (
    <Base.Root<Value>
      open={open}
      onOpenChange={setOpen}
      items={options}
      onValueChange={(value) => value !== null && onValueChange?.(value)}
      {...rest}
    >
      <Base.Trigger className={cx("input select", className)} aria-label={label}>
        <Base.Value placeholder={placeholder} />
        <Base.Icon className="select-icon">
          <ChevronsUpDown aria-hidden="true" size={18} />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className="popup-place" sideOffset={6} alignItemWithTrigger={false}>
          <Base.Popup className="popup">
            <Base.List>
              {options.map((option) => (
                <Base.Item
                  key={option.value}
                  value={option.value}
                  disabled={option.disabled}
                  className="popup-item"
                >
                  <span className="popup-check">
                    <Base.ItemIndicator>
                      <Check aria-hidden="true" size={18} strokeWidth={3} />
                    </Base.ItemIndicator>
                  </span>
                  <span>
                    <Base.ItemText>{option.label}</Base.ItemText>
                    {option.hint && <span className="block text-sm opacity-80">{option.hint}</span>}
                  </span>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
