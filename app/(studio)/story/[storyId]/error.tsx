"use client";
import { ErrorLoadingStory } from "@/components/studio/workspace-errors";

export default function StoryError({ error }: { error: Error & { digest?: string } }) {
  return <ErrorLoadingStory digest={error.digest} onRetry={() => window.location.reload()} />;
}
