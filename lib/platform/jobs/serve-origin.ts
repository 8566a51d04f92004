import { parseEnv } from "../env";

/**
 * Where the engine is told to call us: at the public address, unless a setting names another. An
 * engine on this machine, such as the embedded one, calls where it reached us itself; so does
 * Inngest for a preview of Vercel, which must not register in the place of the production.
 */
export function serveOrigin(variables: Record<string, string | undefined>): string | undefined {
  const { INNGEST_SERVE_ORIGIN, INNGEST_BASE_URL, APP_URL } = parseEnv(variables);
  if (INNGEST_SERVE_ORIGIN) return new URL(INNGEST_SERVE_ORIGIN).origin;
  const isLocal = /^https?:\/\/(localhost|127\.|\[::1\])/.test(INNGEST_BASE_URL ?? "");
  const isPreview = variables.VERCEL_ENV === "preview";
  return APP_URL && !isLocal && !isPreview ? new URL(APP_URL).origin : undefined;
}
