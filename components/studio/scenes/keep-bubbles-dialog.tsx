"use client";
import { useEffect, useId, useRef } from "react";
import { Button } from "@/components/ui/button";
import { reveal } from "@/components/ui/reveal";
import { panelNames } from "@/lib/scenes/scene-name";

interface KeepBubblesDialogProps {
  /** Numbers of the panels with bubbles edited by hand. */
  panels: number[];
  onAnswer: (existingBubbles: "keep" | "replace") => void;
  onCancel: () => void;
}

/** Asks what to do with bubbles edited by hand before a scene is regenerated. */
export function KeepBubblesDialog({ panels, onAnswer, onCancel }: KeepBubblesDialogProps) {
  const id = useId();
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    keep.current?.focus({ preventScroll: true });
    reveal(keep.current?.closest("[role='alertdialog']"));
  }, []);
  return (
    <div
      role="alertdialog"
      aria-labelledby={id}
      className="notice border-amber animate-rise flex-wrap items-center justify-between"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onCancel();
      }}
    >
      <p id={id} className="min-w-48 flex-1">
        You lettered {panelNames(panels).toLowerCase()} by hand. Keep those bubbles on the new
        pictures, or write new ones?
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={onCancel}>
          Not Now
        </Button>
        <Button size="sm" onClick={() => onAnswer("replace")}>
          Write New Ones
        </Button>
        <Button size="sm" ref={keep} onClick={() => onAnswer("keep")}>
          Keep My Bubbles
        </Button>
      </div>
    </div>
  );
}
