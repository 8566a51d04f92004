"use client";
import { Plus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { placeholderDescription } from "@/lib/stories/story-defaults";
import { useStartStory } from "./use-start-story";

/** Creates an empty story and opens it; visitors sign in first. */
export function NewStoryButton({
  primary = false,
  size = "md",
  className,
}: {
  primary?: boolean;
  size?: "md" | "lg";
  className?: string;
}) {
  const { start, isStarting } = useStartStory();
  return (
    <Button
      size={size}
      className={className}
      variant={primary ? "primary" : "secondary"}
      loading={isStarting}
      onClick={() => start(placeholderDescription)}
    >
      <Plus aria-hidden="true" /> New Story
    </Button>
  );
}
