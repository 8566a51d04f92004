import type { EventPayload } from "./protocol";

/**
 * The conditions that the SDK itself writes: the expression of `match: "data.a"`, and the trigger
 * of the function that it derives from `onFailure`. There is no expression language; a key is one
 * field.
 */
const FIELD = String.raw`((?:\.[A-Za-z_]\w*)+)`;
const SAME_FIELD = new RegExp(`^event${FIELD} == async\\1$`);
const KEY = new RegExp(`^event${FIELD}$`);
const NAME = /^(?:"[\w .-]+"|'[\w .-]+')$/;
const FAILURE_OF = /^event\.data\.function_id == '([^']+)'$/;

export const isMatch = (condition: string) => SAME_FIELD.test(condition);
export const isKey = (key: string) => KEY.test(key);

/** A constant key, the same for all events, such as `"painter"`: functions share its limit. */
export const isName = (key: string) => NAME.test(key);

/** The function whose failures an `onFailure` handles; null for any other condition. */
export const failureOf = (condition: string) => FAILURE_OF.exec(condition)?.[1] ?? null;

/** A missing field reads as null, and only own properties exist. */
function read(event: unknown, field: string): unknown {
  let value = event;
  for (const name of field.split(".").slice(1)) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return null;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** Whether an event ends a run's wait or cancels the run. */
export function matches(condition: string | null, event: EventPayload, arrived: EventPayload) {
  if (!condition) return true;
  const field = SAME_FIELD.exec(condition)?.[1];
  return field !== undefined && read(event, field) === read(arrived, field);
}

/** Longer values do not fit into an index. */
const longestText = 400;

/** One field of an event with its value, by which waits are looked up; null if it is missing. */
function fieldText(field: string, value: unknown): string | null {
  return value === null || value === undefined ? null : `${field}=${JSON.stringify(value)}`;
}

/**
 * The field that an event must carry to match a condition, one of the event's `fieldTexts`; null if
 * it cannot be computed in advance.
 */
export function awaitedText(condition: string | null, event: EventPayload): string | null {
  const field = condition === null ? undefined : SAME_FIELD.exec(condition)?.[1];
  const value = field === undefined ? null : read(event, field);
  const text = field === undefined || typeof value === "object" ? null : fieldText(field, value);
  return text !== null && text.length <= longestText ? text : null;
}

/** Every field of an event with its value. */
export function fieldTexts(event: EventPayload): string[] {
  const texts: string[] = [];
  const collect = (value: unknown, path: string) => {
    if (typeof value !== "object" || value === null) {
      const text = fieldText(path, value);
      if (text !== null) texts.push(text);
    } else for (const [name, inner] of Object.entries(value)) collect(inner, `${path}.${name}`);
  };
  collect(event, "");
  return texts;
}

/** The value of a key inside the name of a group; empty for null. */
export function keyOf(key: string, event: EventPayload): string {
  const value = read(event, KEY.exec(key)?.[1] ?? "") ?? "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
