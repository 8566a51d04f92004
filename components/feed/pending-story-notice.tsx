"use client";
import { useEffect, useState } from "react";
import { Notice } from "@/components/ui/notice";
import { placeholderDescription } from "@/lib/stories/story-defaults";
import { readPendingStory } from "./pending-story";

/** On the way of a visitor who wanted to begin a story: what they told is kept, and goes on. */
export function PendingStoryNotice() {
  const [description, setDescription] = useState<string | null>(null);
  useEffect(() => setDescription(readPendingStory()), []);
  if (description === null) return null;
  return (
    <Notice tone="info" className="wrap-anywhere">
      {description === placeholderDescription
        ? "You can continue your story once you are signed in."
        : `Your sentence is kept. Continue with it once you are signed in: \u201c${description}\u201d`}
    </Notice>
  );
}
