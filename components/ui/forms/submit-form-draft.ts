import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import type { FieldError } from "@/lib/platform/errors";
import { ApiError } from "@/lib/platform/http/api-error";
import { playSound } from "../sound";
import { toast } from "../toast";
import { getDirtyFields } from "./draft-storage";
import type { FormDraft } from "./use-form-draft";

interface SubmitFormDraftOptions<Values extends FieldValues> {
  form: UseFormReturn<Values, unknown, Values>;
  draft: FormDraft;
  /** The values as they are saved. */
  saved: Partial<Values>;
  /** Something is sent also where no field was changed. */
  hasOtherChanges?: boolean;
  send: (
    changes: Partial<Values>,
    handlers: { onSuccess: () => void; onError: (error: unknown) => void },
  ) => void;
  onSaved: () => void;
  /** Saved, or nothing to save. */
  onDone: () => void;
  /** Sorts what went wrong by fields. */
  mapError: (error: unknown) => { fields: FieldError[]; text: string | null };
  /** What belongs to no field; a toast says it otherwise. */
  onFormError?: (text: string | null) => void;
}

/**
 * Saves what was changed in a form of useFormDraft. Where somebody else has changed the same fields,
 * the focus goes to the notice that names them.
 */
export function submitFormDraft<Values extends FieldValues>(
  values: Values,
  {
    form,
    draft,
    saved,
    hasOtherChanges,
    send,
    onSaved,
    onDone,
    mapError,
    onFormError = (text) => text && toast.error(text),
  }: SubmitFormDraftOptions<Values>,
): void {
  if (draft.hasConflicts()) {
    // Where it has just arrived, the notice comes with the next drawing of the page.
    requestAnimationFrame(() => draft.noticeRef.current?.focus());
    return;
  }
  const names = getDirtyFields(values, saved);
  if (names.length === 0 && !hasOtherChanges) {
    draft.markSaved();
    onDone();
    return;
  }
  const changes = Object.fromEntries(
    Object.entries(values).filter(([name]) => names.includes(name)),
  ) as Partial<Values>;
  const shown = structuredClone(form.getValues());
  send(changes, {
    onSuccess() {
      // What was typed on while the answer was awaited is not saved yet.
      const isLast = getDirtyFields(form.getValues(), shown).length === 0;
      draft.markSaved(shown);
      playSound("saved");
      onSaved();
      if (isLast) onDone();
    },
    onError(error) {
      if (error instanceof ApiError && error.code === "stale_version") {
        // The fields that differ are named as soon as the current version is there.
        requestAnimationFrame(() => draft.noticeRef.current?.focus());
        return;
      }
      const { fields, text } = mapError(error);
      fields.forEach(({ field, message }, index) => {
        form.setError(field as Path<Values>, { message }, { shouldFocus: index === 0 });
      });
      onFormError(text);
    },
  });
}
