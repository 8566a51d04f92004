"use client";
import { aspectOf } from "@/lib/scenes/aspect";
import { layoutsFor, pageTiers, type SceneLayout } from "@/lib/scenes/page-layout";
import type { Scene } from "@/lib/scenes/schema";
import type { Story } from "@/lib/stories/schema";
import { SmallPage } from "./small-page";
import { useChooseLayout } from "./use-scene-changes";

const words: Record<string, string> = {
  "row-1": "one",
  "row-2": "two side by side",
  "row-3": "three side by side",
  "lead-2": "one large with two beside it",
  "lead-3": "one large with three beside it",
};
const nameOf = (layout: SceneLayout) => {
  const name = layout
    .split("/")
    .map((tier) => words[tier])
    .join(", then ");
  return name.charAt(0).toUpperCase() + name.slice(1);
};

/** How the panels of a scene share the page; saved as it is chosen. */
export function LayoutPicker({ story, scene }: { story: Story; scene: Scene }) {
  const choose = useChooseLayout(scene);
  const aspect = aspectOf[story.aspectRatio];
  const layouts = layoutsFor(scene.panels.length, aspect);
  if (layouts.length < 2) return null;
  const shown = choose.isPending ? (choose.variables ?? null) : scene.layout;
  const current = pageTiers(scene.panels.length, aspect, shown).join("/");
  return (
    <fieldset className="mb-5">
      <legend className="mb-1 font-bold">Page layout</legend>
      <div className="panel-picker layout-picker">
        {layouts.map((layout, index) => (
          <label key={layout} title={nameOf(layout)}>
            <input
              type="radio"
              name="layout"
              value={layout}
              checked={current === layout}
              onChange={() => choose.mutate(index === 0 ? null : layout)}
              className="sr-only"
            />
            <span aria-hidden="true" className="panel-picker-frame">
              <SmallPage tiers={pageTiers(scene.panels.length, aspect, layout)} aspect={aspect} />
            </span>
            <span className="sr-only">{nameOf(layout)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
