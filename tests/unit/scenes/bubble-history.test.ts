import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEdit, type BubbleEdit, type Bubbles } from "@/lib/scenes/bubbles/editing";
import { drawnGeometry, panelMargin } from "@/lib/scenes/bubbles/geometry";
import {
  createHistory,
  mergeWindowMs,
  rebaseHistory,
  recordEdit,
  redoEdit,
  replaceBubbles,
  undoEdit,
} from "@/lib/scenes/bubbles/history";
import { presetNames } from "@/lib/scenes/bubbles/presets";
import {
  bubbleAnchors,
  bubbleFonts,
  bubbleTypes,
  tailDirections,
  textBubbles,
} from "@/lib/scenes/bubbles/schema";
import { runs } from "@/tests/support/full-run";
import { anyBubble } from "./arbitraries";

const panel = { width: 672, height: 896 };
const edited = (bubbles: Bubbles, ...edits: BubbleEdit[]) =>
  edits.reduce((before, edit) => applyEdit(before, edit, panel), bubbles);

const ids = ["a", "b", "c", "d"] as const;
const id = fc.constantFrom(...ids);
const far = fc.double({ min: -3, max: 3, noNaN: true });
const point = fc.record({ x: far, y: far });
const colour = fc.constantFrom("#000000", "#ffffff", "#ffcc00");

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const text = (maxLength: number) => fc.string({ unit: "binary", maxLength });
const style = fc.record(
  {
    fontFamily: fc.constantFrom(...bubbleFonts),
    textColor: colour,
    padding: fc.integer({ min: 0, max: 60 }),
    tailSize: fc.integer({ min: 0, max: 60 }),
    opacity: fc.constantFrom(0.1, 0.5, 1),
    shadow: fc.boolean(),
  },
  { requiredKeys: [] },
);
/** What each kind of edit needs, and what it may have. */
const parts = {
  add: [{}, { at: point, preset: fc.constantFrom(...presetNames) }],
  move: [{ by: point }],
  place: [{ at: point }],
  resize: [
    {},
    {
      maxWidth: number(-50, 900),
      fontSize: number(-50, 200),
      keeps: fc.constantFrom("left", "right"),
    },
  ],
  fit: [{}],
  text: [{ text: fc.oneof(text(200), fc.lorem({ maxCount: 30 })) }],
  speaker: [{ speaker: text(150) }],
  type: [{ type: fc.constantFrom(...bubbleTypes) }],
  preset: [{ name: fc.constantFrom(...presetNames) }],
  style: [{ style }],
  anchor: [{ anchor: fc.constantFrom(...bubbleAnchors) }],
  tail: [{ direction: fc.constantFrom(...tailDirections) }],
  point: [{ tip: fc.option(point) }],
  "copy-style": [{ from: id }],
  duplicate: [{ newId: id }],
  order: [{ step: fc.constantFrom(1, -1) }],
  delete: [{}],
} satisfies Record<BubbleEdit["kind"], Record<string, fc.Arbitrary<unknown>>[]>;

const anyEdit = fc.oneof(
  ...Object.entries(parts).map(([kind, [needed, optional = {}]]) =>
    fc.record(
      { kind: fc.constant(kind), id, ...needed, ...optional },
      { requiredKeys: ["kind", "id", ...Object.keys(needed ?? {})] as never },
    ),
  ),
) as fc.Arbitrary<unknown> as fc.Arbitrary<BubbleEdit>;

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
      { numRuns: runs(500) },
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

  it("takes an IME composition as one entry, however long it is thought over", () => {
    const before = edited([], { kind: "add", id: "a" });
    let history = createHistory(before);
    let now = 0;
    const type = (text: string, composition?: number, pause = mergeWindowMs + 1) => {
      now += pause;
      const edit: BubbleEdit = { kind: "text", id: "a", text, ...(composition && { composition }) };
      history = recordEdit(history, edit, applyEdit(history.present, edit, panel), now);
    };
    for (const text of ["に", "にほ", "日本"]) type(text, 1);
    // The browser reports the end of a composition as a plain edit, at once.
    type("日本", undefined, 1);
    for (const text of ["日本ご", "日本語"]) type(text, 2);
    expect(history.past).toHaveLength(2);
    history = undoEdit(history);
    expect(history.present[0]?.text).toBe("日本");
    expect(undoEdit(history).present).toBe(before);
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

  it("stands on what another tab has saved: undo and redo change only what this tab did", () => {
    const text = (id: string, text: string): BubbleEdit => ({ kind: "text", id, text });
    const start = edited([], { kind: "add", id: "a" }, { kind: "add", id: "b" });
    const run = (...edits: BubbleEdit[]) =>
      edits.reduce(
        (history, edit, n) =>
          recordEdit(history, edit, applyEdit(history.present, edit, panel), n * 10_000),
        createHistory(start),
      );
    /** Texts by id after each undo, and after everything is redone. */
    const undone = (history = createHistory(start)) => {
      const states = [history.present];
      let at = history;
      for (; at.past.length > 0; at = undoEdit(at)) states.push(undoEdit(at).present);
      for (; at.future.length > 0; ) at = redoEdit(at);
      expect(at.present).toEqual(history.present);
      return states.map((state) => state.map(({ id, text }) => `${id}:${text}`).join(" "));
    };
    const mine = run(text("a", "Mine"), { kind: "delete", id: "b" }, { kind: "add", id: "c" });
    const rebased = (...theirs: BubbleEdit[]) => {
      const to = edited(mine.present, ...theirs);
      return undone(rebaseHistory(mine, mine.present, to) ?? undefined);
    };
    expect(undone(mine)).toEqual(["a:Mine c:", "a:Mine", "a:Mine b:", "a: b:"]);
    // A bubble that they added stays.
    expect(rebased({ kind: "add", id: "d" })).toEqual([
      "a:Mine c: d:",
      "a:Mine d:",
      "a:Mine b: d:",
      "a: b: d:",
    ]);
    // Words that they changed after ours stay, and so does a bubble of ours that they wrote in.
    expect(rebased(text("a", "Theirs"))).toEqual(["a:Theirs c:", "a:Theirs", "a:Theirs b:"]);
    expect(rebased(text("c", "Theirs"))).toEqual([
      "a:Mine c:Theirs",
      "a:Mine b: c:Theirs",
      "a: b: c:Theirs",
    ]);
    // A bubble that they deleted stays away.
    expect(rebased({ kind: "delete", id: "a" })).toEqual(["c:", "", "b:"]);
    // What contradicts the present state is for the author to decide.
    const other = edited(start, text("a", "Theirs"));
    expect(rebaseHistory(mine, start, other)).toBeNull();
  });
});
