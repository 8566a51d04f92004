/** Counts that every page may ask for are read by hand: the validator is larger than such a page. */

/** What reads an answer: a schema of zod, or `answerParser`. */
export interface AnswerParser<T> {
  safeParse: (body: unknown) => { success: true; data: T } | { success: false };
}

export const isRecord = (body: unknown): body is Record<string, unknown> =>
  typeof body === "object" && body !== null;

const uuid = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;
/** `id` of ids.ts without a schema. */
export const isUuid = (value: unknown): value is string =>
  typeof value === "string" && uuid.test(value);

export const isInteger = (value: unknown): value is number => Number.isSafeInteger(value);

export const isListOf = <T>(
  value: unknown,
  isEntry: (entry: unknown) => entry is T,
): value is T[] => Array.isArray(value) && value.every(isEntry);

/** Accepts the answers for which `isValid` holds. */
export const answerParser = <T>(isValid: (body: unknown) => body is T): AnswerParser<T> => ({
  safeParse: (body) => (isValid(body) ? { success: true, data: body } : { success: false }),
});
