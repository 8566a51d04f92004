"use client";
import { type ComponentType, lazy, Suspense } from "react";

const BrokenBalloon = lazy<ComponentType>(() =>
  import("./broken-balloon").then(
    (module) => ({ default: module.BrokenBalloon }),
    // No connection may be the very error: then without the drawing.
    () => ({ default: () => null }),
  ),
);

/** The drawing of pages that failed. Every page carries those, hardly any shows them. */
export function BrokenBalloonLater() {
  return (
    <Suspense>
      <BrokenBalloon />
    </Suspense>
  );
}
