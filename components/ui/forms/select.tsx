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
import { useCloseOnBack } from "../hooks/use-close-on-back";
import { popup, popupCheck, popupItem } from "../utils/popup-classes";

/** Drops a little as it opens. */
const popupClasses = `${popup} max-h-(--available-height) max-w-[min(22rem,var(--available-width))] min-w-[max(12rem,var(--anchor-width))] origin-(--transform-origin) transition-[opacity,translate] duration-140 data-ending-style:-translate-y-1.5 data-ending-style:opacity-0 data-starting-style:-translate-y-1.5 data-starting-style:opacity-0`;

const itemClasses = `${popupItem} data-disabled:text-ink-soft data-highlighted:bg-yellow data-highlighted:text-on-yellow`;

interface SelectOption<Value extends string> {
  value: Value;
  label: string;
  /** A second line in small print. */
  hint?: string;
}

interface SelectProps<Value extends string> {
  options: readonly SelectOption<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
}

export function Select<Value extends string>({
  options,
  value,
  onValueChange,
}: SelectProps<Value>) {
  const [open, setOpen] = useState(false);
  useCloseOnBack(open, () => setOpen(false));
  return (
    <Base.Root<Value>
      open={open}
      onOpenChange={setOpen}
      items={options}
      value={value}
      onValueChange={(chosen) => chosen !== null && onValueChange(chosen)}
    >
      <Base.Trigger className="input flex items-center justify-between gap-3 text-start">
        <Base.Value className="wrap-anywhere" />
        <Base.Icon className="size-4.5 flex-none">
          <ChevronsUpDown aria-hidden="true" size={18} />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className="z-70 outline-none" sideOffset={6} alignItemWithTrigger={false}>
          <Base.Popup className={popupClasses}>
            <Base.List>
              {options.map((option) => (
                <Base.Item key={option.value} value={option.value} className={itemClasses}>
                  <span className={popupCheck}>
                    <Base.ItemIndicator>
                      <Check aria-hidden="true" size={18} strokeWidth={3} />
                    </Base.ItemIndicator>
                  </span>
                  <span className="wrap-anywhere">
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
