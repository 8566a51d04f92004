"use client";
import { useEffect, useRef } from "react";
import { isTouchDevice } from "../utils/is-touch-device";

/** https://html.spec.whatwg.org/multipage/interaction.html#close-watcher */
interface CloseWatcher {
  onclose: (() => void) | null;
  destroy(): void;
}

/**
 * On a phone, Back closes what lies over the page instead of leaving it. Without CloseWatcher, Back
 * leaves the page.
 * @param onBack asks to close; if it stays open, the next Back asks again
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
      // A watcher handles one Back. Create the next before a confirmation opens above.
      watcher.onclose = () => {
        watch();
        if (!isEscape) onBackRef.current();
      };
    };
    // Escape also triggers watchers, in the same task, and is handled elsewhere.
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
