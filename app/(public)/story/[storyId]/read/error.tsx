"use client";
import { lazy, Suspense } from "react";

// No reader of a story needs it.
const StoryFailure = lazy(() =>
  import("@/components/reader/story-failure").catch(() => ({ default: Unreachable })),
);

export default function ReadError({ error }: { error: Error & { digest?: string } }) {
  return (
    <Suspense>
      <StoryFailure digest={error.digest} />
    </Suspense>
  );
}

/** Where not even that can be fetched. */
const Unreachable = () => (
  <h1 className="display px-4 py-16 text-center text-3xl">Error Loading Story</h1>
);
