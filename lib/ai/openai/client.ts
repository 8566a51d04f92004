import "server-only";
import type { OpenAI } from "openai";
import { traceHeaders } from "@/lib/platform/trace";

export interface OpenAiAccess {
  /** Absent where the server asks for none, as local ones do. */
  apiKey?: string | undefined;
  /** OpenAI's own when absent. */
  baseUrl?: string | undefined;
}

/**
 * Opens the vendor's client with the first call. Its own repeats are off: each call may be paid for,
 * so steps decide about trying again. Its log is off too: it would write down prompts. Organisation
 * and project follow from the key, not from variables that this product does not name.
 */
export function openAiClient({ apiKey, baseUrl }: OpenAiAccess): () => Promise<OpenAI> {
  let loaded: Promise<OpenAI> | undefined;
  return () => {
    loaded ??= import("openai").then(
      ({ OpenAI }) =>
        new OpenAI({
          apiKey: apiKey ?? "none",
          adminAPIKey: null,
          organization: null,
          project: null,
          webhookSecret: null,
          baseURL: baseUrl ?? "https://api.openai.com/v1",
          maxRetries: 0,
          logLevel: "off",
          fetch: (url, init) => {
            const headers = new Headers(init?.headers);
            for (const [name, value] of Object.entries(traceHeaders())) headers.set(name, value);
            return fetch(url, { ...init, headers });
          },
          ...(apiKey ? {} : { defaultHeaders: { Authorization: null } }),
        }),
    );
    return loaded;
  };
}
