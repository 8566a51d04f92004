"use client";
import { type ComponentType, lazy, type ReactNode, Suspense } from "react";

interface Props {
  children: ReactNode;
}

const DraftReader = lazy<ComponentType<Props>>(() =>
  import("./draft-reader").then(
    (module) => ({ default: module.DraftReader }),
    // No connection: the story cannot be fetched either.
    () => ({ default: ({ children }: Props) => children }),
  ),
);

/** Every reading page carries what it would say if it were missing: so this comes where it is. */
export const LazyDraftReader = ({ children }: Props) => (
  // Whoever is signed in may be the author, and is told nothing before the draft was asked for.
  <Suspense fallback={<div className="in-data-session:hidden">{children}</div>}>
    <DraftReader>{children}</DraftReader>
  </Suspense>
);
