"use client";
import { lazy, Suspense } from "react";
import { useHasReadings } from "./use-has-readings";

const ContinueReadingRow = lazy(() =>
  import("./continue-reading-row").catch(() => ({ default: () => null })),
);

/**
 * Stories that the viewer has begun, with their places; for visitors, from this device. The page is
 * the same for all, so the browser fills the row. Where this device showed one before, its height
 * is reserved from the first paint on (`data-continue`).
 */
export function ContinueReading() {
  const { viewerId, isNeeded } = useHasReadings();
  return (
    <div className="mb-6 not-in-data-continue:empty:hidden in-data-continue:min-h-31 print:hidden">
      {isNeeded && (
        <Suspense>
          <ContinueReadingRow viewerId={viewerId} />
        </Suspense>
      )}
    </div>
  );
}
