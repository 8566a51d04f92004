"use client";
/**
 * Keeps what is typed into a form until it is saved: it survives closing a dialog by accident and
 * reloading the page, the browser asks before leaving, and a saved version that arrives meanwhile
 * replaces only the fields nobody typed into. DraftNotice (kept-notice.tsx) tells the author.
 *
 *   const kept = useFormDraft(form, { key: `scene:${scene._id}`, open, saved: { title, description } });
 *   <DraftNotice kept={kept} labels={{ title: "Title", description: "Description" }} />
 *   onSuccess: () => kept.accept()
 */
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import { useBeforeUnloadWarning } from "../hooks/use-before-unload-warning";
import {
  extractDraft,
  getDirtyFields,
  isSameValue,
  mergeDrafts,
  mergeValues,
  readDraft,
  writeDraft,
} from "./draft-storage";

/** A field that was typed into here and saved with another value elsewhere. */
export interface Conflict {
  name: string;
  /** The value that is saved now. */
  saved: unknown;
}

export interface FormDraft {
  /** Whether what the form shows was typed before it was closed or the page reloaded. */
  isRestored: boolean;
  /** Whether something is typed that is not saved. */
  isDirty: boolean;
  conflicts: Conflict[];
  /** Whether there is one at this moment: what has just arrived may not be shown yet. */
  hasConflicts: () => boolean;
  /** Decides a conflict: the author's words stay, or what is saved takes their place. */
  resolve: (name: string, choice: "mine" | "saved") => void;
  /** After saving: what was sent, or what the form shows, is the saved version. */
  markSaved: (sent?: FieldValues) => void;
  /** Forgets what was typed and shows what is saved. */
  discard: () => void;
  /** Names the fields that were changed elsewhere. */
  noticeRef: RefObject<HTMLDivElement | null>;
}

const prefix = "inkwright:form:";

interface FormDraftOptions<In> {
  /** Names the form and what it edits, such as `scene:<id>`. */
  key: string;
  /** Whether the form is shown; what was kept is put back each time it opens. */
  open: boolean;
  /** The values as they are saved, all fields of the form. */
  saved: In;
  /** Fields that this device is not to keep, such as passwords. */
  excludedFields?: readonly string[];
  /** The server renders the form, which has no default values: nothing typed early is lost. */
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
  const storageKey = prefix + key;
  const [restored, setRestored] = useState(false);
  const [unsaved, setUnsaved] = useState(false);
  const [conflicts, setConflicts] = useState<Conflict[]>([]);
  const latest = useRef(saved);
  latest.current = saved;
  const notice = useRef<HTMLDivElement>(null);
  /** What each field was typed over; null while the form is closed. */
  const base = useRef<In | null>(null);
  const isFirst = useRef(true);
  /** Fields that were typed into here, or came back. */
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
    writeDraft(storageKey, mergeDrafts(mine, readDraft(storageKey), touchedFields.current));
  }, [form, storageKey, excludedFields]);

  const setFieldValue = useCallback(
    (name: string, value: unknown) =>
      form.setValue(name as Path<In>, value as PathValue<In, Path<In>>),
    [form],
  );

  useEffect(() => {
    if (!open) return;
    const draft = readDraft(storageKey);
    touchedFields.current = new Set(Object.keys(draft?.values ?? {}));
    // Without defaults the fields hold what was typed before the script came.
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
  }, [form, open, storageKey, syncDraft, prerendered]);

  // The story is fetched again whenever something of it changes: what is being typed stays.
  const content = JSON.stringify(saved);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content is what matters
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
      markSaved(sent) {
        if (base.current) {
          base.current = { ...base.current, ...(sent ?? form.getValues()) };
          syncDraft();
        } else if (!sent) writeDraft(storageKey, null);
        setRestored(false);
      },
      discard() {
        writeDraft(storageKey, null);
        form.reset(latest.current);
        if (base.current) base.current = latest.current;
        setRestored(false);
        syncDraft();
      },
      noticeRef: notice,
    }),
    [restored, unsaved, conflicts, form, syncDraft, setFieldValue, storageKey],
  );
}
