"use client";
import type { RefObject } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Field } from "@/components/ui/forms/field";
import { Textarea } from "@/components/ui/forms/text-input";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { Notice } from "@/components/ui/notice";
import { playSound } from "@/components/ui/sound";
import { sheetErrorText } from "@/lib/generation/error-texts";
import { generateSheet, textMutationMeta } from "@/lib/generation/text/client";
import type { SheetReply } from "@/lib/generation/text/schema";
import type { EntityKind } from "@/lib/world/schema";
import { useField } from "./entity-fields";
import { entityTexts } from "./entity-texts";
import { newEntityKey, worldMutationKey } from "./entity-values";

interface QuickGenerateProps {
  /** Id of the form, for the submit button in the dialog's footer. */
  formId: string;
  kind: EntityKind;
  storyId: string;
  form: UseFormReturn<{ description: string }>;
  fieldRef: RefObject<HTMLTextAreaElement | null>;
  onFilled: (sheet: SheetReply) => void;
}

/** Generates all texts from a short idea. The idea stays in its field in any case. */
export function QuickGenerate({
  formId,
  kind,
  storyId,
  form,
  fieldRef,
  onFilled,
}: QuickGenerateProps) {
  const texts = entityTexts[kind];
  const idea = useField(form, "description");
  const write = useDedupedMutation({
    mutationKey: worldMutationKey(newEntityKey(kind, storyId), "sheet"),
    mutationFn: (description: string) => generateSheet(kind, storyId, description),
    meta: textMutationMeta,
    // Here rather than per call, so that it runs even if the author has left this view.
    onSuccess: onFilled,
    onError: () => playSound("error"),
  });
  return (
    <form
      id={formId}
      noValidate
      className="grid gap-5"
      onSubmit={form.handleSubmit(({ description }) => {
        if (write.isPending) return;
        write.mutate(description);
      })}
    >
      <Field label={texts.ideaLabel} description={texts.ideaHint} error={idea.error}>
        <Textarea
          {...idea.control}
          ref={(element: HTMLTextAreaElement | null) => {
            idea.control.ref(element);
            fieldRef.current = element;
          }}
          placeholder={texts.ideaExample}
          counter
          maxLength={1000}
          warnAt={900}
          rows={5}
        />
      </Field>
      {write.error && !write.isPending && (
        <Notice tone="error">{sheetErrorText(kind, write.error)}</Notice>
      )}
      <p role="status" className="text-sm text-ink-soft empty:sr-only">
        {write.isPending && "Writing the description..."}
      </p>
    </form>
  );
}
