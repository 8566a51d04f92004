import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aspectOf, aspectRatios } from "@/lib/scenes/aspect";
import { applyEdit } from "@/lib/scenes/bubbles/editing";
import { bubbleGeometry, type PanelLayout } from "@/lib/scenes/bubbles/geometry";
import { layoutSize, placeBubbles } from "@/lib/scenes/bubbles/placement";
import { bubblePresets } from "@/lib/scenes/bubbles/presets";
import type { TextBubble } from "@/lib/scenes/bubbles/schema";
import { letterPage } from "@/lib/scenes/lettering/page-lettering";
import { layoutsFor, pageBoxes, pageTiers } from "@/lib/scenes/panels/page-layout";
import { runs } from "@/tests/support/full-run";
import { anyFaces } from "./arbitraries";

const say = (text: string, changes: Partial<TextBubble> = {}): TextBubble => ({
  id: text,
  text,
  speaker: null,
  position: { x: 0.5, y: 0.3, anchor: "center" },
  ...bubblePresets["Speech Default"],
  ...changes,
});
const panels = (...texts: string[]) =>
  texts.map((text) => ({ textBubbles: text ? [say(text)] : [] }));
const upright = 3 / 4;
const lead = pageTiers(3, upright, "lead-2");
const [large = layoutSize(upright)] = letterPage(panels("", "", ""), lead, upright, true).layouts;

/** The width of the picture in a panel of a page, in px. */
const shownWidth = (outer: number, aspect: number) => outer - 4 * Math.max(1, aspect);

const anyText = fc.oneof(
  fc.lorem({ maxCount: 14 }).map((text) => text.slice(0, 90)),
  fc.constantFrom(
    "昨夜のことは誰にも言わないでください。",
    "لم أكن أعرف أن البحر يتكلم ليلا",
    "我们必须在天亮之前离开这里",
  ),
);
const anyPanel = fc.record({
  lines: fc.array(
    fc.record({
      speaker: fc.constantFrom("Mara", "Tom", null),
      kind: fc.constantFrom("speech" as const, "thought" as const, "narration" as const),
      text: anyText,
    }),
    { maxLength: 3 },
  ),
  faces: anyFaces,
});
/** A page of any number of panels in any of its layouts, its bubbles placed as for a new picture. */
const anyPage = fc
  .tuple(fc.constantFrom(...aspectRatios), fc.array(anyPanel, { minLength: 1, maxLength: 6 }))
  .chain(([ratio, scripts]) => {
    const aspect = aspectOf[ratio];
    const chosen = [null, ...layoutsFor(scripts.length, aspect)];
    return fc.constantFrom(...chosen).map((layout) => ({
      aspect,
      tiers: pageTiers(scripts.length, aspect, layout),
      panels: scripts.map((script) => ({
        textBubbles: placeBubbles({
          ...script,
          panel: layoutSize(aspect),
          idOf: (at) => `line-${at}`,
        }),
      })),
    }));
  });

const isIn = (inner: PanelBox, outer: PanelBox, by = 0.01) =>
  inner.x >= outer.x - by &&
  inner.y >= outer.y - by &&
  inner.x + inner.width <= outer.x + outer.width + by &&
  inner.y + inner.height <= outer.y + outer.height + by;
type PanelBox = ReturnType<typeof bubbleGeometry>["box"];
const asFractions = (box: PanelBox, { width, height }: PanelLayout): PanelBox => ({
  x: box.x / width,
  y: box.y / height,
  width: box.width / width,
  height: box.height / height,
});

describe("letters of a page", () => {
  it("have one size in every layout, within their bubbles, and these within their place alone", () => {
    fc.assert(
      fc.property(anyPage, ({ aspect, tiers, panels }) => {
        const { layouts } = letterPage(panels, tiers, aspect, true);
        const boxes = pageBoxes(tiers, { width: 1080, gap: 20, aspect });
        panels.forEach(({ textBubbles }, index) => {
          const layout = layouts[index] as PanelLayout;
          const shown = shownWidth(boxes[index]?.width ?? 0, aspect) / layout.width;
          const smallest = Math.min(...boxes.map(({ width }) => shownWidth(width, aspect)));
          for (const bubble of textBubbles) {
            const drawn = bubbleGeometry(bubble, layout);
            const normal = Math.max(16, bubble.style.fontSize) / 16;
            expect((drawn.fontSize * shown) / normal).toBeCloseTo((9.6 * smallest) / 312, 1);
            expect(isIn(drawn.box, { x: 0, y: 0, ...layout })).toBe(true);
            for (const { x, y } of drawn.lines) {
              expect(isIn({ x, y, width: 0, height: 0 }, drawn.box)).toBe(true);
            }
            const alone = bubbleGeometry(bubble, layoutSize(aspect));
            const place = asFractions(alone.box, layoutSize(aspect));
            expect(isIn(asFractions(drawn.box, layout), place)).toBe(true);
            if (bubble.style.tailTip && alone.tailTip) {
              const { x, y } = drawn.tailTip ?? { x: Number.NaN, y: Number.NaN };
              expect(x / layout.width).toBeCloseTo(bubble.style.tailTip.x);
              expect(y / layout.height).toBeCloseTo(bubble.style.tailTip.y);
            }
          }
        });
      }),
      { numRuns: runs(300) },
    );
  });

  it("are 12 px tall from the width that the page names", () => {
    const width = (tiers: typeof lead, ...texts: string[]) =>
      letterPage(panels(...texts), tiers, upright, true).legibleWidth;
    // Three panels of 390 px within their frames, and two gaps.
    expect(width(pageTiers(3, upright, "row-3"), "One.", "Two.", "Three.")).toBe(3 * 394 + 40);
    expect(width(lead, "", " ", "")).toBe(0);
    expect(width(lead, "One.", "", "")).toBeCloseTo(width(lead, "", "Two.", ""), -2);
  });

  it("stay as they are in panels with bubbles by hand until the author agrees", () => {
    const byHand = [{ textBubbles: [say("One.", { byHand: true })] }, ...panels("Two.", "Three.")];
    const widths = (agrees: boolean) =>
      letterPage(byHand, lead, upright, agrees).layouts.map(({ width }) => Math.round(width));
    expect(widths(false)).toEqual([312, 312, 312]);
    expect(widths(true)).toEqual([Math.round(large.width), 312, 312]);
  });

  it("are as large as the page's after an edit, which begins at what the author sees", () => {
    const bubble = say("Come back!", {
      position: { x: 0.3, y: 0.3, anchor: "center" },
      style: { ...bubblePresets.Whisper.style, tailTip: { x: 0.8, y: 0.8 } },
    });
    const seen = bubbleGeometry(bubble, large);
    const edits = [
      { kind: "move", by: { x: 0.1, y: 0 } },
      { kind: "type", type: "thought" },
      { kind: "speaker", speaker: "Mara" },
    ] as const;
    for (const edit of edits) {
      const [after = bubble] = applyEdit([bubble], { ...edit, id: bubble.id }, large);
      const now = bubbleGeometry(after, large);
      const moved = edit.kind === "move" ? 0.1 * large.width : 0;
      expect(now.fontSize).toBeCloseTo(seen.fontSize);
      expect(Math.abs(now.box.x - seen.box.x - moved)).toBeLessThan(0.1);
      expect(Math.abs(now.box.y - seen.box.y)).toBeLessThan(0.1);
    }
    expect(applyEdit([bubble], { kind: "type", id: bubble.id, type: "speech" }, large)).toEqual([
      bubble,
    ]);
  });
});
