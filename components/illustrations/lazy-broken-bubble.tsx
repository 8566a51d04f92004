"use client";
import { type ComponentType, lazy, Suspense } from "react";

const BrokenBubble = lazy<ComponentType>(() =>
  import("./broken-bubble").then(
    (module) => ({ default: module.BrokenBubble }),
    // Without a connection the error page shows no drawing.
    () => ({ default: () => null }),
  ),
);

/** The drawing of error pages, lazy because every page includes them and few show them. */
export function LazyBrokenBubble() {
  return (
    <Suspense>
      <BrokenBubble />
    </Suspense>
  );
}
