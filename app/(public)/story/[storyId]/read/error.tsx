"use client";
import { StoryFailure } from "@/components/reader/error-loading-story";

export default function ReadError({ error }: { error: Error & { digest?: string } }) {
  return <StoryFailure digest={error.digest} />;
}
