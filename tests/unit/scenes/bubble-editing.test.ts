import { describe, expect, it } from "vitest";
import {
  applyEdit,
  type BubbleEdit,
  type Bubbles,
  bubbleId,
  presetOf,
} from "@/lib/scenes/bubbles/editing";
import { drawnWidths, nearestWidth, textFit } from "@/lib/scenes/bubbles/fit";
import { bubbleGeometry } from "@/lib/scenes/bubbles/geometry";
import { minDistance } from "@/lib/scenes/bubbles/placement";
import { bubblePresets, presetNames } from "@/lib/scenes/bubbles/presets";
import { bubbleAnchors, maxBubbles, type TextBubble } from "@/lib/scenes/bubbles/schema";

const panel = { width: 672, height: 896 };
const edited = (bubbles: Bubbles, ...edits: BubbleEdit[]) =>
  edits.reduce((before, edit) => applyEdit(before, edit, panel), bubbles);
const one = (...edits: BubbleEdit[]): TextBubble => {
  const [bubble] = edited([], { kind: "add", id: "a" }, ...edits);
  if (!bubble) throw new Error("There is no bubble.");
  return bubble;
};

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
