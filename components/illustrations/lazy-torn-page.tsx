"use client";
import { type ComponentType, lazy, Suspense } from "react";

const TornPage = lazy<ComponentType>(() =>
  import("./torn-page").then(
    (module) => ({ default: module.TornPage }),
    // No connection: the words say it all.
    () => ({ default: () => null }),
  ),
);

/**
 * The drawing of the 404 page. Every page carries what it would say if it were missing, once for each
 * of its layouts: so the drawing itself comes where it is shown.
 */
export function LazyTornPage() {
  return (
    <Suspense>
      <TornPage />
    </Suspense>
  );
}
