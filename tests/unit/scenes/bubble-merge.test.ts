import { expect, it } from "vitest";
import type { Bubbles } from "@/lib/scenes/bubbles/editing";
import { mergeBubbles } from "@/lib/scenes/bubbles/merge";
import { type TextBubble, textBubble } from "@/lib/scenes/bubbles/schema";

const bubble = (id: string, changes: object = {}): TextBubble =>
  textBubble.parse({ id, text: id, position: { x: 0.5, y: 0.2 }, style: {}, ...changes });
const base = [bubble("a"), bubble("b")];
const with_ = (id: string, changes: object): Bubbles =>
  base.map((one) => (one.id === id ? { ...one, ...changes } : one));
const place = (y: number) => ({ position: { x: 0.5, y, anchor: "center" as const } });
const style = (changes: object) => ({ style: { ...bubble("a").style, ...changes } });
const without = (id: string) => base.filter((one) => one.id !== id);

it.each<[string, Bubbles, Bubbles, Bubbles]>([
  ["one side alone", with_("a", { text: "Mine" }), base, with_("a", { text: "Mine" })],
  ["the other side alone", base, with_("a", { text: "Theirs" }), with_("a", { text: "Theirs" })],
  [
    "two bubbles",
    with_("a", { text: "Mine" }),
    with_("b", { text: "Theirs" }),
    [bubble("a", { text: "Mine" }), bubble("b", { text: "Theirs" })],
  ],
  [
    "words and place of one bubble",
    with_("a", place(0.7)),
    with_("a", { text: "Theirs" }),
    [bubble("a", { text: "Theirs", ...place(0.7), byHand: true }), bubble("b")],
  ],
  [
    "two fields of its style",
    with_("a", style({ fontSize: 20 })),
    with_("a", style({ opacity: 0.5 })),
    [bubble("a", { style: { fontSize: 20, opacity: 0.5 }, byHand: true }), bubble("b")],
  ],
  [
    "the same change",
    with_("a", { text: "Same" }),
    with_("a", { text: "Same" }),
    with_("a", { text: "Same" }),
  ],
  [
    "a new bubble on each side",
    [...base, bubble("c")],
    [...base, bubble("d")],
    [...base, bubble("d"), bubble("c")],
  ],
  [
    "one that is deleted here",
    without("a"),
    with_("b", { text: "Theirs" }),
    [bubble("b", { text: "Theirs" })],
  ],
  [
    "one that is deleted there",
    with_("b", { text: "Mine" }),
    without("a"),
    [bubble("b", { text: "Mine" })],
  ],
  [
    "an order and words",
    base.toReversed(),
    with_("a", { text: "Theirs" }),
    [bubble("b"), bubble("a", { text: "Theirs" })],
  ],
])("edits of two tabs are merged: %s", (_, mine, theirs, merged) => {
  expect(mergeBubbles(base, mine, theirs)).toEqual(merged);
});

it.each<[string, Bubbles, Bubbles]>([
  ["the same words", with_("a", { text: "Mine" }), with_("a", { text: "Theirs" })],
  ["the same place", with_("a", place(0.3)), with_("a", place(0.7))],
  ["the same style", with_("a", style({ fontSize: 20 })), with_("a", style({ fontSize: 30 }))],
  ["words of a deleted bubble", without("a"), with_("a", { text: "Theirs" })],
  ["a deleted bubble's words", with_("a", { text: "Mine" }), without("a")],
])("edits of two tabs conflict in %s", (_, mine, theirs) => {
  expect(mergeBubbles(base, mine, theirs)).toBeNull();
});

it("a move that is taken back leaves the words that another tab has changed since", () => {
  const moved = with_("a", { ...place(0.7), byHand: true });
  const theirs = with_("a", { ...place(0.7), byHand: true, text: "Theirs" });
  expect(mergeBubbles(moved, base, theirs)?.[0]).toEqual({
    ...base[0],
    text: "Theirs",
    byHand: true,
  });
  expect(mergeBubbles(moved, base, moved)).toBe(base);
});
