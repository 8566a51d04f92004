"use client";
import { type RefObject, useLayoutEffect } from "react";

/** Resizes a text area to its content where the browser lacks `field-sizing`, such as Safari. */
export function useAutoResize(area: RefObject<HTMLTextAreaElement | null>, words: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the text changes
  useLayoutEffect(() => {
    const element = area.current;
    if (!element || CSS.supports("field-sizing", "content")) return;
    element.style.height = "auto";
    const edges = element.offsetHeight - element.clientHeight;
    element.style.height = `${element.scrollHeight + edges}px`;
  }, [area, words]);
}
