import { parseEnv } from "../env";

/**
 * The address at which the engine calls the app: INNGEST_SERVE_ORIGIN, else APP_URL. Undefined lets
 * the engine use the address that it already knows: for a local engine, and for a preview on
 * Vercel, which must not register in place of the production deployment.
 */
export function serveOrigin(variables: Record<string, string | undefined>): string | undefined {
  const { INNGEST_SERVE_ORIGIN, INNGEST_BASE_URL, APP_URL } = parseEnv(variables);
  if (INNGEST_SERVE_ORIGIN) return new URL(INNGEST_SERVE_ORIGIN).origin;
  const isLocal = /^https?:\/\/(localhost|127\.|\[::1\])/.test(INNGEST_BASE_URL ?? "");
  const isPreview = variables.VERCEL_ENV === "preview";
  return APP_URL && !isLocal && !isPreview ? new URL(APP_URL).origin : undefined;
}
