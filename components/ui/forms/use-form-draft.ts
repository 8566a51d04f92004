"use client";
/**
 * Keeps a form's unsaved input as a draft: it survives closing the dialog and reloading the page,
 * the browser asks before leaving, and a newer saved version replaces only clean fields.
 * DraftNotice (draft-notice.tsx) informs the author.
 *
 *   const draft = useFormDraft(form, { key: `scene:${scene._id}`, open, saved: { title, description } });
 *   <DraftNotice draft={draft} labels={{ title: "Title", description: "Description" }} />
 *   onSuccess: () => draft.markSaved()
 */
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { useBeforeUnloadWarning } from "../hooks/use-before-unload-warning";
import { formDrafts } from "./form-drafts";
import {
  extractDraft,
  getDirtyFields,
  isSameValue,
  mergeDrafts,
  mergeValues,
} from "./merge-values";

/** A dirty field that was saved with another value elsewhere. */
export interface Conflict {
  name: string;
  /** The saved value. */
  saved: unknown;
}

export interface FormDraft {
  /** Whether the form shows a restored draft. */
  isRestored: boolean;
  /** Whether any field is dirty. */
  isDirty: boolean;
  conflicts: Conflict[];
  /** Reads the current state, which may not be rendered yet. */
  hasConflicts: () => boolean;
  /** Resolves a conflict: keep the author's value or take the saved one. */
  resolve: (name: string, choice: "mine" | "saved") => void;
  /** Whether the form is open, at the time of the call. */
  isShown: () => boolean;
  /** Call after saving: the sent values, or those in the form, are the new base. */
  markSaved: (sent?: FieldValues) => void;
  /** Deletes the draft and shows the saved values. */
  discard: () => void;
  /** Ref of the notice that names the conflicts. */
  noticeRef: RefObject<HTMLDivElement | null>;
}

interface FormDraftOptions<In> {
  /** Identifies the form and its subject, such as `scene:<id>`. */
  key: string;
  /** Whether the form is shown; the draft is restored each time it opens. */
  open: boolean;
  /** The saved values of all fields. */
  saved: In;
  /** Fields never to store on this device, such as passwords. */
  excludedFields?: readonly string[];
  /**
   * The form is prerendered without default values, so that text typed before hydration survives.
   */
  prerendered?: boolean;
}

const omitFields = (values: FieldValues, names: readonly string[]): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

const noFields: readonly string[] = [];

const omitEmptyFields = (values: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value));

export function useFormDraft<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  { key, open, saved, excludedFields = noFields, prerendered = false }: FormDraftOptions<In>,
): FormDraft {
  const [restored, setRestored] = useState(false);
  const [unsaved, setUnsaved] = useState(false);
  const [conflicts, setConflicts] = useState<Conflict[]>([]);
  const latest = useRef(saved);
  latest.current = saved;
  const notice = useRef<HTMLDivElement>(null);
  /** The base of each field; null while the form is closed. */
  const base = useRef<In | null>(null);
  const isFirst = useRef(true);
  /** Fields that were edited here or restored. */
  const touchedFields = useRef(new Set<string>());

  const syncDraft = useCallback(() => {
    if (!base.current) return;
    const values = form.getValues();
    setUnsaved(getDirtyFields(values, base.current).length > 0);
    const { conflicts: names } = mergeValues(values, base.current, latest.current);
    setConflicts((before) => {
      const now = names.map((name) => ({ name, saved: latest.current[name] }));
      return isSameValue(before, now) ? before : now;
    });
    const mine = extractDraft(omitFields(values, excludedFields), base.current);
    for (const name of Object.keys(mine?.values ?? {})) touchedFields.current.add(name);
    formDrafts.set(key, mergeDrafts(mine, formDrafts.get(key), touchedFields.current));
  }, [form, key, excludedFields]);

  const setFieldValue = useCallback(
    (name: string, value: unknown) =>
      form.setValue(name as Path<In>, value as PathValue<In, Path<In>>),
    [form],
  );

  useEffect(() => {
    if (!open) return;
    const draft = formDrafts.get(key);
    touchedFields.current = new Set(Object.keys(draft?.values ?? {}));
    // Without defaults the fields hold text typed before hydration.
    const early = prerendered && isFirst.current ? omitEmptyFields(form.getValues()) : {};
    isFirst.current = false;
    const merged = mergeValues({ ...draft?.values, ...early }, draft?.base ?? {}, latest.current);
    form.reset(merged.values);
    base.current = merged.base;
    setRestored(getDirtyFields(merged.values, merged.base).length > 0);
    syncDraft();
    const unsubscribe = form.subscribe({ formState: { values: true }, callback: syncDraft });
    return () => {
      unsubscribe();
      base.current = null;
      setUnsaved(false);
    };
  }, [form, open, key, syncDraft, prerendered]);

  // By content, because every change of the story refetches it and typed text must stay.
  const content = JSON.stringify(saved);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content is compared
  useEffect(() => {
    if (!base.current) return;
    const before = form.getValues();
    const merged = mergeValues(before, base.current, latest.current);
    base.current = merged.base;
    for (const name of Object.keys(merged.values)) {
      if (!isSameValue(before[name], merged.values[name])) setFieldValue(name, merged.values[name]);
    }
    syncDraft();
  }, [content, form, syncDraft, setFieldValue]);

  useBeforeUnloadWarning(unsaved);

  return useMemo(
    () => ({
      isRestored: restored,
      isDirty: unsaved,
      conflicts,
      hasConflicts() {
        if (!base.current) return false;
        return mergeValues(form.getValues(), base.current, latest.current).conflicts.length > 0;
      },
      resolve(name, choice) {
        if (!base.current) return;
        base.current = { ...base.current, [name]: latest.current[name] };
        if (choice === "saved") setFieldValue(name, latest.current[name]);
        syncDraft();
      },
      isShown: () => base.current !== null,
      markSaved(sent) {
        if (base.current) {
          base.current = { ...base.current, ...(sent ?? form.getValues()) };
          syncDraft();
        } else {
          const stored = formDrafts.get(key);
          formDrafts.set(
            key,
            sent && stored ? extractDraft(stored.values, { ...stored.base, ...sent }) : null,
          );
        }
        setRestored(false);
      },
      discard() {
        formDrafts.set(key, null);
        form.reset(latest.current);
        if (base.current) base.current = latest.current;
        setRestored(false);
        syncDraft();
      },
      noticeRef: notice,
    }),
    [restored, unsaved, conflicts, form, syncDraft, setFieldValue, key],
  );
}
