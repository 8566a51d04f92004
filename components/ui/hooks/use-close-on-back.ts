"use client";
import { useEffect, useRef } from "react";
import { isTouchDevice } from "../utils/is-touch-device";

/** https://html.spec.whatwg.org/multipage/interaction.html#close-watcher */
interface CloseWatcher {
  onclose: (() => void) | null;
  destroy(): void;
}

/**
 * On a phone, Back closes what lies over the page instead of leaving the page. Where the browser does
 * not tell of it, Back stays what it was.
 * @param onBack asks to close: what stays open after all is asked again by the next Back
 */
export function useCloseOnBack(isOpen: boolean, onBack: () => void): void {
  const onBackRef = useRef(onBack);
  onBackRef.current = onBack;
  useEffect(() => {
    const { CloseWatcher } = window as { CloseWatcher?: new () => CloseWatcher };
    if (!isOpen || !CloseWatcher || !isTouchDevice()) return;
    let watcher: CloseWatcher;
    let isEscape = false;
    const watch = () => {
      watcher = new CloseWatcher();
      // One watcher hears one Back. The next is there before a question that may open above.
      watcher.onclose = () => {
        watch();
        if (!isEscape) onBackRef.current();
      };
    };
    // Escape of a keyboard is told to watchers too, in the same task, and was heard by others.
    const trackEscape = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      isEscape = true;
      setTimeout(() => {
        isEscape = false;
      });
    };
    watch();
    window.addEventListener("keydown", trackEscape, true);
    return () => {
      watcher.destroy();
      window.removeEventListener("keydown", trackEscape, true);
    };
  }, [isOpen]);
}
