import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  applyEdit,
  type BubbleEdit,
  type Bubbles,
  bubbleId,
  maxBubbles,
  presetOf,
} from "@/lib/scenes/bubble-editing";
import { drawnWidths, nearestWidth, textFit } from "@/lib/scenes/bubble-fit";
import { bubbleGeometry, drawnGeometry, panelMargin } from "@/lib/scenes/bubble-geometry";
import {
  createHistory,
  mergeWindowMs,
  recordEdit,
  redoEdit,
  replaceBubbles,
  undoEdit,
} from "@/lib/scenes/bubble-history";
import { minDistance } from "@/lib/scenes/bubble-placement";
import { bubblePresets, presetNames } from "@/lib/scenes/bubble-presets";
import {
  bubbleAnchors,
  bubbleFonts,
  bubbleTypes,
  type TextBubble,
  tailDirections,
  textBubbles,
} from "@/lib/scenes/bubble-schema";
import { anyBubble } from "./arbitraries";

const panel = { width: 672, height: 896 };
const edited = (bubbles: Bubbles, ...edits: BubbleEdit[]) =>
  edits.reduce((before, edit) => applyEdit(before, edit, panel), bubbles);
const one = (...edits: BubbleEdit[]): TextBubble => {
  const [bubble] = edited([], { kind: "add", id: "a" }, ...edits);
  if (!bubble) throw new Error("There is no bubble.");
  return bubble;
};

const ids = ["a", "b", "c", "d"] as const;
const id = fc.constantFrom(...ids);
const far = fc.double({ min: -3, max: 3, noNaN: true });
const point = fc.record({ x: far, y: far });
const colour = fc.constantFrom("#000000", "#ffffff", "#ffcc00");

