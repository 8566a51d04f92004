"use client";
import { useSyncExternalStore } from "react";
import type { z } from "@/lib/platform/zod";
import { createListeners } from "./listeners";
import { tryStorage } from "./try-storage";

interface SessionStoreOptions<T> {
  prefix: string;
  schema: z.ZodType<T>;
  /** Value of a missing entry. */
  emptyValue: T;
  /** Filters a stored value after a reload. */
  restore?: (stored: T) => T;
}

interface SessionStore<T> {
  emptyValue: T;
  get: (id: string) => T;
  set: (id: string, value: T) => void;
  subscribe: (listener: () => void) => () => void;
}

/**
 * Values by id in sessionStorage, which survive a reload. If the store is full or blocked they last
 * as long as the page.
 */
export function createSessionStore<T>(options: SessionStoreOptions<T>): SessionStore<T> {
  const { prefix, schema, emptyValue, restore = (stored) => stored } = options;
  const values = new Map<string, T>();
  const { notify, subscribe } = createListeners();
  const read = (id: string): T =>
    tryStorage(() => {
      const stored = sessionStorage.getItem(prefix + id);
      return stored === null ? emptyValue : restore(schema.parse(JSON.parse(stored)));
    }) ?? emptyValue;
  return {
    emptyValue,
    get(id) {
      const value = values.get(id) ?? read(id);
      values.set(id, value);
      return value;
    },
    set(id, value) {
      values.set(id, value);
      tryStorage(() =>
        value === emptyValue
          ? sessionStorage.removeItem(prefix + id)
          : sessionStorage.setItem(prefix + id, JSON.stringify(value)),
      );
      notify();
    },
    subscribe,
  };
}

export const useSessionStore = <T>(
  { subscribe, get, emptyValue }: SessionStore<T>,
  id: string,
): T =>
  useSyncExternalStore(
    subscribe,
    () => get(id),
    () => emptyValue,
  );
