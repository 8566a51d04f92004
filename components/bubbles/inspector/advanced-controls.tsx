"use client";
import { Field } from "@/components/ui/forms/field";
import { RadioGroup } from "@/components/ui/forms/radio-group";
import { Select } from "@/components/ui/forms/select";
import { Slider } from "@/components/ui/forms/slider";
import type { StyleChanges } from "@/lib/scenes/bubbles/editing";
import { bubbleAnchors } from "@/lib/scenes/bubbles/schema";
import type { BubbleControlsProps } from "./style-controls";

const anchorNames = {
  "top-left": "Top left",
  "top-right": "Top right",
  "bottom-left": "Bottom left",
  "bottom-right": "Bottom right",
  center: "Centre",
} as const;
const borderStyles = ["solid", "dashed", "dotted", "none"] as const;
const borderNames = { solid: "Solid", dashed: "Dashed", dotted: "Dotted", none: "None" } as const;

/** Rarely used settings. */
export function AdvancedControls({ bubble, edit }: BubbleControlsProps) {
  const { id, style, position } = bubble;
  const change = (changes: StyleChanges) => edit({ kind: "style", id, style: changes });
  return (
    <details>
      <summary className="flex min-h-11 items-center font-bold">Advanced</summary>
      <div className="grid gap-4 min-w-0">
        <Field label="Weight" control="button">
          <Select
            value={style.fontWeight >= 600 ? "700" : "400"}
            onValueChange={(weight) => change({ fontWeight: Number(weight) })}
            options={[
              { value: "400", label: "Regular" },
              { value: "700", label: "Bold" },
            ]}
          />
        </Field>
        <Slider
          label="Padding"
          value={style.padding}
          onValueChange={(padding) => change({ padding })}
          min={0}
          max={60}
          unit="px"
        />
        <Slider
          label="Opacity"
          value={Math.round(style.opacity * 100)}
          onValueChange={(percent) => change({ opacity: percent / 100 })}
          min={0}
          max={100}
          step={5}
          unit="%"
        />
        <RadioGroup
          label="Border style"
          value={style.borderStyle}
          onChange={(borderStyle) => change({ borderStyle })}
          options={borderStyles.map((border) => ({
            value: border,
            name: borderNames[border],
            icon: (
              <span
                className="block w-10 my-2 border-t-3 border-current"
                style={{ borderTopStyle: border }}
              />
            ),
          }))}
        />
        <Field
          label="Anchor"
          control="button"
          description="The point that stays in place when the bubble grows."
        >
          <Select
            value={position.anchor}
            onValueChange={(anchor) => edit({ kind: "anchor", id, anchor })}
            options={bubbleAnchors.map((anchor) => ({ value: anchor, label: anchorNames[anchor] }))}
          />
        </Field>
      </div>
    </details>
  );
}
