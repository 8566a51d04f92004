import { hideAiCookie } from "@/lib/platform/auth/cookie-names";

/** Writes a cookie that describes this browser; `value` may include its own `Max-Age`. */
export function writeHintCookie(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `${name}=${value}; Path=/; SameSite=Lax`;
}

/**
 * Determines to which feed the server redirects this browser; the cached pages are the same for all
 * viewers.
 */
export const writeHidesAiCookie = (hidesAi: boolean) =>
  writeHintCookie(hideAiCookie, hidesAi ? "1; Max-Age=31536000" : "; Max-Age=0");
