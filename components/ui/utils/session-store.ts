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
  /** Each value with the text that the storage holds for it, whether or not that could be written. */
  const cached = new Map<string, { text: string | null; value: T }>();
  const { notify, subscribe } = createListeners();
  const readText = (id: string) => tryStorage(() => sessionStorage.getItem(prefix + id));
  const parse = (text: string | null): T =>
    tryStorage(() => text && restore(schema.parse(JSON.parse(text)))) || emptyValue;
  return {
    emptyValue,
    get(id) {
      const text = readText(id);
      const known = cached.get(id);
      if (known && known.text === text) return known.value;
      const value = parse(text);
      cached.set(id, { text, value });
      return value;
    },
    set(id, value) {
      tryStorage(() =>
        value === emptyValue
          ? sessionStorage.removeItem(prefix + id)
          : sessionStorage.setItem(prefix + id, JSON.stringify(value)),
      );
      cached.set(id, { text: readText(id), value });
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
