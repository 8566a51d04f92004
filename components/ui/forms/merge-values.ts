/** Compares and merges the values of a form field by field. Free of React and browser. */
type Values = Record<string, unknown>;

/** Unsaved input: each dirty field with the saved value it is based on. */
export interface StoredDraft {
  values: Values;
  base: Values;
}

export const isSameValue = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Names of the dirty fields. */
export const getDirtyFields = (values: Values, base: Values): string[] =>
  Object.keys(base).filter((name) => name in values && !isSameValue(values[name], base[name]));

/** Whether a stored value has the same type as the saved one, if that is known. */
const isCompatibleValue = (draftValue: unknown, saved: unknown): boolean => {
  if (Array.isArray(saved)) return Array.isArray(draftValue) && draftValue.every(isText);
  return (
    draftValue === null ||
    ((saved ?? null) === null ? isText(draftValue) : typeof draftValue === typeof saved)
  );
};

const isText = (value: unknown) => typeof value === "string";

interface MergeResult<V> {
  /** Values to show in the form. */
  values: V;
  /** New base of each field. */
  base: V;
  /** Dirty fields that were saved with another value elsewhere. */
  conflicts: string[];
}

/**
 * Merges newly saved values into a form: clean fields follow them, dirty ones keep their input. A
 * field changed on both sides keeps its old base until the author chooses.
 */
export function mergeValues<V extends Values>(
  values: Values,
  base: Values,
  saved: V,
): MergeResult<V> {
  const next: Values = {};
  const nextBase: Values = {};
  const conflicts: string[] = [];
  for (const [name, now] of Object.entries(saved)) {
    const mine = name in values && isCompatibleValue(values[name], now) ? values[name] : now;
    const old = name in base ? base[name] : now;
    const isMine = !isSameValue(mine, old) && !isSameValue(mine, now);
    const isConflict = isMine && !isSameValue(now, old);
    next[name] = isMine ? mine : now;
    nextBase[name] = isConflict ? old : now;
    if (isConflict) conflicts.push(name);
  }
  return { values: next as V, base: nextBase as V, conflicts };
}

/** The draft of a form; null if nothing is dirty. */
export function extractDraft(values: Values, base: Values): StoredDraft | null {
  const names = getDirtyFields(values, base);
  if (names.length === 0) return null;
  const pick = (from: Values) => Object.fromEntries(names.map((name) => [name, from[name]]));
  return { values: pick(values), base: pick(base) };
}

/** Combines this form's draft with another tab's for fields that are clean here. */
export function mergeDrafts(
  mine: StoredDraft | null,
  stored: StoredDraft | null,
  typed: ReadonlySet<string>,
): StoredDraft | null {
  const others = (values: Values = {}) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !typed.has(name)));
  const values = { ...others(stored?.values), ...mine?.values };
  if (Object.keys(values).length === 0) return null;
  return { values, base: { ...others(stored?.base), ...mine?.base } };
}

const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isStoredDraft = (value: unknown): value is StoredDraft =>
  isObject(value) && isObject(value.values) && isObject(value.base);
