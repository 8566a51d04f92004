import { useEffect, useRef } from "react";
import { shortcutKey } from "@/components/ui/utils/shortcut-key";

/** Ctrl+Z and Cmd+Z anywhere except in text fields, which have their own undo. */
export function useUndoShortcut(isOn: boolean, undo: () => void): void {
  const latest = useRef(undo);
  latest.current = undo;
  useEffect(() => {
    if (!isOn) return;
    function onKey(event: KeyboardEvent) {
      const { target, ctrlKey, metaKey, shiftKey, altKey } = event;
      if (!(ctrlKey || metaKey) || shiftKey || altKey || shortcutKey(event) !== "z") return;
      if (target instanceof Element && target.matches("input, textarea, [contenteditable]")) return;
      event.preventDefault();
      latest.current();
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isOn]);
}
