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
import { reveal } from "@/components/ui/reveal";
import { isComposing } from "@/components/ui/utils/ime";
import { changePrompt } from "@/lib/media/schema";
import { loadPortraitPromptDraft, savePortraitPromptDraft } from "./portrait-prompt-draft";

export interface UnsentPrompt {
  /**
   * If the box has unsent text, focuses it and says what to do.
   * @returns whether it has
   */
  point: () => boolean;
}

interface PortraitEditFormProps {
  /** Id of the draft's owner: the prompt is kept until the picture has arrived. */
  ownerId: string;
  onSubmit: (prompt: string) => void;
  onCancel: () => void;
  /** Lets the save button of the surrounding form find unsent text. */
  unsentRef?: Ref<UnsentPrompt> | undefined;
}

const example = "Shorter hair, and a red scarf";

/** Prompt for editing a portrait. Enter submits, Shift+Enter begins a new line. */
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
  // Including the buttons, on a phone.
  useEffect(() => {
    reveal(area.current);
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
    const { data, error } = changePrompt.safeParse(text);
    setProblem(error?.issues[0]?.message ?? null);
    if (data === undefined) return box.current?.focus();
    onSubmit(data);
  }

  function press(event: KeyboardEvent) {
    // Both keys may also end an IME composition.
    if (isComposing(event)) return;
    if (event.key === "Escape") {
      event.stopPropagation();
      return onCancel();
    }
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    submit();
  }

  return (
    // A section, because a form surrounds it and forms cannot nest.
    <section ref={area} aria-labelledby={headId} className="portrait-edit animate-rise">
      <h3 id={headId} className="sr-only">
        Edit the picture
      </h3>
      <Field label="What should change?" error={problem ?? undefined}>
        <Textarea
          ref={box}
          rows={2}
          // The author pressed Edit and writes next.
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
          Not Now
        </Button>
        <Button size="sm" className="flex-1" onClick={submit}>
          Change it
        </Button>
      </div>
    </section>
  );
}
