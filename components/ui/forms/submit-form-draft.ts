import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import type { FieldError } from "@/lib/platform/errors";
import { ApiError } from "@/lib/platform/http/api-error";
import { playSound } from "../sound";
import { toast } from "../toast";
import { getDirtyFields } from "./merge-values";
import type { FormDraft } from "./use-form-draft";

interface SubmitFormDraftOptions<Values extends FieldValues> {
  form: UseFormReturn<Values, unknown, Values>;
  draft: FormDraft;
  /** The saved values. */
  saved: Partial<Values>;
  /** Submits even if no field is dirty. */
  hasOtherChanges?: boolean;
  send: (
    changes: Partial<Values>,
    handlers: { onSuccess: () => void; onError: (error: unknown) => void },
  ) => void;
  onSaved: () => void;
  /** Called after saving, or if there is nothing to save. */
  onDone: () => void;
  /** Maps an error to fields. */
  mapError: (error: unknown) => { fields: FieldError[]; text: string | null };
  /** Receives an error of no field; toasted by default. */
  onFormError?: (text: string | null) => void;
}

/**
 * Saves the dirty fields of a useFormDraft form. On a conflict the focus goes to the notice that
 * names the fields.
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
    // The notice may render only in the next frame.
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
      // Text typed while the request was pending is not saved yet.
      const isLast = getDirtyFields(form.getValues(), shown).length === 0;
      draft.markSaved(shown);
      playSound("saved");
      onSaved();
      if (isLast) onDone();
    },
    onError(error) {
      if (error instanceof ApiError && error.code === "stale_version") {
        // The notice names the conflicting fields once the current version has arrived.
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
