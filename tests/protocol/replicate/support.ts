import { setTimeout as pause } from "node:timers/promises";
import type { PaintRequest } from "@/lib/ai/painter";
import type { Attempt, DeferredProvider } from "@/lib/ai/provider";
import { retryabilityOf } from "@/lib/ai/provider-error";
import { createReplicatePainter } from "@/lib/ai/replicate/painter";
import { pictureOf } from "../../integration/generation/support";
import type { ReplicateServer } from "./server";

export const token = "r8_test";

interface Changes {
  token?: string;
  webhook?: string;
  baseUrl?: string;
  /** Milliseconds that one request may take. */
  timeoutMs?: number;
}

/** A painter in front of the server. */
export const painterAt = (server: ReplicateServer, changes: Changes = {}) =>
  waiting(
    createReplicatePainter({
      token,
      baseUrl: server.url,
      ...(changes.timeoutMs ? { downloadTimeoutMs: changes.timeoutMs } : {}),
      ...changes,
    }),
  );

/** The provider with a call that creates a prediction and polls until it ends. */
export const waiting = <Request extends Attempt, Result, Facts>(
  provider: Facts & DeferredProvider<Request, Result>,
) => ({
  ...provider,
  async make(request: Request): Promise<Result> {
    const { deferred } = provider;
    const ticket = deferred.createTicket(request);
    const id = await deferred.create(request);
    for (;;) {
      const result = await deferred.fetchResult(id, ticket, request.onUsage);
      if (result !== null) return result;
      await pause(15);
    }
  },
});

export const face = async (name: string) => ({
  role: "face" as const,
  name,
  label: "",
  mediaId: name,
  characterId: name,
  bytes: await pictureOf(name, 768, 1024),
});

export const request: PaintRequest = {
  kind: "panel",
  prompt: "Mara on the pier at dusk",
  artStyle: "ink wash",
  width: 768,
  height: 1024,
  seed: "a seed",
  figures: [],
  model: "seedream-4",
  attemptId: "job:1",
};

/** Summarizes an error: its code, whether the attempt counts, the seconds to wait. */
export const errorSummary = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: { code: string; details?: { retryAfter?: number } }) => ({
      code: error.code,
      retryability: retryabilityOf(error),
      ...(error.details?.retryAfter ? { wait: error.details.retryAfter } : {}),
    }),
  );
