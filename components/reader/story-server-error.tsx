"use client";
import { messageWithFallback } from "@/lib/platform/http/api-error";
import { ErrorLoadingStory } from "./draft/error-loading-story";

interface StoryServerErrorProps {
  /** Of the call that failed. */
  error?: unknown;
  digest?: string | undefined;
}

/** Shown if the story, or who may read it, could not be loaded. */
export default function StoryServerError({ error, digest }: StoryServerErrorProps) {
  return (
    <ErrorLoadingStory
      message={messageWithFallback(
        error,
        "The story could not be loaded. Please try again in a moment.",
      )}
      onRetry={() => window.location.reload()}
      digest={digest}
    />
  );
}
