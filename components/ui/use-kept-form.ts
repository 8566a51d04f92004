"use client";
/**
 * Keeps what is typed into a form until it is saved: it survives closing a dialog by accident and
 * reloading the page, the browser asks before leaving, and a saved version that arrives meanwhile
 * replaces only the fields nobody typed into. KeptNotice (kept-notice.tsx) tells the author.
 *
 *   const kept = useKeptForm(form, { key: `scene:${scene._id}`, open, saved: { title, description } });
 *   <KeptNotice kept={kept} labels={{ title: "Title", description: "Description" }} />
 *   onSuccess: () => kept.accept()
 */
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form";
import {
  changedNames,
  keepOf,
  keptBeside,
  mergeValues,
  readKept,
  sameValue,
  writeKept,
} from "./kept-values";
import { useLeaveWarning } from "./use-leave-warning";

/** A field that was typed into here and saved with another value elsewhere. */
export interface Conflict {
  name: string;
  /** The value that is saved now. */
  saved: unknown;
}

export interface KeptForm {
  /** Whether what the form shows was typed before it was closed or the page reloaded. */
  restored: boolean;
  /** Whether something is typed that is not saved. */
  unsaved: boolean;
  conflicts: Conflict[];
  /** Whether there is one at this moment: what has just arrived may not be shown yet. */
  isContested: () => boolean;
  /** Decides a conflict: the author's words stay, or what is saved takes their place. */
  resolve: (name: string, choice: "mine" | "saved") => void;
  /** After saving: what was sent, or what the form shows, is the saved version. */
  accept: (sent?: FieldValues) => void;
  /** Forgets what was typed and shows what is saved. */
  forget: () => void;
  /** Names the fields that were changed elsewhere. */
  notice: RefObject<HTMLDivElement | null>;
}

const prefix = "inkwright:form:";

interface KeptFormOptions<In> {
  /** Names the form and what it edits, such as `scene:<id>`. */
  key: string;
  /** Whether the form is shown; what was kept is put back each time it opens. */
  open: boolean;
  /** The values as they are saved, all fields of the form. */
  saved: In;
  /** Fields that this device is not to keep, such as passwords. */
  secret?: readonly string[];
  /** The server renders the form, which has no default values: nothing typed early is lost. */
  prerendered?: boolean;
}

const without = (values: FieldValues, names: readonly string[]): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

const noNames: readonly string[] = [];

const filled = (values: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value));

export function useKeptForm<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  { key, open, saved, secret = noNames, prerendered = false }: KeptFormOptions<In>,
): KeptForm {
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
  const typed = useRef(new Set<string>());

  const note = useCallback(() => {
    if (!base.current) return;
    const values = form.getValues();
    setUnsaved(changedNames(values, base.current).length > 0);
    const { conflicts: names } = mergeValues(values, base.current, latest.current);
    setConflicts((before) => {
      const now = names.map((name) => ({ name, saved: latest.current[name] }));
      return sameValue(before, now) ? before : now;
    });
    const mine = keepOf(without(values, secret), base.current);
    for (const name of Object.keys(mine?.values ?? {})) typed.current.add(name);
    writeKept(storageKey, keptBeside(mine, readKept(storageKey), typed.current));
  }, [form, storageKey, secret]);

  const put = useCallback(
    (name: string, value: unknown) =>
      form.setValue(name as Path<In>, value as PathValue<In, Path<In>>),
    [form],
  );

  useEffect(() => {
    if (!open) return;
    const kept = readKept(storageKey);
    typed.current = new Set(Object.keys(kept?.values ?? {}));
    // Without defaults the fields hold what was typed before the script came.
    const early = prerendered && isFirst.current ? filled(form.getValues()) : {};
    isFirst.current = false;
    const merged = mergeValues({ ...kept?.values, ...early }, kept?.base ?? {}, latest.current);
    form.reset(merged.values);
    base.current = merged.base;
    setRestored(changedNames(merged.values, merged.base).length > 0);
    note();
    const unsubscribe = form.subscribe({ formState: { values: true }, callback: note });
    return () => {
      unsubscribe();
      base.current = null;
      setUnsaved(false);
    };
  }, [form, open, storageKey, note, prerendered]);

  // The story is fetched again whenever something of it changes: what is being typed stays.
  const content = JSON.stringify(saved);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content is what matters
  useEffect(() => {
    if (!base.current) return;
    const before = form.getValues();
    const merged = mergeValues(before, base.current, latest.current);
    base.current = merged.base;
    for (const name of Object.keys(merged.values)) {
      if (!sameValue(before[name], merged.values[name])) put(name, merged.values[name]);
    }
    note();
  }, [content, form, note, put]);

  useLeaveWarning(unsaved);

  return useMemo(
    () => ({
      restored,
      unsaved,
      conflicts,
      isContested() {
        if (!base.current) return false;
        return mergeValues(form.getValues(), base.current, latest.current).conflicts.length > 0;
      },
      resolve(name, choice) {
        if (!base.current) return;
        base.current = { ...base.current, [name]: latest.current[name] };
        if (choice === "saved") put(name, latest.current[name]);
        note();
      },
      accept(sent) {
        if (base.current) {
          base.current = { ...base.current, ...(sent ?? form.getValues()) };
          note();
        } else if (!sent) writeKept(storageKey, null);
        setRestored(false);
      },
      forget() {
        writeKept(storageKey, null);
        form.reset(latest.current);
        if (base.current) base.current = latest.current;
        setRestored(false);
        note();
      },
      notice,
    }),
    [restored, unsaved, conflicts, form, note, put, storageKey],
  );
}