const anyEdit: fc.Arbitrary<BubbleEdit> = fc.oneof(
  fc.record(
    {
      kind: fc.constant("add" as const),
      id,
      at: point,
      preset: fc.constantFrom(...presetNames),
    },
    { requiredKeys: ["kind", "id"] },
  ),
  fc.record({ kind: fc.constant("move" as const), id, by: point }),
  fc.record({ kind: fc.constant("place" as const), id, at: point }),
  fc.record(
    {
      kind: fc.constant("resize" as const),
      id,
      maxWidth: fc.double({ min: -50, max: 900, noNaN: true }),
      fontSize: fc.double({ min: -50, max: 200, noNaN: true }),
      keeps: fc.constantFrom("left" as const, "right" as const),
    },
    { requiredKeys: ["kind", "id"] },
  ),
  fc.record({ kind: fc.constant("fit" as const), id }),
  fc.record({
    kind: fc.constant("text" as const),
    id,
    text: fc.oneof(fc.string({ unit: "binary", maxLength: 200 }), fc.lorem({ maxCount: 30 })),
  }),
  fc.record({
    kind: fc.constant("speaker" as const),
    id,
    speaker: fc.string({ unit: "binary", maxLength: 150 }),
  }),
  fc.record({ kind: fc.constant("type" as const), id, type: fc.constantFrom(...bubbleTypes) }),
  fc.record({ kind: fc.constant("preset" as const), id, name: fc.constantFrom(...presetNames) }),
  fc.record({
    kind: fc.constant("style" as const),
    id,
    style: fc.record(
      {
        fontFamily: fc.constantFrom(...bubbleFonts),
        textColor: colour,
        padding: fc.integer({ min: 0, max: 60 }),
        tailSize: fc.integer({ min: 0, max: 60 }),
        opacity: fc.constantFrom(0.1, 0.5, 1),
        shadow: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
  }),
  fc.record({
    kind: fc.constant("anchor" as const),
    id,
    anchor: fc.constantFrom(...bubbleAnchors),
  }),
  fc.record({
    kind: fc.constant("tail" as const),
    id,
    direction: fc.constantFrom(...tailDirections),
  }),
  fc.record({ kind: fc.constant("point" as const), id, tip: fc.option(point) }),
  fc.record({ kind: fc.constant("copy-style" as const), id, from: id }),
  fc.record({ kind: fc.constant("duplicate" as const), id, newId: id }),
  fc.record({
    kind: fc.constant("order" as const),
    id,
    step: fc.constantFrom(1 as const, -1 as const),
  }),
  fc.record({ kind: fc.constant("delete" as const), id }),
);

describe("a sequence of edits", () => {
  const start = fc.tuple(anyBubble, anyBubble).map(([first, second]) => [
    { ...first, id: "a" },
    { ...second, id: "b" },
  ]);
  const steps = fc.array(fc.tuple(anyEdit, fc.integer({ min: 0, max: 4_000 })), { maxLength: 40 });

  it("is undone to its start and redone to its end, stays in the panel and is valid", {
    timeout: 60_000,
  }, () => {
    fc.assert(
      fc.property(start, steps, (bubbles, edits) => {
        let history = createHistory(bubbles);
        let now = 0;
        for (const [edit, rest] of edits) {
          now += rest;
          history = recordEdit(history, edit, applyEdit(history.present, edit, panel), now);
          for (const bubble of history.present) {
            const { box, tailTip } = drawnGeometry(bubble, panel);
            const margin = { x: panelMargin * panel.width, y: panelMargin * panel.height };
            expect(box.x).toBeGreaterThanOrEqual(margin.x - 0.01);
            expect(box.y).toBeGreaterThanOrEqual(margin.y - 0.01);
            expect(box.x + box.width).toBeLessThanOrEqual(panel.width - margin.x + 0.01);
            expect(box.y + box.height).toBeLessThanOrEqual(panel.height - margin.y + 0.01);
            if (tailTip) {
              expect(tailTip.x).toBeGreaterThanOrEqual(0);
              expect(tailTip.x).toBeLessThanOrEqual(panel.width);
              expect(tailTip.y).toBeGreaterThanOrEqual(0);
              expect(tailTip.y).toBeLessThanOrEqual(panel.height);
            }
          }
        }
        const end = history.present;
        const saved = textBubbles.safeParse(JSON.parse(JSON.stringify(end)));
        expect(saved.error?.issues).toBeUndefined();
        expect(saved.data?.map(({ text }) => text)).toEqual(
          end.map(({ text }) => (text.trim() === "" ? "Text" : text)),
        );
        expect(new Set(end.map((bubble) => bubble.id)).size).toBe(end.length);
        const entries = history.past.length;
        for (let left = entries; left > 0; left -= 1) history = undoEdit(history);
        expect(history.present).toBe(bubbles);
        expect(undoEdit(history)).toBe(history);
        for (let left = entries; left > 0; left -= 1) history = redoEdit(history);
        expect(history.present).toBe(end);
        expect(redoEdit(history)).toBe(history);
      }),
      { numRuns: 500 },
    );
  });
});

describe("the history", () => {
  const typed = (texts: [string, number][]) =>
    texts.reduce(
      (history, [text, now]) => {
        const edit: BubbleEdit = { kind: "text", id: "a", text };
        return recordEdit(history, edit, applyEdit(history.present, edit, panel), now);
      },
      createHistory(edited([], { kind: "add", id: "a" })),
    );

  it("takes continuous typing as one entry, and a pause as its end", () => {
    expect(
      typed([
        ["H", 0],
        ["Ho", 300],
        ["Ho!", 900],
      ]).past,
    ).toHaveLength(1);
    const twice = typed([
      ["H", 0],
      ["Ho", 300],
      ["Ho!", 300 + mergeWindowMs + 1],
    ]);
    expect(twice.past).toHaveLength(2);
    expect(undoEdit(twice).present[0]?.text).toBe("Ho");
  });

  it("takes a run of arrow keys as one entry, two bubbles as two, and never joins undone entries", () => {
    const push = (
      history = createHistory(edited([], { kind: "add", id: "a" }, { kind: "add", id: "b" })),
      id = "a",
      now = 0,
    ) => {
      const edit: BubbleEdit = { kind: "move", id, by: { x: 0.01, y: 0 } };
      return recordEdit(history, edit, applyEdit(history.present, edit, panel), now);
    };
    expect(push(push(push()), "a", 200).past).toHaveLength(1);
    expect(push(push(), "b", 100).past).toHaveLength(2);
    const again = push(undoEdit(push()), "a", 100);
    expect(again.past).toHaveLength(1);
    expect(again.future).toHaveLength(0);
  });

  it("goes back to the author's bubbles after accepting another tab's", () => {
    const mine = edited([], { kind: "add", id: "a" });
    const taken = replaceBubbles(createHistory(mine), []);
    expect(taken.present).toEqual([]);
    expect(undoEdit(taken).present).toBe(mine);
  });
});

describe("an edit", () => {
  it("adds near (0.5, 0.2), and further on where that is taken, never nearer than 0.15", () => {
    const bubbles = edited(
      [],
      ...Array.from({ length: 7 }, (_, index): BubbleEdit => ({ kind: "add", id: `n${index}` })),
    );
    expect(bubbles[0]?.position).toEqual({ x: 0.5, y: 0.2, anchor: "center" });
    for (const [index, { position }] of bubbles.entries()) {
      for (const other of bubbles.slice(0, index)) {
        const distance = Math.hypot(position.x - other.position.x, position.y - other.position.y);
        expect(distance).toBeGreaterThanOrEqual(minDistance);
      }
    }
  });

  it("adds and duplicates up to 24, and none with an existing id", () => {
    const many = Array.from(
      { length: 30 },
      (_, index): BubbleEdit => ({ kind: "add", id: `n${index}` }),
    );
    const full = edited([], ...many);
    expect(full).toHaveLength(maxBubbles);
    expect(edited(full, { kind: "duplicate", id: "n0", newId: "x" })).toBe(full);
    expect(edited(full.slice(0, 2), { kind: "add", id: "n0" })).toHaveLength(2);
  });

  it("changes nothing and marks nothing where the result is equal", () => {
    const bubbles = edited([], { kind: "add", id: "a" });
    expect(edited(bubbles, { kind: "style", id: "a", style: { fontFamily: "Bangers" } })).toBe(
      bubbles,
    );
    expect(edited(bubbles, { kind: "delete", id: "nobody" })).toBe(bubbles);
    const script = bubbles.map(({ byHand: _, ...bubble }) => bubble);
    expect(edited(script, { kind: "text", id: "a", text: "Mine" })[0]?.byHand).toBe(true);
  });

  it("keeps the speaker through every preset, and recognizes the preset", () => {
    const tip = { x: 0.8, y: 0.9 };
    for (const name of presetNames) {
      const bubble = one({ kind: "point", id: "a", tip }, { kind: "preset", id: "a", name });
      expect(bubble.style.tailTip).toEqual(tip);
      expect(presetOf(bubble)).toBe(name);
      const own = one(
        { kind: "preset", id: "a", name },
        { kind: "style", id: "a", style: { padding: 33 } },
      );
      expect(presetOf(own)).toBeNull();
    }
    const back = one(
      { kind: "point", id: "a", tip },
      { kind: "preset", id: "a", name: "Narration" },
      { kind: "preset", id: "a", name: "Shout" },
    );
    expect(back.style.tailDirection).not.toBe("none");
    expect(bubbleGeometry(back, panel).tailTip).toEqual({ x: 0.8 * 672, y: 0.9 * 896 });
  });

  it("names the direction of a tip, and a direction replaces the tip", () => {
    const bubble = one({ kind: "point", id: "a", tip: { x: 0.9, y: 0.9 } });
    expect(bubble.style.tailDirection).toBe("bottom-right");
    const plain = one(
      { kind: "point", id: "a", tip: { x: 0.9, y: 0.9 } },
      { kind: "tail", id: "a", direction: "left" },
    );
    expect(plain.style).toMatchObject({ tailDirection: "left", tailTip: null });
  });

  it("resizes in the steps of the sliders and keeps the anchor", () => {
    for (const anchor of bubbleAnchors) {
      const before = one(
        { kind: "text", id: "a", text: "A line that is wide enough for two" },
        { kind: "anchor", id: "a", anchor },
      );
      const after = applyEdit(
        [before],
        { kind: "resize", id: "a", maxWidth: 223, fontSize: 20.4 },
        panel,
      )[0];
      expect(after?.style).toMatchObject({ maxWidth: 220, fontSize: 20 });
      expect(after?.position).toEqual(before.position);
    }
  });

  it("keeps the opposite side in place", () => {
    const before = one({ kind: "text", id: "a", text: "A line that is wide enough for two" });
    const from = bubbleGeometry(before, panel).box;
    for (const keeps of ["left", "right"] as const) {
      const [after = before] = edited([before], { kind: "resize", id: "a", maxWidth: 80, keeps });
      const { box } = bubbleGeometry(after, panel);
      expect(box.width).toBeLessThan(from.width - 20);
      if (keeps === "left") expect(box.x).toBeCloseTo(from.x, 0);
      else expect(box.x + box.width).toBeCloseTo(from.x + from.width, 0);
    }
  });

  it("follows a dragged side as far as the text allows, and never the other way", () => {
    for (const text of [
      "Who left the sluice gate open all night long?",
      "Up",
      "I saw it. Twice.",
    ]) {
      for (const maxWidth of [80, 160, 220, 300]) {
        const bubble = one({ kind: "text", id: "a", text }, { kind: "resize", id: "a", maxWidth });
        const now = bubbleGeometry(bubble, panel).box.width;
        const widths = drawnWidths(bubble, panel);
        expect(nearestWidth(now, widths)).toBe(maxWidth);
        for (const by of [-80, -20, 20, 40, 90, 200]) {
          const wide = nearestWidth(now + by, widths);
          const next = edited([bubble], { kind: "resize", id: "a", maxWidth: wide })[0] ?? bubble;
          const then = bubbleGeometry(next, panel).box.width;
          expect((then - now) * Math.sign(by), `${text} ${maxWidth} ${by}`).toBeGreaterThan(-0.5);
        }
      }
    }
  });

  it("changes the anchor without moving the bubble", () => {
    const text: BubbleEdit = { kind: "text", id: "a", text: "Nobody told me about the tide." };
    const before = bubbleGeometry(one(text), panel).box;
    for (const anchor of bubbleAnchors) {
      const { box } = bubbleGeometry(one(text, { kind: "anchor", id: "a", anchor }), panel);
      expect(box.x).toBeCloseTo(before.x, 0);
      expect(box.y).toBeCloseTo(before.y, 0);
    }
  });

  it("moves on from where a bubble is drawn, not from where it would lie outside", () => {
    const bubble = { ...one({ kind: "text", id: "a", text: "At the edge" }) };
    const outside = { ...bubble, position: { x: 1, y: 0.5, anchor: "center" as const } };
    const [moved] = edited([outside], { kind: "move", id: "a", by: { x: -0.01, y: 0 } });
    const gap =
      bubbleGeometry(outside, panel).box.x - bubbleGeometry(moved ?? outside, panel).box.x;
    expect(gap).toBeCloseTo(6.72, 0);
  });

  it("puts a copy beside the first, right after it in reading order, with the same speaker's mouth", () => {
    const bubbles = edited(
      [],
      { kind: "add", id: "a" },
      { kind: "add", id: "b" },
      { kind: "point", id: "a", tip: { x: 0.3, y: 0.6 } },
      { kind: "duplicate", id: "a", newId: "c" },
    );
    expect(bubbles.map((bubble) => bubble.id)).toEqual(["a", "c", "b"]);
    expect(bubbles[1]?.style.tailTip).toEqual({ x: 0.3, y: 0.6 });
  });

  it("copies another bubble's style without its tail, and restores a tail where the other has none", () => {
    const bubbles = edited(
      [],
      { kind: "add", id: "a", preset: "Subtitle" },
      { kind: "add", id: "b" },
      { kind: "point", id: "b", tip: { x: 0.1, y: 0.9 } },
    );
    const [, like] = edited(bubbles, { kind: "copy-style", id: "b", from: "a" });
    expect(like?.style).toEqual({
      ...bubblePresets.Subtitle.style,
      tailTip: { x: 0.1, y: 0.9 },
      tailDirection: "none",
    });
    const [back] = edited(bubbles, { kind: "copy-style", id: "a", from: "b" });
    expect(back?.style.tailDirection).toBe("bottom-left");
  });

  it("reorders one step at a time and stops at both ends", () => {
    const three = edited(
      [],
      { kind: "add", id: "a" },
      { kind: "add", id: "b" },
      { kind: "add", id: "c" },
    );
    const order = (bubbles: Bubbles) => bubbles.map((bubble) => bubble.id).join("");
    expect(order(edited(three, { kind: "order", id: "a", step: 1 }))).toBe("bac");
    expect(order(edited(three, { kind: "order", id: "c", step: -1 }))).toBe("acb");
    expect(edited(three, { kind: "order", id: "c", step: 1 })).toBe(three);
    expect(edited(three, { kind: "order", id: "a", step: -1 })).toBe(three);
  });

  it("makes ids of the time and chance", () => {
    expect(bubbleId(1_700_000_000_000, 0.123456789)).toMatch(/^loyw3v28-[a-z0-9]{4,8}$/);
    expect(bubbleId(1, 0)).toBe("1-0");
  });
});

describe("text that does not fit", () => {
  const said = (text: string, fontSize: number, maxWidth = 80) =>
    one({ kind: "text", id: "a", text }, { kind: "resize", id: "a", fontSize, maxWidth });

  it("is distinguished from text that does", () => {
    expect(textFit(said("Quiet now.", 16, 160), panel)).toBe("fits");
    expect(textFit(said("", 72), panel)).toBe("fits");
    expect(textFit(said("Unbelievably incomprehensible", 24), panel)).toBe("divided");
    expect(textFit(said("word ".repeat(90), 72), panel)).toBe("shrunk");
    // A writing without spaces breaks anywhere.
    expect(textFit(said("昨夜のことは誰にも言わないでください", 20), panel)).toBe("fits");
  });

  it("fits after 'fit', with the largest possible letters", () => {
    for (const bubble of [
      said("Unbelievably incomprehensible", 24),
      said("word ".repeat(90), 72),
    ]) {
      const [now] = applyEdit([bubble], { kind: "fit", id: "a" }, panel);
      expect(textFit(now ?? bubble, panel)).toBe("fits");
    }
    const [wider] = applyEdit([said("Unbelievably so", 20)], { kind: "fit", id: "a" }, panel);
    expect(wider?.style.fontSize).toBe(20);
  });
});
