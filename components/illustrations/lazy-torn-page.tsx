"use client";
import { type ComponentType, lazy, Suspense } from "react";

const TornPage = lazy<ComponentType>(() =>
  import("./torn-page").then(
    (module) => ({ default: module.TornPage }),
    // Without a connection the text suffices.
    () => ({ default: () => null }),
  ),
);

/**
 * The drawing of the 404 page. Next includes the not-found page in every page, once per layout; the
 * drawing itself is therefore lazy.
 */
export function LazyTornPage() {
  return (
    <Suspense>
      <TornPage />
    </Suspense>
  );
}
