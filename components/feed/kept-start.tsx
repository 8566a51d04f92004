"use client";
import { useEffect, useState } from "react";
import { Notice } from "@/components/ui/notice";
import { untoldDescription } from "@/lib/stories/new-story";
import { wantedStart } from "./pending-prompt";

/** On the way of a visitor who wanted to begin a story: what they told is kept, and goes on. */
export function KeptStart() {
  const [description, setDescription] = useState<string | null>(null);
  useEffect(() => setDescription(wantedStart()), []);
  if (description === null) return null;
  return (
    <Notice tone="info" className="wrap-anywhere">
      {description === untoldDescription
        ? "You go on with your story as soon as you are signed in."
        : `Your sentence is kept, and you go on with it as soon as you are signed in: \u201c${description}\u201d`}
    </Notice>
  );
}
