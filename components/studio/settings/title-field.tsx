"use client";
import { Undo2, WandSparkles } from "lucide-react";
import { type Ref, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/forms/field";
import { Input } from "@/components/ui/forms/text-input";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { passFocus } from "@/components/ui/pass-focus";
import { toast } from "@/components/ui/toast";
import { generateTitle, textMutationMeta } from "@/lib/generation/text/client";
import { messageOf } from "@/lib/platform/http/api-error";

interface TitleFieldProps {
  /** Lets the form focus the field. */
  inputRef: Ref<HTMLInputElement>;
  storyId: string;
  value: string;
  onChange: (title: string) => void;
  error?: string | undefined;
  /** Source of the suggestion: the description in the form. */
  description: string;
  /** Called if there is no description to work from. */
  onMissing: () => void;
}

/** The story's title; the AI can suggest one, and the author can undo it. */
export function TitleField({
  inputRef,
  storyId,
  value,
  onChange,
  error,
  description,
  onMissing,
}: TitleFieldProps) {
  const [undo, setUndo] = useState<{ before: string; after: string } | null>(null);
  const suggest = useDedupedMutation({
    mutationFn: () => generateTitle(storyId, description.trim()),
    meta: textMutationMeta,
    onSuccess(title) {
      setUndo({ before: value, after: title });
      onChange(title);
    },
    onError: (failure) => toast.error(messageOf(failure)),
  });
  // Editing makes the title the author's again.
  const canUndo = undo !== null && undo.after === value;

  return (
    <div className="grid gap-2">
      <Field label="Title" error={error}>
        <Input
          ref={inputRef}
          value={value}
          // The answer would overwrite text that the author has typed since.
          readOnly={suggest.isPending}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          loading={suggest.isPending}
          onClick={() => (description.trim() === "" ? onMissing() : suggest.mutate())}
        >
          <WandSparkles aria-hidden="true" /> Suggest a title
        </Button>
        {canUndo && (
          <Button
            ref={passFocus}
            size="sm"
            variant="ghost"
            onClick={() => {
              onChange(undo.before);
              setUndo(null);
            }}
          >
            <Undo2 aria-hidden="true" /> Undo
          </Button>
        )}
      </div>
    </div>
  );
}
