"use client";
import { type ReactNode, useState } from "react";
import { DraftNotice } from "@/components/ui/forms/draft-notice";
import { Field } from "@/components/ui/forms/field";
import { Textarea } from "@/components/ui/forms/text-input";
import { useFormDraft } from "@/components/ui/forms/use-form-draft";
import { useSchemaForm } from "@/components/ui/forms/use-schema-form";
import { Notice } from "@/components/ui/notice";
import { messageWithFallback } from "@/lib/platform/http/api-error";
import { requiredText } from "@/lib/platform/text/required-text";
import { z } from "@/lib/platform/zod";

interface FreeTextFormProps {
  /** Key of the draft, which is kept until the text is sent. */
  name: string;
  label: string;
  hint: string;
  maxLength: number;
  /** Error of an empty field. */
  requiredMessage: string;
  /** Renders buttons that call `send` with their action. */
  children: (send: (work: (words: string) => Promise<void>) => void) => ReactNode;
}

/** A text field and the actions that use its text. */
export function FreeTextForm({
  name,
  label,
  hint,
  maxLength,
  requiredMessage,
  children,
}: FreeTextFormProps) {
  const tooLong = `Please say it in ${maxLength} characters or less`;
  const { form, field, error } = useSchemaForm(
    z.object({ words: requiredText(requiredMessage).max(maxLength, tooLong) }),
  );
  const saved = { words: "" };
  const draft = useFormDraft(form, { key: name, open: true, saved, prerendered: true });
  const [problem, setProblem] = useState<string | null>(null);
  const send = (work: (words: string) => Promise<void>) =>
    form.handleSubmit(async ({ words }) => {
      setProblem(null);
      try {
        await work(words);
        // Text typed since is not sent yet.
        if (form.getValues("words").trim() === words) draft.discard();
      } catch (error) {
        setProblem(messageWithFallback(error, "It could not be sent. Please try again."));
      }
    })();
  return (
    <div className="grid gap-4">
      <DraftNotice draft={draft} labels={{}} />
      <Field label={label} description={hint} error={error("words")}>
        <Textarea rows={3} maxLength={maxLength} counter {...field("words")} />
      </Field>
      {problem && <Notice tone="error">{problem}</Notice>}
      <div className="flex flex-wrap gap-3">{children(send)}</div>
    </div>
  );
}
