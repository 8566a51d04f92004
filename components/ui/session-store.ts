"use client";
import { useSyncExternalStore } from "react";
import type { z } from "@/lib/platform/zod";
import { ifKept } from "./if-kept";
import { createListeners } from "./listeners";

interface SessionStoreOptions<T> {
  prefix: string;
  schema: z.ZodType<T>;
  /** Where nothing is kept. */
  none: T;
  /** What of it holds after a reload. */
  restore?: (kept: T) => T;
}

interface SessionStore<T> {
  none: T;
  get: (id: string) => T;
  set: (id: string, value: T) => void;
  subscribe: (listener: () => void) => () => void;
}

/**
 * Values by id that are kept for the tab: a reload loses none. Where the store is full or forbidden
 * they last as long as the page.
 */
export function createSessionStore<T>(options: SessionStoreOptions<T>): SessionStore<T> {
  const { prefix, schema, none, restore = (kept) => kept } = options;
  const values = new Map<string, T>();
  const { tell, subscribe } = createListeners();
  const read = (id: string): T =>
    ifKept(() => {
      const kept = sessionStorage.getItem(prefix + id);
      return kept === null ? none : restore(schema.parse(JSON.parse(kept)));
    }) ?? none;
  return {
    none,
    get(id) {
      const value = values.get(id) ?? read(id);
      values.set(id, value);
      return value;
    },
    set(id, value) {
      values.set(id, value);
      ifKept(() =>
        value === none
          ? sessionStorage.removeItem(prefix + id)
          : sessionStorage.setItem(prefix + id, JSON.stringify(value)),
      );
      tell();
    },
    subscribe,
  };
}

export const useSessionStore = <T>({ subscribe, get, none }: SessionStore<T>, id: string): T =>
  useSyncExternalStore(
    subscribe,
    () => get(id),
    () => none,
  );
