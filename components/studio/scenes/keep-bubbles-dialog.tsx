"use client";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { InlineQuestion } from "@/components/ui/inline-question";
import { panelNames } from "@/lib/scenes/scene-name";

interface KeepBubblesDialogProps {
  /** Numbers of the panels with bubbles edited by hand. */
  panels: number[];
  onAnswer: (existingBubbles: "keep" | "replace") => void;
  onCancel: () => void;
}

/** Asks what to do with bubbles edited by hand before a scene is regenerated. */
export function KeepBubblesDialog({ panels, onAnswer, onCancel }: KeepBubblesDialogProps) {
  const keep = useRef<HTMLButtonElement>(null);
  return (
    <InlineQuestion
      tone="warning"
      question={`You lettered ${panelNames(panels).toLowerCase()} by hand. Keep those bubbles on the new pictures, or write new ones?`}
      safest={keep}
      onCancel={onCancel}
    >
      <Button size="sm" onClick={onCancel}>
        Not Now
      </Button>
      <Button size="sm" onClick={() => onAnswer("replace")}>
        Write New Ones
      </Button>
      <Button size="sm" ref={keep} onClick={() => onAnswer("keep")}>
        Keep My Bubbles
      </Button>
    </InlineQuestion>
  );
}
