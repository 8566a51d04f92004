/** Counts that every page may ask for are read by hand: the validator is larger than such a page. */

/** What reads an answer: a schema of zod, or `answerParser`. */
export interface AnswerParser<T> {
  safeParse: (body: unknown) => { success: true; data: T } | { success: false };
}

export const isRecord = (body: unknown): body is Record<string, unknown> =>
  typeof body === "object" && body !== null;

export const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0;

export const isListOf = <T>(
  value: unknown,
  isEntry: (entry: unknown) => entry is T,
): value is T[] => Array.isArray(value) && value.every(isEntry);

/** Accepts the answers for which `isValid` holds. */
export const answerParser = <T>(isValid: (body: unknown) => body is T): AnswerParser<T> => ({
  safeParse: (body) => (isValid(body) ? { success: true, data: body } : { success: false }),
});
