"use client";
import { useEffect, useRef } from "react";
import { prefersReducedMotion } from "./utils/reduced-motion";

/** Scrolls what has just opened into view; of something higher than the view, its top. */
export const reveal = (element: Element | null | undefined): void =>
  element?.scrollIntoView({
    block: "nearest",
    behavior: prefersReducedMotion() ? "instant" : "smooth",
  });

/** In an error: scrolls it into view if it appears in the field, form or dialog that has the focus. */
export function RevealOnMount() {
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const error = ref.current?.parentElement;
    const place = error?.closest(".field, form, [role='dialog']");
    if (place?.contains(document.activeElement)) reveal(error);
  }, []);
  return <span ref={ref} hidden />;
}
