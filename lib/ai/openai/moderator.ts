import "server-only";
import { createHash } from "node:crypto";
import type { OpenAI } from "openai";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import type { Moderator } from "../moderator";
import { PromiseCache } from "../promise-cache";
import { flaggedError } from "../provider-error";
import { untilAborted } from "../until-aborted";
import type { OnUsage } from "../usage";
import { type OpenAiAccess, openAiClient } from "./client";
import { type Caller, isParameterRejected, statusOf } from "./errors";
import { meteredCall } from "./metered-call";

interface OpenAiModeratorSettings extends OpenAiAccess {
  /** Whether a server without moderation is acceptable. */
  optional: boolean;
  /** Milliseconds for an answer. */
  limit?: number;
}

const defaultLimit = 5_000;
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
  const { limit = defaultLimit } = settings;
  const caller: Caller = { label: "The moderation service", model, variable: "OPENAI_MODERATION" };
  const seen = new PromiseCache<void>(maxRemembered);
  let isOffered = true;

  /** @returns a flag per text, or an empty list if the server offers no moderation */
  async function ask(texts: string[], onUsage?: OnUsage): Promise<boolean[]> {
    const { moderations } = await client();
    const units = { inputTokens: Math.ceil(texts.join("").length / 4) };
    const call = { provider: "openai", model, kind: "moderation", units } as const;
    await onUsage?.before?.(call);
    return meteredCall({ call, caller, limit, onUsage }, async (signal, report) => {
      const answer = await moderations
        .create({ model, input: texts }, { signal })
        .catch((error: unknown) => {
          if (settings.optional && isMissing(error)) return null;
          throw error;
        });
      if (!answer) {
        if (isOffered) log.info({ provider: "openai" }, "the server offers no moderation");
        isOffered = false;
        return [];
      }
      const flags = flagsOf(answer, texts.length);
      report(flags ? (flags.includes(true) ? "refused" : "completed") : "failed", units, answer.id);
      if (flags) return flags;
      throw new AppError(
        "ai_unavailable",
        "The moderation service gave no usable answer. Please try again later.",
      );
    });
  }

  return {
    async check(texts, { signal, onUsage } = {}) {
      const textsByHash = new Map(
        texts.filter((text) => text.trim()).map((text) => [hashOf(text), text]),
      );
      const fresh = [...textsByHash].filter(([hash]) => !seen.get(hash));
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
          // Flags are rare, and failures need a retry: neither is kept.
          seen.set(hash, verdict);
        }
      }
      await untilAborted(
        signal,
        Promise.all([...textsByHash.keys()].map((hash) => seen.get(hash))),
      );
    },
  };
}

/** Null unless the answer has one result per text. */
function flagsOf({ results }: OpenAI.ModerationCreateResponse, count: number): boolean[] | null {
  const isComplete =
    Array.isArray(results) &&
    results.length === count &&
    results.every((result) => typeof result?.flagged === "boolean");
  return isComplete ? results.map((result) => result.flagged) : null;
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
