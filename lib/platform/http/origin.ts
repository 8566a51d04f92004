import "server-only";
import { env } from "../env";

/** Whether the Origin header names this site. */
export function isSameOrigin(request: Request): boolean {
  const origin = request.headers.get("origin");
  if (!origin) return false;
  const { APP_URL } = env();
  if (APP_URL && origin === new URL(APP_URL).origin) return true;
  const host = request.headers.get("host");
  return host !== null && (origin === `https://${host}` || origin === `http://${host}`);
}
