"use client";
import { type ComponentType, lazy, Suspense } from "react";

/** Every reading page carries this boundary, hardly any shows it. */
const ErrorLoadingStory = lazy<ComponentType<{ message: string; digest?: string | undefined }>>(
  () =>
    import("@/components/reader/error-loading-story").then((module) => ({
      default: module.ErrorLoadingStory,
    })),
);

export default function ReadError({ error }: { error: Error & { digest?: string } }) {
  return (
    <Suspense>
      <ErrorLoadingStory
        message="The story could not be fetched just now. Please try again in a moment."
        digest={error.digest}
      />
    </Suspense>
  );
}
