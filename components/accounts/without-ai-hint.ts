import { withoutAiHint } from "@/lib/platform/auth/cookie-names";

/** Tells the site, whose pages are the same for everybody, which list to lead this browser to. */
export function tellHidesAi(hidesAi: boolean): void {
  const life = hidesAi ? "1; Max-Age=31536000" : "; Max-Age=0";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `${withoutAiHint}=${life}; Path=/; SameSite=Lax`;
}
