import { shortcutKey } from "@/components/ui/utils/shortcut-key";

/** Ways to read, by the names of comparable readers. */
export type Mode = "scroll" | "page" | "panel";

/** Actions of the reader, from keys, buttons or gestures. */
export type ReaderAction =
  | "next"
  | "back"
  | "first"
  | "last"
  | "fullscreen"
  | "help"
  | "share"
  | "close"
  | "scroll"
  | "page"
  | "panel"
  | "controls"
  | "pages"
  | "fit"
  | "zoom-in"
  | "zoom-out"
  | "zoom-fit";

interface KeyPress {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

const baseShortcuts: Record<string, ReaderAction> = {
  ArrowRight: "next",
  ArrowLeft: "back",
  Home: "first",
  End: "last",
};
/** While scrolling, and on a title or an end higher than the window, these keys scroll as usual. */
export const pageShortcuts: Record<string, ReaderAction> = {
  PageDown: "next",
  PageUp: "back",
  ArrowDown: "next",
  ArrowUp: "back",
  " ": "next",
};
const letterShortcuts: Record<string, ReaderAction> = {
  f: "fullscreen",
  "?": "help",
  1: "scroll",
  2: "page",
  3: "panel",
};
const pageLetters: Record<string, ReaderAction> = {
  m: "controls",
  d: "pages",
  c: "fit",
  "+": "zoom-in",
  "=": "zoom-in",
  "-": "zoom-out",
  0: "zoom-fit",
};
const opposite: Partial<Record<ReaderAction, ReaderAction>> = { next: "back", back: "next" };

interface Reading {
  mode: Mode;
  keys: boolean;
  isRightToLeft: boolean;
}

/** The action of a key; null leaves it to the browser. */
export function getKeyAction(
  press: KeyPress,
  { mode, keys, isRightToLeft }: Reading,
): ReaderAction | null {
  const isPaged = mode !== "scroll";
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  if (isPaged && press.key === "Escape") return "close";
  if (!keys) return null;
  if (isPaged && press.key === " " && press.shiftKey) return "back";
  const letter = shortcutKey(press);
  const action = letterShortcuts[letter] ?? (isPaged ? pageLetters[letter] : undefined);
  if (action) return action;
  if (press.shiftKey) return null;
  const turn = baseShortcuts[press.key];
  if (turn && isPaged && isRightToLeft) return opposite[turn] ?? turn;
  return turn ?? (isPaged ? (pageShortcuts[press.key] ?? null) : null);
}

/**
 * Whether the focused element needs the key itself. A slider uses arrows and the like, but no
 * letters.
 */
export function isTyping(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element) || key === "Escape") return false;
  if (target.matches("input[type=range]")) return key.length > 1;
  if (target.closest("input, textarea, select, [contenteditable], [role=dialog], video"))
    return true;
  const control = key === " " ? target.closest("button, summary") : null;
  // A press on the selected mode does nothing, so the keys may turn pages.
  return control !== null && !control.matches(".tools-modes [aria-pressed=true]");
}
