"use client";
import { useEffect, useState } from "react";
import { Notice } from "@/components/ui/notice";
import { placeholderDescription } from "@/lib/stories/story-defaults";
import { readPendingStory } from "./pending-story";

/** Tells a visitor at sign-in that their story is kept and starts afterwards. */
export function PendingStoryNotice() {
  const [description, setDescription] = useState<string | null>(null);
  useEffect(() => setDescription(readPendingStory()), []);
  if (description === null) return null;
  return (
    <Notice tone="info" className="wrap-anywhere">
      {description === placeholderDescription
        ? "Your story begins as soon as you have signed in or created an account."
        : `Your sentence is kept, and your story begins with it as soon as you have signed in or created an account: \u201c${description}\u201d`}
    </Notice>
  );
}
