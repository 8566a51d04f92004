import { renderToStaticMarkup as render } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { saveBubbleDraft } from "@/components/bubbles/bubble-draft";
import { useBubbleEditor } from "@/components/bubbles/use-bubble-editor";
import { applyEdit } from "@/lib/scenes/bubbles/editing";
import type { Panel } from "@/lib/scenes/schema";

const size = { width: 600, height: 800 };
const saved = applyEdit([], { kind: "add", id: "saved" }, size);
const panel = { _id: "panel", textBubbles: saved } as unknown as Panel;

beforeEach(() => {
  const store = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => store.set(key, value),
    removeItem: (key: string) => store.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

function Probe() {
  const options = { sceneId: "scene", panel, size, bubbleId: null, open: true, isSaving: false };
  const { bubbles, selected } = useBubbleEditor(options);
  return `${bubbles.length} bubbles, at (${selected?.text})`;
}

/** The bubbles that the editor begins with when one is asked for, and which is selected. */
const asked = () => render(<Probe />);

it("adding a bubble opens a new one", () => {
  expect(asked()).toBe("2 bubbles, at ()");
});

it("adding a bubble resumes the one that was left unsaved", () => {
  const more = applyEdit(saved, { kind: "add", id: "left" }, size);
  const mine = applyEdit(more, { kind: "text", id: "left", text: "Left behind" }, size);
  saveBubbleDraft("scene", "panel", { mine, base: saved });
  expect(asked()).toBe("2 bubbles, at (Left behind)");
});
