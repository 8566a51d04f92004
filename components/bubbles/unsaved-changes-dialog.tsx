"use client";
import { type RefObject, useEffect, useId, useRef } from "react";
import { Button } from "@/components/ui/button";
import { useCloseOnBack } from "@/components/ui/hooks/use-close-on-back";

interface UnsavedChangesDialogProps {
  /** The element that the dialog replaces, which had the focus when it was pressed. */
  replaced: RefObject<HTMLElement | null>;
  onStay: () => void;
  onDiscard: () => void;
  onSave: () => void;
}

/**
 * Asks what to do with unsaved bubbles when the editor closes. Escape and Back continue editing.
 */
export function UnsavedChangesDialog({
  replaced,
  onStay,
  onDiscard,
  onSave,
}: UnsavedChangesDialogProps) {
  const stay = useRef<HTMLButtonElement>(null);
  const questionId = useId();
  useCloseOnBack(true, onStay);
  useEffect(() => {
    const before = document.activeElement;
    stay.current?.focus();
    return () => {
      const back = before === document.body ? replaced.current : before;
      if (back instanceof HTMLElement) back.focus({ preventScroll: true });
    };
  }, [replaced]);
  return (
    <div
      role="alertdialog"
      aria-labelledby={questionId}
      className="notice border-amber animate-rise w-full flex-wrap items-center justify-between"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onStay();
      }}
    >
      <p id={questionId} className="min-w-48 flex-1">
        Your changes are not saved yet. Save them?
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" ref={stay} onClick={onStay}>
          Keep editing
        </Button>
        <Button size="sm" variant="danger" onClick={onDiscard}>
          Discard
        </Button>
        <Button size="sm" variant="primary" onClick={onSave}>
          Save
        </Button>
      </div>
    </div>
  );
}
