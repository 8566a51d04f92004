"use client";
import { Plus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { untoldDescription } from "@/lib/stories/new-story";
import { useStartStory } from "./use-start-story";

/** An empty story of one's own, opened at once; visitors sign in first. */
export function NewStoryButton({ primary = false }: { primary?: boolean }) {
  const { start, isStarting } = useStartStory();
  return (
    <Button
      variant={primary ? "primary" : "secondary"}
      loading={isStarting}
      onClick={() => start(untoldDescription)}
    >
      <Plus aria-hidden="true" /> New Story
    </Button>
  );
}
