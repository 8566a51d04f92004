"use client";
import { useId } from "react";
import { fontFamilyOf } from "@/components/comic/bubble-view";
import { RadioGroup } from "@/components/ui/forms/radio-group";
import { Slider } from "@/components/ui/forms/slider";
import { Switch } from "@/components/ui/forms/switch";
import { cx } from "@/components/ui/utils/cx";
import { enoughContrast, letteringContrast } from "@/lib/scenes/bubbles/contrast";
import type { BubbleEdit, StyleChanges } from "@/lib/scenes/bubbles/editing";
import {
  bubbleFonts,
  bubbleShapes,
  bubbleWidths,
  fontSizes,
  type TextBubble,
} from "@/lib/scenes/bubbles/schema";
import { BubbleSample } from "./bubble-sample";

export interface BubbleControlsProps {
  bubble: TextBubble;
  edit: (edit: BubbleEdit) => void;
}

const shapeNames = {
  rounded: "Rounded",
  oval: "Oval",
  rectangular: "Rectangular",
  cloud: "Cloud",
} as const;

/** Lettering, size, colours, border and shape. */
export function StyleControls({ bubble, edit }: BubbleControlsProps) {
  const { id, style } = bubble;
  const change = (changes: StyleChanges) => edit({ kind: "style", id, style: changes });
  return (
    <section className="grid gap-4 min-w-0" aria-label="Style">
      <RadioGroup
        label="Font"
        value={style.fontFamily}
        onChange={(fontFamily) => change({ fontFamily })}
        hideNames
        options={bubbleFonts.map((family) => ({
          value: family,
          name: family,
          icon: (
            <span
              className="text-[1.0625rem]/6 font-normal whitespace-nowrap"
              style={{ fontFamily: fontFamilyOf(family) }}
            >
              {family}
            </span>
          ),
        }))}
      />
      <Slider
        label="Font size"
        value={style.fontSize}
        onValueChange={(fontSize) => edit({ kind: "resize", id, fontSize })}
        {...fontSizes}
        unit="px"
      />
      <Slider
        label="Bubble width"
        value={style.maxWidth}
        onValueChange={(maxWidth) => edit({ kind: "resize", id, maxWidth })}
        {...bubbleWidths}
        unit="px"
      />
      <fieldset className="field">
        <legend className="field-label mb-1.5">Colours</legend>
        <div className="flex flex-wrap gap-x-4 gap-y-2">
          <Colour
            label="Text"
            value={style.textColor}
            onChange={(textColor) => change({ textColor })}
          />
          <Colour
            label="Background"
            value={style.backgroundColor}
            onChange={(backgroundColor) => change({ backgroundColor })}
          />
          <Colour
            label="Border"
            value={style.borderColor}
            onChange={(borderColor) => change({ borderColor })}
          />
        </div>
        <ContrastHint bubble={bubble} />
      </fieldset>
      <Slider
        label="Border width"
        value={style.borderWidth}
        onValueChange={(borderWidth) => change({ borderWidth })}
        min={0}
        max={12}
        unit="px"
      />
      {/* Each as wide as its name; together they fill the row. */}
      <div className="bubble-shapes [&_.choice]:flex-[1_0_auto] [&_.choice]:px-2 [&_svg]:w-13 [&_svg]:min-w-13">
        <RadioGroup
          label="Shape"
          value={style.bubbleShape}
          onChange={(bubbleShape) => change({ bubbleShape })}
          options={bubbleShapes.map((shape) => ({
            value: shape,
            name: shapeNames[shape],
            icon: (
              <BubbleSample
                text="Ah"
                style={{ bubbleShape: shape, tailDirection: "none", shadow: false }}
                width={70}
                height={52}
              />
            ),
          }))}
        />
      </div>
      <Switch
        label="Shadow"
        checked={style.shadow}
        onCheckedChange={(shadow) => change({ shadow })}
      />
    </section>
  );
}

function Colour({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className="flex items-center gap-2 text-[0.875rem]">
      <input
        id={id}
        type="color"
        className="h-9 w-11 cursor-pointer rounded-control border-2 border-ink bg-sheet p-0.5"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <label htmlFor={id}>
        {label}
        <span className="sr-only"> colour</span>
      </label>
    </div>
  );
}

/** Contrast of the lettering on its bubble. */
function ContrastHint({ bubble: { style } }: { bubble: TextBubble }) {
  const contrast = letteringContrast(style);
  const isEnough = contrast >= enoughContrast(style);
  return (
    <p className={cx("field-hint", !isEnough && "text-amber font-bold")} role="status">
      Contrast {(Math.floor(contrast * 10) / 10).toFixed(1)} : 1
      {isEnough ? ", easy to read" : ", hard to read"}
    </p>
  );
}
