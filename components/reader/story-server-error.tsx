"use client";
import { ErrorLoadingStory } from "./draft/error-loading-story";

/** Shown if the server could not read the story. */
export default function StoryServerError({ digest }: { digest?: string | undefined }) {
  return (
    <ErrorLoadingStory
      message="The story could not be loaded. Please try again in a moment."
      onRetry={() => window.location.reload()}
      digest={digest}
    />
  );
}
