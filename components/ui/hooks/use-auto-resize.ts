"use client";
import { type RefObject, useLayoutEffect } from "react";

/** Lets a text area grow with its words where the browser has no `field-sizing` (Safari, for one). */
export function useAutoResize(area: RefObject<HTMLTextAreaElement | null>, words: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the words change
  useLayoutEffect(() => {
    const element = area.current;
    if (!element || CSS.supports("field-sizing", "content")) return;
    element.style.height = "auto";
    const edges = element.offsetHeight - element.clientHeight;
    element.style.height = `${element.scrollHeight + edges}px`;
  }, [area, words]);
}
