"use client";
import { type ComponentType, lazy, type ReactNode, Suspense } from "react";

interface Props {
  children: ReactNode;
}

const DraftReader = lazy<ComponentType<Props>>(() =>
  import("./draft-reader").then(
    (module) => ({ default: module.DraftReader }),
    // Without a connection the story cannot be fetched either.
    () => ({ default: ({ children }: Props) => children }),
  ),
);

/** Lazy, because Next includes the not-found content in every reading page. */
export const LazyDraftReader = ({ children }: Props) => (
  // A signed-in viewer, who may be the author, sees nothing until the draft has been requested.
  <Suspense fallback={<div className="in-data-session:hidden">{children}</div>}>
    <DraftReader>{children}</DraftReader>
  </Suspense>
);
