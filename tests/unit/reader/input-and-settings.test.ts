import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { detectGesture, isDoubleTap } from "@/components/reader/navigation/gestures";
import { getKeyAction } from "@/components/reader/navigation/keyboard-shortcuts";
import { readStoredPosition, storePosition } from "@/components/reader/progress/local-position";
import { parseSettings } from "@/components/reader/reading-settings";
import type { PanelPosition } from "@/lib/stories/reading-parts";

const press = (key: string, more: object = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});

describe("keys", () => {
  const strip = { mode: "strip", keys: true } as const;
  const pages = { mode: "pages", keys: true } as const;

  it("move through the story in both modes, and turn pages where there are pages", () => {
    expect(
      ["ArrowRight", "ArrowLeft", "Home", "End"].map((key) => getKeyAction(press(key), strip)),
    ).toEqual(["next", "back", "first", "last"]);
    expect(["PageDown", "PageUp", " "].map((key) => getKeyAction(press(key), strip))).toEqual([
      null,
      null,
      null,
    ]);
    expect(["PageDown", "PageUp", " "].map((key) => getKeyAction(press(key), pages))).toEqual([
      "next",
      "back",
      "next",
    ]);
    expect(getKeyAction(press(" ", { shiftKey: true }), pages)).toBe("back");
  });

  it("open fullscreen and help, and leave the browser's own shortcuts alone", () => {
    expect(getKeyAction(press("f"), strip)).toBe("fullscreen");
    expect(getKeyAction(press("?", { shiftKey: true }), strip)).toBe("help");
    for (const held of ["ctrlKey", "metaKey", "altKey"]) {
      expect(getKeyAction(press("f", { [held]: true }), strip)).toBeNull();
      expect(getKeyAction(press("ArrowLeft", { [held]: true }), pages)).toBeNull();
    }
    expect(getKeyAction(press("x"), strip)).toBeNull();
  });

  it("can be switched off", () => {
    for (const key of ["f", "?", "ArrowRight", " "]) {
      expect(getKeyAction(press(key), { mode: "pages", keys: false })).toBeNull();
    }
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

  it("a tap at a side turns the page, one in the middle does not; a swipe does", () => {
    const at = (x: number) => detectGesture(tap(x, 300, 0), tap(x + 2, 301, 90), 390);
    expect([at(40), at(195), at(350)]).toEqual(["tap-back", "tap", "tap-next"]);
    const drawn = (dx: number, dy: number) =>
      detectGesture(tap(200, 300, 0), tap(200 + dx, 300 + dy, 200), 390);
    expect(drawn(-90, 12)).toBe("swipe-next");
    expect(drawn(90, -12)).toBe("swipe-back");
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

  it("invalid settings become the defaults", () => {
    const usual = { mode: "strip", width: 720, keys: true };
    for (const text of [null, "", "null", "7", "{", '{"mode":"sideways","width":99999}']) {
      expect(parseSettings(text)).toEqual(usual);
    }
    expect(parseSettings('{"mode":"pages","width":900,"keys":false}')).toEqual({
      mode: "pages",
      width: 900,
      keys: false,
    });
  });

  const counts = [{ number: 3, panels: 9 }];
  const store = (storyId: string, at: PanelPosition | "end") =>
    storePosition({ storyId, counts, shown: null }, at, undefined);

  it("a position is kept for each story, and dropped at its end", () => {
    expect(readStoredPosition("a-1")).toBeNull();
    store("a-1", { scene: 3, panel: 1 });
    store("b-2", { scene: 1, panel: 2 });
    expect(readStoredPosition("a-1")).toEqual({ scene: 3, panel: 1 });
    store("a-1", "end");
    expect(readStoredPosition("a-1")).toBeNull();
    expect(readStoredPosition("b-2")).toEqual({ scene: 1, panel: 2 });
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
