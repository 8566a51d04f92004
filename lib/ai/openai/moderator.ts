import "server-only";
import { createHash } from "node:crypto";
import type { OpenAI } from "openai";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import type { Moderator } from "../moderator";
import type { OnUsage, ProviderUsage } from "../usage";
import { CallTimeout, type TimeoutLimits } from "./call-timeout";
import { type OpenAiAccess, openAiClient } from "./client";
import { type Caller, isParameterRejected, isUnanswered, statusOf, toAppError } from "./errors";

interface OpenAiModeratorSettings extends OpenAiAccess {
  /** Whether a server without moderation is acceptable. */
  optional: boolean;
  limits?: Partial<TimeoutLimits>;
}

const defaultTimeouts: TimeoutLimits = { firstChunk: 5_000, idle: 5_000, total: 8_000 };
const model = "omni-moderation-latest";
/** Harmless texts in the cache. */
const maxRemembered = 2_000;

const hashOf = (text: string) => createHash("sha256").update(text).digest("base64");

/**
 * Moderation on a server that may offer it; the first call shows whether it does. Concurrent checks
 * of one text share a call. Harmless texts are cached by hash.
 */
export function createOpenAiModerator(settings: OpenAiModeratorSettings): Moderator {
  const client = openAiClient(settings);
  const limits = { ...defaultTimeouts, ...settings.limits };
  const caller: Caller = { label: "The moderation service", model, variable: "OPENAI_MODERATION" };
  const seen = new Map<string, Promise<void>>();
  let isOffered = true;

  /** @returns a flag per text, or an empty list if the server offers no moderation */
  async function ask(texts: string[], onUsage?: OnUsage): Promise<boolean[]> {
    const { moderations } = await client();
    const call = {
      provider: "openai",
      model,
      kind: "moderation",
      units: { inputTokens: Math.ceil(texts.join("").length / 4) },
    } as const;
    await onUsage?.before?.(call);
    const start = performance.now();
    const timeout = new CallTimeout(limits);
    /** Null until the server may have received the call. */
    let outcome: ProviderUsage["outcome"] | null = null;
    let requestId: string | undefined;
    try {
      const answer = await moderations.create({ model, input: texts }, { signal: timeout.signal });
      outcome = "failed";
      requestId = answer.id;
      const flags = flagsOf(answer, texts.length);
      outcome = flags.includes(true) ? "refused" : "completed";
      return flags;
    } catch (error) {
      // The call was sent, but got no answer.
      if (outcome === null && isUnanswered(error)) outcome = "unknown";
      timeout.throwIfTimedOut();
      if (settings.optional && isMissing(error)) {
        if (isOffered) log.info({ provider: "openai" }, "the server offers no moderation");
        isOffered = false;
        return [];
      }
      throw toAppError(error, caller);
    } finally {
      timeout.clear();
      if (outcome) {
        const milliseconds = Math.round(performance.now() - start);
        onUsage?.({ ...call, milliseconds, outcome, ...(requestId && { requestId }) });
      }
    }
  }

  return {
    async check(texts, { signal, onUsage } = {}) {
      const textsByHash = new Map(
        texts.filter((text) => text.trim()).map((text) => [hashOf(text), text]),
      );
      const fresh = [...textsByHash].filter(([hash]) => !seen.has(hash));
      if (isOffered && fresh.length > 0) {
        const answer = ask(
          fresh.map(([, text]) => text),
          onUsage,
        );
        for (const [index, [hash]] of fresh.entries()) {
          // Another request may wait for this text alone: a flag on its neighbour must not fail it.
          const verdict = answer.then((flags) => {
            if (flags[index]) throw flaggedError();
          });
          remember(hash, verdict);
        }
      }
      await raceAbort(Promise.all([...textsByHash.keys()].map((hash) => seen.get(hash))), signal);
    },
  };

  /**
   * Caches a verdict, unless the text is flagged or its check fails: flags are rare, and failures
   * need a retry.
   */
  function remember(hash: string, verdict: Promise<void>): void {
    seen.set(hash, verdict);
    verdict.catch(() => seen.delete(hash));
    for (const oldest of seen.keys()) {
      if (seen.size <= maxRemembered) return;
      seen.delete(oldest);
    }
  }
}

const flaggedError = () =>
  new AppError(
    "content_flagged",
    "This description was flagged as sensitive. Change the wording and try again.",
  );

/** @throws AppError `ai_unavailable` unless the answer has one result per text */
function flagsOf(answer: OpenAI.ModerationCreateResponse, count: number): boolean[] {
  const results = answer.results;
  const isComplete =
    Array.isArray(results) &&
    results.length === count &&
    results.every((result) => typeof result?.flagged === "boolean");
  if (!isComplete) {
    throw new AppError(
      "ai_unavailable",
      "The moderation service gave no usable answer. Please try again later.",
    );
  }
  return results.map((result) => result.flagged);
}

/** Whether the server lacks the endpoint or the model, or the key has no access to it. */
function isMissing(error: unknown): boolean {
  const status = statusOf(error);
  return (
    status === 403 ||
    status === 404 ||
    status === 405 ||
    status === 501 ||
    isParameterRejected(error, /model|moderation|not supported|unknown/i)
  );
}

async function raceAbort<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  signal.throwIfAborted();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, aborted]);
}
