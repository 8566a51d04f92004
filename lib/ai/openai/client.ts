import "server-only";
import type { OpenAI } from "openai";
import { traceHeaders } from "@/lib/platform/trace";
import { limitBytes } from "../connection";

/** The largest answer is a picture. */
const maxAnswerBytes = 96 * 1024 * 1024;

export interface OpenAiAccess {
  /** Absent for servers without authentication, such as local ones. */
  apiKey?: string | undefined;
  /** Defaults to OpenAI's address. */
  baseUrl?: string | undefined;
}

/**
 * Creates the vendor's client on the first call. Its own retries are off, because each call may be
 * paid and steps decide about retries. Its log is off, because it would contain prompts.
 * Organisation and project follow from the key, not from environment variables of the SDK.
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
          fetch: async (url, init) => {
            const headers = new Headers(init?.headers);
            for (const [name, value] of Object.entries(traceHeaders())) headers.set(name, value);
            // Where a redirect leads is the operator's decision.
            const answer = await fetch(url, { ...init, headers, redirect: "manual" });
            const body = answer.body?.pipeThrough(limitBytes(maxAnswerBytes)) ?? null;
            return new Response(body, answer);
          },
          ...(apiKey ? {} : { defaultHeaders: { Authorization: null } }),
        }),
    );
    return loaded;
  };
}
