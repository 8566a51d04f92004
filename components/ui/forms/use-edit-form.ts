"use client";
/**
 * The form of something that is already saved: keeps unsaved input as a draft, sends only the
 * changed fields, and puts the server's errors on their fields.
 *
 *   const { form, draft, submit } = useEditForm(sceneForm, {
 *     key: `scene:${scene._id}`, open, saved, labels, failure: "Failed to save scene",
 *     send: save.mutateAsync, onDone: close,
 *   });
 *   <form onSubmit={submit}><DraftNotice draft={draft} labels={labels} /> … </form>
 */
import { useRef } from "react";
import type { DefaultValues, FieldValues } from "react-hook-form";
import type { z } from "zod";
import { ApiError, messageWithFallback } from "@/lib/platform/http/api-error";
import { playSound } from "../sound";
import { toast } from "../toast";
import { mapFormError } from "./form-errors";
import { getDirtyFields } from "./merge-values";
import { useFormDraft } from "./use-form-draft";
import { useSchemaForm } from "./use-schema-form";

interface EditFormOptions<Values> {
  /** Identifies the form and its subject, such as `scene:<id>`. */
  key: string;
  open: boolean;
  saved: Values;
  /** The fields that can show an error. */
  labels: Partial<Record<keyof Values, string>>;
  /** Text of an error without a message. */
  failure: string;
  /** Submits even if no field is dirty. */
  hasOtherChanges?: boolean;
  send: (changes: Partial<Values>) => Promise<unknown>;
  onSaved?: (values: Values) => void;
  /** Called after saving, or if there is nothing to save; not if the form is closed by then. */
  onDone: () => void;
  /** Receives an error of no field, null before each attempt; toasted by default. */
  onProblem?: (text: string | null) => void;
}

export function useEditForm<Values extends FieldValues>(
  schema: z.ZodType<Values, Values>,
  {
    key,
    open,
    saved,
    labels,
    failure,
    hasOtherChanges,
    send,
    onSaved,
    onDone,
    onProblem = (text) => text && toast.error(text),
  }: EditFormOptions<Values>,
) {
  const { form, show } = useSchemaForm(schema, saved as DefaultValues<Values>);
  const draft = useFormDraft(form, { key, open, saved });
  const isSending = useRef(false);
  // The notice that names the conflicting fields may render only in the next frame.
  const showConflicts = (otherwise: string | null) =>
    void requestAnimationFrame(() =>
      draft.hasConflicts() ? draft.noticeRef.current?.focus() : onProblem(otherwise),
    );

  function showError(error: unknown) {
    // Closed while the save waited for a connection.
    if (!draft.isShown()) return toast.error(messageWithFallback(error, failure));
    if (error instanceof ApiError && error.code === "stale_version")
      return showConflicts(error.message);
    const { fields, text } = mapFormError(error, Object.keys(labels), failure);
    show({ fields, text: null });
    onProblem(text);
  }

  const submit = form.handleSubmit(async (values) => {
    if (isSending.current) return;
    if (draft.hasConflicts()) return showConflicts(null);
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
    onProblem(null);
    isSending.current = true;
    try {
      await send(changes);
    } catch (error) {
      return showError(error);
    } finally {
      isSending.current = false;
    }
    // Text typed while the request was pending is not saved yet.
    const isLast = getDirtyFields(form.getValues(), shown).length === 0;
    const isShown = draft.isShown();
    draft.markSaved(shown);
    playSound("saved");
    onSaved?.(values);
    if (isLast && isShown) onDone();
  });
  return { form, draft, submit };
}
