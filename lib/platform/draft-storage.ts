/**
 * What a person has typed, chosen or begun and not saved, kept in the browser by kind and subject:
 * in localStorage, or in sessionStorage where it belongs to one tab. Each entry has a version and a
 * time; the newest entries are kept. Where storage is refused or full, a value lasts as long as the
 * page. Free of React; components use it by `useDraft`.
 */
import { createListeners, followOtherTabs } from "./listeners";
import { tryStorage } from "./try-storage";

const namespace = "inkwright:draft:";
/** A value of another version is dropped. */
const version = 1;
/** Most drafts of one device, and characters of one draft. */
const limits = { drafts: 300, length: 1_000_000 } as const;

interface Entry {
  version: number;
  /** Milliseconds since 1970 of the last change. */
  at: number;
  value: unknown;
}

const parseEntry = (text: string | null): Entry | null => {
  const entry: unknown = tryStorage(() => JSON.parse(text ?? "null"));
  const isEntry = typeof entry === "object" && entry !== null && "value" in entry;
  return isEntry && (entry as Entry).version === version ? (entry as Entry) : null;
};

const isEmpty = (value: unknown) =>
  value === null || value === "" || (Array.isArray(value) && value.length === 0);

interface DraftOptions<T> {
  /** First part of the key; a subject's id is the last. */
  kind: string;
  /** Reads an untrusted value; throws if it is invalid. */
  schema: { parse: (value: unknown) => T };
  /** Value of a missing entry; it is not stored. */
  emptyValue: T;
  /** `tab` keeps it for this tab alone. */
  scope?: "device" | "tab";
  /** Adjusts a value that an earlier page has stored. */
  restore?: (stored: T) => T;
}

export interface Drafts<T> {
  emptyValue: T;
  get: (id: string) => T;
  /** @returns whether the browser keeps it beyond the page */
  set: (id: string, value: T) => boolean;
  /** Calls back for changes of this page and, for drafts of the device, of other tabs. */
  subscribe: (listener: () => void) => () => void;
}

/** The drafts of one kind. */
export function createDrafts<T>(options: DraftOptions<T>): Drafts<T> {
  const { kind, schema, emptyValue, scope = "device", restore = (stored) => stored } = options;
  const keyOf = (id: string) => `${namespace}${kind}:${id}`;
  const storage = () => (scope === "tab" ? sessionStorage : localStorage);
  const emptyText = JSON.stringify(emptyValue);
  /** Each value with the text that the storage holds for it, whether or not that could be written. */
  const cached = new Map<string, { text: string | null; value: T }>();
  const { notify, subscribe } = createListeners(scope === "device" ? followOtherTabs : undefined);
  const readText = (id: string) => tryStorage(() => storage().getItem(keyOf(id)));
  const read = (text: string | null): T => {
    const entry = parseEntry(text);
    return tryStorage(() => (entry ? restore(schema.parse(entry.value)) : null)) ?? emptyValue;
  };

  return {
    emptyValue,
    get(id) {
      if (scope === "device") migrate();
      const text = readText(id);
      const known = cached.get(id);
      if (known && known.text === text) return known.value;
      const value = read(text);
      cached.set(id, { text, value });
      return value;
    },
    set(id, value) {
      const key = keyOf(id);
      const isGone = JSON.stringify(value) === emptyText;
      const text = JSON.stringify({ version, at: Date.now(), value } satisfies Entry);
      if (isGone || text.length > limits.length) tryStorage(() => storage().removeItem(key));
      else write(storage, key, text);
      const kept = readText(id);
      cached.set(id, { text: kept, value: isGone ? emptyValue : value });
      notify();
      return kept === (isGone ? null : text);
    },
    subscribe,
  };
}

/** Writes an entry; a new one may take the place of the oldest ones. */
function write(storage: () => Storage, key: string, text: string): void {
  const put = () =>
    tryStorage(() => {
      storage().setItem(key, text);
      return true;
    });
  if (tryStorage(() => storage().getItem(key)) === null) dropOldest(storage, limits.drafts - 1);
  if (put()) return;
  // The storage is full.
  dropOldest(storage, limits.drafts / 3);
  put();
}

const listKeys = (storage: () => Storage): string[] =>
  tryStorage(() => Object.keys(storage()).filter((key) => key.startsWith(namespace))) ?? [];

function dropOldest(storage: () => Storage, kept: number): void {
  const keys = listKeys(storage);
  if (keys.length <= kept) return;
  const timeOf = (key: string) => parseEntry(storage().getItem(key))?.at ?? 0;
  const byTime = keys.map((key) => ({ key, at: timeOf(key) })).sort((a, b) => b.at - a.at);
  for (const { key } of byTime.slice(kept)) tryStorage(() => storage().removeItem(key));
}

/** Whether this device keeps a draft of a subject. */
export function hasDraft(id: string): boolean {
  migrate();
  return listKeys(() => localStorage).some((key) => {
    const entry = key.endsWith(id) ? parseEntry(tryStorage(() => localStorage.getItem(key))) : null;
    return entry !== null && !isEmpty(entry.value);
  });
}

/** Removes all drafts of deleted subjects. */
export function clearDrafts(ids: readonly string[]): void {
  for (const storage of [() => localStorage, () => sessionStorage]) {
    for (const key of listKeys(storage)) {
      if (ids.some((id) => key.includes(id))) tryStorage(() => storage().removeItem(key));
    }
  }
}

/** Names of kinds before version 1, whose entries were the bare value. */
const formerKinds: Record<string, (text: string) => unknown> = {
  form: JSON.parse,
  "media-prompts": JSON.parse,
  "portrait-edit": (text) => JSON.parse(text).values.text,
  "scene-prompt": (text) => text,
  "scene-cast": JSON.parse,
  panels: JSON.parse,
  onboarding: JSON.parse,
  // The server knows such jobs now.
  "portrait-edit-job": () => null,
};
let hasMigrated = false;

/** Moves drafts of an earlier version of the app, once for each page. */
function migrate(): void {
  if (hasMigrated) return;
  hasMigrated = true;
  tryStorage(() => {
    for (const key of Object.keys(localStorage)) {
      const [, kind = "", id] = /^inkwright:([\w-]+):(.+)$/.exec(key) ?? [];
      const parse = formerKinds[kind];
      if (!parse) continue;
      const former = localStorage.getItem(key) ?? "";
      const value = tryStorage(() => parse(former));
      const moved = `${namespace}${kind}:${id}`;
      localStorage.removeItem(key);
      // A tab of the earlier version may still write: the newer draft stays.
      if (isEmpty(value) || localStorage.getItem(moved) !== null) continue;
      const text = JSON.stringify({ version, at: Date.now(), value } satisfies Entry);
      // Where the longer text has no room, a later page tries again.
      tryStorage(() => localStorage.setItem(moved, text));
      if (localStorage.getItem(moved) === null) localStorage.setItem(key, former);
    }
  });
}
