"use client";
import { type Ref, useEffect, useId, useImperativeHandle, useRef } from "react";
import { type Spot, spotPlaceholder } from "@/components/media/spot/use-spot";
import { usePromptBox } from "@/components/media/use-prompt-box";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/forms/field";
import { Textarea } from "@/components/ui/forms/text-input";
import { useDraft } from "@/components/ui/forms/use-draft";
import { reveal } from "@/components/ui/reveal";
import { changePrompt } from "@/lib/media/schema";
import { findProblem } from "@/lib/platform/zod";
import { portraitPromptDrafts } from "./portrait-drafts";

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
  spot: Spot;
  onSubmit: (prompt: string) => void;
  onCancel: () => void;
  /** Lets the save button of the surrounding form find unsent text. */
  unsentRef?: Ref<UnsentPrompt> | undefined;
}

/** Prompt for editing a portrait. */
export function PortraitEditForm(props: PortraitEditFormProps) {
  const { ownerId, spot, onSubmit, onCancel, unsentRef } = props;
  const headId = useId();
  const area = useRef<HTMLElement>(null);
  const [text, setText] = useDraft(portraitPromptDrafts, ownerId);
  const box = usePromptBox({
    value: text,
    onChange: setText,
    check: (prompt) => findProblem(changePrompt, prompt) ?? spot.problem,
    onSubmit,
    onCancel,
  });
  // Including the buttons, on a phone.
  useEffect(() => reveal(area.current), []);

  useImperativeHandle(unsentRef, () => ({
    point() {
      if (text.trim() === "") return false;
      box.point("Press “Change it” to apply this, or clear the text.");
      return true;
    },
  }));

  return (
    // A section, because a form surrounds it and forms cannot nest.
    <section
      ref={area}
      aria-labelledby={headId}
      className="grid animate-rise gap-2.5 rounded-card border-2 border-rule p-3"
    >
      <h3 id={headId} className="sr-only">
        Edit the picture
      </h3>
      <Field label="What should change?" error={box.problem}>
        {/* The author pressed Edit and writes next. */}
        <Textarea
          rows={2}
          autoFocus
          placeholder={spot.isOn ? spotPlaceholder : "Shorter hair, and a red scarf"}
          {...box.props}
        />
      </Field>
      <div className="flex gap-2">
        <Button size="sm" className="flex-1" onClick={onCancel}>
          Not Now
        </Button>
        <Button size="sm" className="flex-1" onClick={box.submit}>
          Change it
        </Button>
      </div>
    </section>
  );
}
