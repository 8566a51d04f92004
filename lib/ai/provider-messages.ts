/**
 * What providers say in words of their own. The ports have codes for it; a provider that only
 * passes on what its service said is understood all the same.
 */

/** What may be spent is spent: trying again soon does not help. */
export const isQuotaMessage = (message: string): boolean => /quota/i.test(message);

export const isFlaggedMessage = (message: string): boolean =>
  /flagged as sensitive|\bE005\b/i.test(message);

export const isRateLimitMessage = (message: string): boolean => /too many requests/i.test(message);
