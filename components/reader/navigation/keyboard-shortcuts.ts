/** Actions of the reader, from keys, buttons or gestures. */
export type ReaderAction =
  | "next"
  | "back"
  | "first"
  | "last"
  | "fullscreen"
  | "help"
  | "mode"
  | "share";

interface KeyPress {
  key: string;
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
/** In a strip, and on a page that is higher than the window, these keys scroll as usual. */
export const pageShortcuts: Record<string, ReaderAction> = {
  PageDown: "next",
  PageUp: "back",
  " ": "next",
};
const letterShortcuts: Record<string, ReaderAction> = { f: "fullscreen", "?": "help" };

/** The action of a key; null leaves it to the browser. */
export function getKeyAction(
  press: KeyPress,
  { mode, keys }: { mode: "strip" | "pages"; keys: boolean },
): ReaderAction | null {
  if (!keys || press.ctrlKey || press.metaKey || press.altKey) return null;
  if (mode === "pages" && press.key === " " && press.shiftKey) return "back";
  const letter = letterShortcuts[press.key.toLowerCase()];
  if (letter) return letter;
  if (press.shiftKey) return null;
  return baseShortcuts[press.key] ?? (mode === "pages" ? (pageShortcuts[press.key] ?? null) : null);
}

/**
 * Whether the focused element needs the key itself. A slider uses arrows and the like, but no
 * letters.
 */
export function isTyping(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.matches("input[type=range]")) return key.length > 1;
  if (target.closest("input, textarea, select, [contenteditable], [role=dialog], video"))
    return true;
  const control = key === " " ? target.closest("button, summary") : null;
  // A press on the selected mode does nothing, so the keys may turn pages.
  return control !== null && !control.matches(".tools-modes [aria-pressed=true]");
}
