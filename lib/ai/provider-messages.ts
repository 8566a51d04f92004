/**
 * Recognises messages of providers that pass on the words of their service instead of a code of the
 * ports.
 */

/** The quota is used up: an early retry does not help. */
export const isQuotaMessage = (message: string): boolean => /quota/i.test(message);

export const isFlaggedMessage = (message: string): boolean =>
  /flagged as sensitive|\bE005\b/i.test(message);

export const isRateLimitMessage = (message: string): boolean => /too many requests/i.test(message);
