"use client";
import { type ChangeEvent, type KeyboardEvent, useRef, useState } from "react";
import { isComposing } from "@/components/ui/utils/ime";

interface PromptBoxOptions {
  value: string;
  onChange: (text: string) => void;
  /** Validates the prompt before the request: an error sentence or null. */
  check: (prompt: string) => string | null;
  onSubmit: (prompt: string) => void;
  /** Called on Escape, which otherwise closes the dialog. */
  onCancel?: () => void;
}

/** The text box of a prompt: Enter submits, Shift+Enter begins a new line. */
export function usePromptBox({ value, onChange, check, onSubmit, onCancel }: PromptBoxOptions) {
  const box = useRef<HTMLTextAreaElement>(null);
  const [problem, setProblem] = useState<string | null>(null);

  /** Shows what is wrong and puts the cursor there. */
  function point(text: string) {
    setProblem(text);
    box.current?.focus();
  }

  function submit() {
    const prompt = value.trim();
    const found = check(prompt);
    if (found) return point(found);
    setProblem(null);
    onSubmit(prompt);
  }

  return {
    problem: problem ?? undefined,
    point,
    submit,
    /** For the Textarea. */
    props: {
      ref: box,
      value,
      enterKeyHint: "send" as const,
      onKeyDown(event: KeyboardEvent) {
        // Both keys may also end an IME composition.
        if (isComposing(event)) return;
        if (event.key === "Escape" && onCancel) {
          event.stopPropagation();
          onCancel();
        } else if (event.key === "Enter" && !event.shiftKey) {
          event.preventDefault();
          submit();
        }
      },
      onChange(event: ChangeEvent<HTMLTextAreaElement>) {
        setProblem(null);
        onChange(event.target.value);
      },
    },
  };
}
