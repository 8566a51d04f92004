const hint = "chosen";

/**
 * An expression for inline scripts: whether this device may keep choices that the first paint needs.
 * To look into its storage holds that paint up on a slow phone; most visitors have chosen nothing.
 */
export const mayHaveChosenScript = `/(^|; )${hint}=1/.test(document.cookie)`;

/**
 * Says so to the scripts of the next page, as a cookie for a year. Some browsers end cookies sooner than
 * the storage, so it is said again whenever a choice is found there.
 */
export function tellChoice(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `${hint}=1; Path=/; Max-Age=31536000; SameSite=Lax`;
}
