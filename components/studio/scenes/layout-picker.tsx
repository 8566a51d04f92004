"use client";
import { Undo2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { radioTile } from "@/components/ui/forms/radio-tile";
import { passFocus } from "@/components/ui/pass-focus";
import { aspectOf } from "@/lib/scenes/aspect";
import { layoutsFor, pageTiers, type SceneLayout } from "@/lib/scenes/panels/page-layout";
import type { Scene } from "@/lib/scenes/schema";
import type { Story } from "@/lib/stories/schema";
import { LayoutThumbnail } from "../prompt/layout-thumbnail";
import { useChooseLayout } from "./use-scene-mutations";

const tierNames: Record<string, string> = {
  "row-1": "one",
  "row-2": "two side by side",
  "row-3": "three side by side",
  "lead-2": "one large with two beside it",
  "lead-3": "one large with three beside it",
};
const layoutNameOf = (layout: SceneLayout) => {
  const name = layout
    .split("/")
    .map((tier) => tierNames[tier])
    .join(", then ");
  return name.charAt(0).toUpperCase() + name.slice(1);
};

/** Chooses the page layout of a scene; saved at once, with Undo until the author leaves. */
export function LayoutPicker({ story, scene }: { story: Story; scene: Scene }) {
  const choose = useChooseLayout(scene);
  const [before] = useState(scene.layout);
  const aspect = aspectOf[story.aspectRatio];
  const layouts = layoutsFor(scene.panels.length, aspect);
  if (layouts.length < 2) return null;
  const shown = choose.isPending ? (choose.variables ?? null) : scene.layout;
  const tiersOf = (layout: SceneLayout | null) =>
    pageTiers(scene.panels.length, aspect, layout).join("/");
  const current = tiersOf(shown);
  return (
    <fieldset className="mb-5">
      <legend className="mb-1 font-bold">Page layout</legend>
      <div className="flex flex-wrap gap-1 max-[26rem]:gap-0">
        {layouts.map((layout, index) => (
          <label key={layout} title={layoutNameOf(layout)}>
            <input
              type="radio"
              name="layout"
              value={layout}
              checked={current === layout}
              onChange={() => choose.mutate(index === 0 ? null : layout)}
              className="peer sr-only"
            />
            <span
              aria-hidden="true"
              className={`h-16 w-14 grid-rows-[1fr_auto] pt-0.5 text-sm/4 [&>svg]:h-13 [&>svg]:w-10 ${radioTile}`}
            >
              <LayoutThumbnail
                tiers={pageTiers(scene.panels.length, aspect, layout)}
                aspect={aspect}
              />
            </span>
            <span className="sr-only">{layoutNameOf(layout)}</span>
          </label>
        ))}
      </div>
      {current !== tiersOf(before) && (
        <Button ref={passFocus} size="sm" variant="ghost" onClick={() => choose.mutate(before)}>
          <Undo2 aria-hidden="true" /> Undo the layout
        </Button>
      )}
    </fieldset>
  );
}
