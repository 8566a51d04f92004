"use client";
import { type ComponentType, lazy, Suspense } from "react";

const BrokenBubble = lazy<ComponentType>(() =>
  import("./broken-bubble").then(
    (module) => ({ default: module.BrokenBubble }),
    // No connection may be the very error: then without the drawing.
    () => ({ default: () => null }),
  ),
);

/** The drawing of pages that failed. Every page carries those, hardly any shows them. */
export function LazyBrokenBubble() {
  return (
    <Suspense>
      <BrokenBubble />
    </Suspense>
  );
}
