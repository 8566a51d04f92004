"use client";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { InlineQuestion } from "@/components/ui/inline-question";

interface UnsavedChangesDialogProps {
  /** The button that the question replaces. */
  replaced: RefObject<HTMLElement | null>;
  onStay: () => void;
  onDiscard: () => void;
  onSave: () => void;
}

/** Asks what to do with unsaved bubbles when the editor closes. */
export function UnsavedChangesDialog({
  replaced,
  onStay,
  onDiscard,
  onSave,
}: UnsavedChangesDialogProps) {
  const stay = useRef<HTMLButtonElement>(null);
  // Read during the render, before the question takes the focus.
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const back = before?.isConnected && before !== document.body ? before : replaced.current;
      if (back instanceof HTMLElement) back.focus({ preventScroll: true });
    },
    [before, replaced],
  );
  return (
    <InlineQuestion
      tone="warning"
      question="Your changes are not saved yet. Save them?"
      safest={stay}
      onCancel={onStay}
      className="w-full"
    >
      <Button size="sm" ref={stay} onClick={onStay}>
        Keep editing
      </Button>
      <Button size="sm" variant="danger" onClick={onDiscard}>
        Discard
      </Button>
      <Button size="sm" variant="primary" onClick={onSave}>
        Save
      </Button>
    </InlineQuestion>
  );
}
