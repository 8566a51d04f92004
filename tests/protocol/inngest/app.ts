import { createHash } from "node:crypto";
import { afterAll, beforeEach, vi } from "vitest";
import { canonical, signatureOf, startInngestServer, tokenOf } from "./server";
import { callBody } from "./specification";

/**
 * Our `/api/inngest` in production mode, called as Inngest's own server calls it. Chapters are those
 * of its SDK specification.
 */
export const key = `signkey-prod-${"0a1b2c3d".repeat(8)}`;
export const formerKey = `signkey-prod-${"99887766".repeat(8)}`;
export const strangerKey = `signkey-prod-${"deadbeef".repeat(8)}`;
export const origin = "https://comics.example";
export const appUrl = `${origin}/api/inngest`;
export const server = await startInngestServer();
vi.stubEnv("NODE_ENV", "production");
vi.stubEnv("INNGEST_BASE_URL", server.url);
vi.stubEnv("INNGEST_EVENT_KEY", "an-event-key");
vi.stubEnv("INNGEST_SIGNING_KEY", key);
vi.stubEnv("INNGEST_SIGNING_KEY_FALLBACK", formerKey);
vi.stubEnv("INNGEST_SERVE_ORIGIN", origin);
vi.stubEnv("INNGEST_DEV", undefined);
export const endpoint = await import("@/app/api/inngest/route");
export const { functions } = await import("@/inngest");

beforeEach(() => {
  server.calls.length = 0;
  server.answers.clear();
  server.tokens.clear();
  server.tokens.add(tokenOf(key));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

interface Ask {
  query?: string;
  body?: unknown;
  signature?: string | null;
  headers?: Record<string, string>;
}
export async function ask(
  method: "GET" | "PUT" | "POST",
  { query = "", body, signature, headers }: Ask,
) {
  const text = body === undefined ? "" : canonical(body);
  const signed = signature === undefined ? signatureOf(text, key) : signature;
  const request = new Request(`http://10.0.0.7:3000/api/inngest${query}`, {
    method,
    headers: {
      "content-type": "application/json",
      "x-inngest-server-kind": "cloud",
      ...(signed === null ? {} : { "x-inngest-signature": signed }),
      ...headers,
    },
    ...(method === "GET" ? {} : { body: text }),
  });
  const response = await endpoint[method](request as never, undefined);
  const answer = await response.text();
  return { response, text: answer, json: answer ? JSON.parse(answer) : null };
}
export const call = (
  fn: string,
  options: Parameters<typeof callBody>[0],
  ask_: Partial<Ask> = {},
) => ask("POST", { query: `?fnId=inkwright-${fn}&stepId=step`, body: callBody(options), ...ask_ });
export const hashOf = (step: string) => createHash("sha1").update(step).digest("hex");
