"use client";
import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/forms/field";
import { Textarea } from "@/components/ui/forms/text-input";
import { isComposing } from "@/components/ui/utils/ime";
import { imagePrompt } from "@/lib/media/schema";
import { loadPortraitPromptDraft, savePortraitPromptDraft } from "./portrait-prompt-draft";

export interface UnsentPrompt {
  /** Where words wait in the box, goes there and says what to do with them. @returns whether any do */
  point: () => boolean;
}

interface PortraitEditFormProps {
  /** Of whom the words are: they are kept until the picture is there. */
  ownerId: string;
  onSubmit: (prompt: string) => void;
  onCancel: () => void;
  /** For the button that saves the form around it: what stands here would be lost sight of. */
  unsentRef?: Ref<UnsentPrompt> | undefined;
}

const example = "Shorter hair, and a red scarf";

/** What should be different in a portrait. Enter submits, Shift+Enter begins a new line. */
export function PortraitEditForm({
  ownerId,
  onSubmit,
  onCancel,
  unsentRef,
}: PortraitEditFormProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const headId = useId();
  const [text, setText] = useState(() => loadPortraitPromptDraft(ownerId));
  const [problem, setProblem] = useState<string | null>(null);
  const area = useRef<HTMLElement>(null);
  // Its buttons, too, on a phone.
  useEffect(() => {
    area.current?.scrollIntoView({ block: "nearest" });
  }, []);

  useImperativeHandle(unsentRef, () => ({
    point() {
      if (text.trim() === "") return false;
      setProblem("Press “Change it” to apply this, or clear the text.");
      box.current?.focus();
      return true;
    },
  }));

  function submit() {
    const { data, error } = imagePrompt.safeParse(text);
    setProblem(error?.issues[0]?.message ?? null);
    if (data === undefined) return box.current?.focus();
    onSubmit(data);
  }

  function press(event: KeyboardEvent) {
    if (event.key === "Escape") {
      event.stopPropagation();
      return onCancel();
    }
    // Enter may also end a word that is being composed.
    if (event.key !== "Enter" || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    submit();
  }

  return (
    // Inside the form of the words: a form of its own must not stand there.
    <section ref={area} aria-labelledby={headId} className="portrait-edit animate-rise">
      <h3 id={headId} className="sr-only">
        Edit the picture
      </h3>
      <Field label="What should change?" error={problem ?? undefined}>
        <Textarea
          ref={box}
          rows={2}
          // Whoever presses Edit writes next.
          autoFocus
          value={text}
          placeholder={example}
          enterKeyHint="send"
          onKeyDown={press}
          onChange={(event) => {
            setProblem(null);
            setText(event.target.value);
            savePortraitPromptDraft(ownerId, event.target.value);
          }}
        />
      </Field>
      <div className="flex gap-2">
        <Button size="sm" className="flex-1" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="sm" className="flex-1" onClick={submit}>
          Change it
        </Button>
      </div>
    </section>
  );
}
