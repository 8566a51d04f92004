"use client";
import { useEffect, useRef } from "react";
import { prefersReducedMotion } from "./utils/reduced-motion";

/** Scrolls an element that has just opened into view; if it is taller than the view, its top. */
export function reveal(element: Element | null | undefined): void {
  // Returns nothing: newer browsers return a promise, which an effect would take for its cleanup.
  element?.scrollIntoView({
    block: "nearest",
    behavior: prefersReducedMotion() ? "instant" : "smooth",
  });
}

/**
 * Rendered within an error; scrolls it into view if the focus is in the same field, form or dialog.
 */
export function RevealOnMount() {
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const error = ref.current?.parentElement;
    const place = error?.closest(".field, form, [role='dialog']");
    if (place?.contains(document.activeElement)) reveal(error);
  }, []);
  return <span ref={ref} hidden />;
}
