"use client";
import { type ReactNode, useState } from "react";
import { useForm } from "react-hook-form";
import { Field } from "@/components/ui/field";
import { KeptNotice } from "@/components/ui/kept-notice";
import { Notice } from "@/components/ui/notice";
import { Textarea } from "@/components/ui/text-input";
import { useKeptForm } from "@/components/ui/use-kept-form";
import { textOf } from "@/lib/platform/http/api-error";

interface WordsFormProps {
  /** Names what is typed, so that it is kept until it is sent. */
  name: string;
  label: string;
  hint?: string;
  longest: number;
  /** What is said where nothing is typed. */
  missing: string;
  /** Buttons that call `send` with what they do. */
  children: (send: (work: (words: string) => Promise<void>) => void) => ReactNode;
}

/** A few words and what is done with them. */
export function WordsForm({ name, label, hint, longest, missing, children }: WordsFormProps) {
  const form = useForm<{ words: string }>({ reValidateMode: "onSubmit" });
  const saved = { words: "" };
  const kept = useKeptForm(form, { key: name, open: true, saved, prerendered: true });
  const [problem, setProblem] = useState<string | null>(null);
  const tooLong = `Please say it in ${longest} characters or less`;
  const send = (work: (words: string) => Promise<void>) =>
    form.handleSubmit(async ({ words }) => {
      setProblem(null);
      try {
        await work(words.trim());
        kept.forget();
      } catch (error) {
        setProblem(textOf(error, "It could not be sent. Please try again."));
      }
    })();
  return (
    <div className="grid gap-4">
      <KeptNotice kept={kept} labels={{}} />
      <Field label={label} description={hint} error={form.formState.errors.words?.message}>
        <Textarea
          rows={3}
          maxLength={longest}
          counter
          {...form.register("words", {
            onChange: () => form.clearErrors("words"),
            validate: (words) =>
              words.trim() === "" ? missing : words.trim().length <= longest || tooLong,
          })}
        />
      </Field>
      {problem && <Notice tone="error">{problem}</Notice>}
      <div className="flex flex-wrap gap-3">{children(send)}</div>
    </div>
  );
}
