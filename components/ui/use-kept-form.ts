"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import type { DefaultValues, FieldValues, UseFormReturn } from "react-hook-form";
import { useLeaveWarning } from "./use-leave-warning";

interface KeptForm {
  /** Whether what the form shows was typed before it was closed or the page reloaded. */
  restored: boolean;
  /** Forgets what was kept: after saving, or when the author wants the saved version back. */
  forget: () => void;
}

const prefix = "inkwright:form:";

/**
 * Keeps what is typed into a form until it is saved: it survives closing a dialog by accident and
 * reloading the page, and the browser asks before leaving.
 * @param key names the form and what it edits, such as `scene:<id>`
 * @param open whether the form is shown; what was kept is put back each time it opens
 * @param saved the values as they are saved; what equals them is not kept
 */
export function useKeptForm<In extends FieldValues, Out>(
  form: UseFormReturn<In, unknown, Out>,
  { key, open, saved }: { key: string; open: boolean; saved: In },
): KeptForm {
  const [restored, setRestored] = useState(false);
  const [unsaved, setUnsaved] = useState(false);
  const latest = useRef(saved);
  latest.current = saved;
  const storageKey = prefix + key;

  useEffect(() => {
    if (!open) return;
    const kept = read<In>(storageKey);
    const differs = kept !== null && !same({ ...latest.current, ...kept }, latest.current);
    form.reset(latest.current as DefaultValues<In> & In);
    if (differs) {
      form.reset({ ...latest.current, ...kept } as DefaultValues<In> & In, {
        keepDefaultValues: true,
      });
    }
    setRestored(differs);
    setUnsaved(differs);
    const subscription = form.watch((values) => {
      const changed = !same(values, latest.current);
      setUnsaved(changed);
      if (changed) write(storageKey, values);
      else localStorage.removeItem(storageKey);
    });
    return () => {
      subscription.unsubscribe();
      setUnsaved(false);
    };
  }, [form, open, storageKey]);

  useLeaveWarning(unsaved);

  const forget = useCallback(() => {
    localStorage.removeItem(storageKey);
    form.reset(latest.current as DefaultValues<In> & In);
    setRestored(false);
    setUnsaved(false);
  }, [form, storageKey]);

  return { restored, forget };
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function read<T>(key: string): Partial<T> | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return typeof value === "object" && value !== null ? (value as Partial<T>) : null;
  } catch {
    return null;
  }
}

function write(key: string, values: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(values));
  } catch {
    // A full or forbidden store keeps nothing; the form itself still has the text.
  }
}
