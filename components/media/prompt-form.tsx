"use client";
import { SendHorizontal } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/forms/field";
import { Textarea } from "@/components/ui/forms/text-input";
import { isComposing } from "@/components/ui/utils/ime";

interface PromptFormProps {
  label: string;
  placeholder: string;
  action: string;
  /** Label beside the icon. */
  word: string;
  rows: number;
  value: string;
  onChange: (text: string) => void;
  /** Validates the prompt before the request: an error sentence or null. */
  check: (prompt: string) => string | null;
  onSubmit: (prompt: string) => void;
  /** Below the box while there is no error. */
  hint: ReactNode;
  /** Controls below the prompt. */
  children?: ReactNode;
}

/** The prompt box of a tab: Enter submits, Shift+Enter begins a new line. */
export function PromptForm({
  label,
  placeholder,
  action,
  word,
  rows,
  value,
  onChange,
  check,
  onSubmit,
  hint,
  children,
}: PromptFormProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const [problem, setProblem] = useState<string | null>(null);

  function submit() {
    const prompt = value.trim();
    const found = check(prompt);
    setProblem(found);
    if (found) return box.current?.focus();
    onSubmit(prompt);
  }

  function press(event: KeyboardEvent) {
    // Enter may also end an IME composition.
    if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    submit();
  }

  return (
    <form
      className="media-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field label={label} error={problem ?? undefined} description={hint}>
        <Textarea
          ref={box}
          rows={rows}
          value={value}
          placeholder={placeholder}
          enterKeyHint="send"
          onKeyDown={press}
          onChange={(event) => {
            setProblem(null);
            onChange(event.target.value);
          }}
        />
      </Field>
      {children}
      <Button type="submit" label={action} className="ml-auto">
        <SendHorizontal aria-hidden="true" /> {word}
      </Button>
    </form>
  );
}
