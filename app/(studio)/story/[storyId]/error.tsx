"use client";
import { StoryLoadError } from "@/components/studio/workspace-errors";

export default function StoryError({ error }: { error: Error & { digest?: string } }) {
  return <StoryLoadError digest={error.digest} onRetry={() => window.location.reload()} />;
}
