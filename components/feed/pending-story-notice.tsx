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
        ? "You go on with your story as soon as you are signed in."
        : `Your sentence is kept, and you go on with it as soon as you are signed in: \u201c${description}\u201d`}
    </Notice>
  );
}
