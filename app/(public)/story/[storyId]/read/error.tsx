"use client";
import { lazy, Suspense } from "react";

// Lazy: readers do not need it unless the page fails.
const StoryFailure = lazy(() =>
  import("@/components/reader/story-server-error").catch(() => ({ default: Unreachable })),
);

export default function ReadError({ error }: { error: Error & { digest?: string } }) {
  return (
    <Suspense>
      <StoryFailure digest={error.digest} />
    </Suspense>
  );
}

/** Shown if the error page itself cannot be fetched. */
const Unreachable = () => (
  <div className="grid justify-items-center gap-5 px-4 py-16 text-center">
    <h1 className="display text-3xl">Error Loading Story</h1>
    <p>Please check your connection and try again.</p>
    <p className="flex flex-wrap justify-center gap-3">
      <button type="button" className="btn" onClick={() => window.location.reload()}>
        Try Again
      </button>
      <a className="btn" href="/">
        Go Home
      </a>
    </p>
  </div>
);
