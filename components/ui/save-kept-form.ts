import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import type { FieldError } from "@/lib/platform/errors";
import { ApiError } from "@/lib/platform/http/api-error";
import { changedNames } from "./kept-values";
import { playSound } from "./sound";
import { toast } from "./toast";
import type { KeptForm } from "./use-kept-form";

interface KeptSave<Values extends FieldValues> {
  form: UseFormReturn<Values, unknown, Values>;
  kept: KeptForm;
  /** The values as they are saved. */
  saved: Partial<Values>;
  /** Something is sent also where no field was changed. */
  isSentAnyway?: boolean;
  send: (
    changes: Partial<Values>,
    handlers: { onSuccess: () => void; onError: (error: unknown) => void },
  ) => void;
  onSaved: () => void;
  /** Saved, or nothing to save. */
  onDone: () => void;
  /** Sorts what went wrong by fields. */
  place: (error: unknown) => { fields: FieldError[]; text: string | null };
  /** What belongs to no field; a toast says it otherwise. */
  onProblem?: (text: string | null) => void;
}

/**
 * Saves what was changed in a form of useKeptForm. Where somebody else has changed the same fields,
 * the focus goes to the notice that names them.
 */
export function saveKeptForm<Values extends FieldValues>(
  values: Values,
  {
    form,
    kept,
    saved,
    isSentAnyway,
    send,
    onSaved,
    onDone,
    place,
    onProblem = (text) => text && toast.error(text),
  }: KeptSave<Values>,
): void {
  if (kept.isContested()) {
    // Where it has just arrived, the notice comes with the next drawing of the page.
    requestAnimationFrame(() => kept.notice.current?.focus());
    return;
  }
  const names = changedNames(values, saved);
  if (names.length === 0 && !isSentAnyway) {
    kept.accept();
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
      const isLast = changedNames(form.getValues(), shown).length === 0;
      kept.accept(shown);
      playSound("saved");
      onSaved();
      if (isLast) onDone();
    },
    onError(error) {
      if (error instanceof ApiError && error.code === "stale_version") {
        // The fields that differ are named as soon as the current version is there.
        requestAnimationFrame(() => kept.notice.current?.focus());
        return;
      }
      const { fields, text } = place(error);
      fields.forEach(({ field, message }, index) => {
        form.setError(field as Path<Values>, { message }, { shouldFocus: index === 0 });
      });
      onProblem(text);
    },
  });
}
