import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isDoubleTap, isTap, swipeOf, tapZone } from "@/components/reader/navigation/gestures";
import { getKeyAction } from "@/components/reader/navigation/keyboard-shortcuts";
import { parseSettings, saveSettings } from "@/components/reader/reading-settings";
import { readStoredPosition, storePosition } from "@/components/reading-progress/device-readings";
import type { PanelPosition } from "@/lib/stories/reading/parts";

const press = (key: string, more: object = {}) => ({
  key,
  code: "",
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});

describe("keys", () => {
  const scroll = { mode: "scroll", keys: true, isRightToLeft: false } as const;
  const page = { ...scroll, mode: "page" } as const;
  const actionsOf = (keys: string[], reading: Parameters<typeof getKeyAction>[1]) =>
    keys.map((key) => getKeyAction(press(key), reading));

  it("move through the story in all modes, and turn pages where there are pages", () => {
    const turning = ["ArrowRight", "ArrowLeft", "Home", "End"];
    for (const mode of ["scroll", "page", "panel"] as const)
      expect(actionsOf(turning, { ...scroll, mode })).toEqual(["next", "back", "first", "last"]);
    expect(actionsOf(turning, { ...page, isRightToLeft: true }).slice(0, 2)).toEqual([
      "back",
      "next",
    ]);
    const paging = ["PageDown", "PageUp", " ", "ArrowDown", "ArrowUp"];
    expect(actionsOf(paging, scroll)).toEqual([null, null, null, null, null]);
    expect(actionsOf(paging, page)).toEqual(["next", "back", "next", "next", "back"]);
    expect(getKeyAction(press(" ", { shiftKey: true }), page)).toBe("back");
  });

  it("choose modes, zoom and close, and leave the browser's own shortcuts alone", () => {
    expect(actionsOf(["f", "1", "2", "3", "x"], scroll)).toEqual([
      "fullscreen",
      "scroll",
      "page",
      "panel",
      null,
    ]);
    expect(getKeyAction(press("?", { shiftKey: true }), scroll)).toBe("help");
    // A Russian and a Greek layout.
    expect(getKeyAction(press("а", { code: "KeyF" }), scroll)).toBe("fullscreen");
    expect(getKeyAction(press("ψ", { code: "KeyC" }), page)).toBe("fit");
    const paged = ["+", "=", "-", "0", "d", "c", "m", "Escape"];
    expect(actionsOf(paged, scroll)).toEqual(paged.map(() => null));
    expect(actionsOf(paged, page)).toEqual([
      "zoom-in",
      "zoom-in",
      "zoom-out",
      "zoom-fit",
      "pages",
      "fit",
      "controls",
      "close",
    ]);
    for (const held of ["ctrlKey", "metaKey", "altKey"]) {
      expect(getKeyAction(press("f", { [held]: true }), scroll)).toBeNull();
      expect(getKeyAction(press("+", { [held]: true }), page)).toBeNull();
    }
  });

  it("can be switched off, except Escape", () => {
    const off = { ...page, keys: false };
    expect(actionsOf(["f", "?", "ArrowRight", " ", "+"], off)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(getKeyAction(press("Escape"), off)).toBe("close");
  });
});

describe("touch", () => {
  const tap = (x: number, y: number, at: number) => ({ x, y, at });

  it("two taps within 300 ms at one point are a double tap", () => {
    expect(isDoubleTap(tap(100, 100, 0), tap(110, 95, 300))).toBe(true);
    expect(isDoubleTap(tap(100, 100, 0), tap(110, 95, 301))).toBe(false);
    expect(isDoubleTap(tap(100, 100, 0), tap(190, 95, 100))).toBe(false);
    expect(isDoubleTap(null, tap(0, 0, 0))).toBe(false);
  });

  it("a tap lies at a side or in the middle; a swipe goes aside", () => {
    expect([40, 195, 350].map((x) => tapZone(x, 390))).toEqual(["left", "middle", "right"]);
    expect(isTap(tap(40, 300, 0), tap(42, 301, 90))).toBe(true);
    expect(isTap(tap(40, 300, 0), tap(60, 300, 90))).toBe(false);
    const drawn = (dx: number, dy: number) =>
      swipeOf(tap(200, 300, 0), tap(200 + dx, 300 + dy, 200));
    expect(drawn(-90, 12)).toBe("left");
    expect(drawn(90, -12)).toBe("right");
    // Scrolled, or hardly moved.
    expect(drawn(60, 200)).toBeNull();
    expect(drawn(30, 0)).toBeNull();
  });
});

describe("saved state", () => {
  let stored: Map<string, string>;
  beforeEach(() => {
    stored = new Map();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it("invalid settings become the defaults, and the mode that of the device", () => {
    const usual = { width: 720, keys: true, fit: "auto", pages: "auto", rightToLeft: true };
    for (const text of [null, "", "null", "7", "{", '{"mode":"sideways","width":99999}']) {
      expect(parseSettings(text)).toEqual({ ...usual, mode: "scroll" });
      expect(parseSettings(text, "page")).toEqual({ ...usual, mode: "page" });
    }
    const chosen = { mode: "panel", width: 900, keys: false, fit: "width", pages: "two" };
    expect(parseSettings(JSON.stringify(chosen), "page")).toEqual({ ...chosen, rightToLeft: true });
  });

  it("only what the reader chose is stored", () => {
    stored.set("inkwright:reader", "{");
    saveSettings({ width: 800 });
    saveSettings({ fit: "height" });
    expect(JSON.parse(stored.get("inkwright:reader") ?? "")).toEqual({ width: 800, fit: "height" });
  });

  const counts = [{ number: 3, panels: 9 }];
  const store = (storyId: string, at: PanelPosition | "end", by?: string) =>
    storePosition({ storyId, counts, shown: null }, at, by);

  it("a position is kept for each story, and dropped at its end", () => {
    expect(readStoredPosition("a-1")).toBeNull();
    store("a-1", { scene: 3, panel: 1 });
    store("b-2", { scene: 1, panel: 2 });
    expect(readStoredPosition("a-1")).toEqual({ scene: 3, panel: 1 });
    store("a-1", "end");
    expect(readStoredPosition("a-1")).toBeNull();
    expect(readStoredPosition("b-2")).toEqual({ scene: 1, panel: 2 });
  });

  it("a position is its reader's alone; a visitor's may become any account's", () => {
    store("a-1", { scene: 3, panel: 1 }, "ada");
    store("b-2", { scene: 3, panel: 2 });
    const known = (viewerId?: string) =>
      ["a-1", "b-2"].map((storyId) => readStoredPosition(storyId, viewerId)?.panel);
    expect([known("ada"), known("ben"), known()]).toEqual([
      [1, 2],
      [undefined, 2],
      [undefined, 2],
    ]);
  });

  it("the last hundred stories are remembered, among other entries", () => {
    stored.set("inkwright:places", '{"bad":{"scene":"x"},"worse":null}');
    for (let index = 0; index < 101; index += 1) store(`s-${index}`, { scene: 1, panel: 1 });
    expect(readStoredPosition("bad")).toBeNull();
    expect(readStoredPosition("s-0")).toBeNull();
    expect(readStoredPosition("s-1")).toEqual({ scene: 1, panel: 1 });
    expect(readStoredPosition("s-100")).toEqual({ scene: 1, panel: 1 });
    stored.set("inkwright:places", "{");
    expect(readStoredPosition("s-100")).toBeNull();
  });

  it("without storage nothing is remembered and nothing fails", () => {
    vi.stubGlobal("localStorage", {
      getItem: () => {
        throw new Error("refused");
      },
      setItem: () => {
        throw new Error("refused");
      },
    });
    store("a", { scene: 1, panel: 0 });
    expect(readStoredPosition("a")).toBeNull();
  });
});
