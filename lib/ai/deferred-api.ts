import { setTimeout as pause } from "node:timers/promises";
import type { OnUsage, ProviderUsage } from "./usage";

/** What has to be remembered to collect a result, in JSON; known before anything is paid. */
export type Ticket = Record<string, string | number>;

/**
 * A provider that takes an order now and has its result later: minutes later, when the request or
 * the process that ordered it may be gone. All of it throws AppError; what an error means for the
 * attempt is told by `retryabilityOf`.
 */
export interface DeferredApi<Request, Result> {
  /** Whether it tells us when something has ended; where it does not, it is asked more often. */
  readonly hasWebhook: boolean;
  createTicket(request: Request): Ticket;
  /** Orders, in one HTTP request. @returns the provider's id of the order */
  create(request: Request): Promise<string>;
  /** Ids of orders since then that may be the one of this ticket: for answers that were lost. */
  find(ticket: Ticket, since: Date): Promise<string[]>;
  /** Null while it is being worked on. What a usage tells was paid, whatever becomes of the result. */
  fetchResult(id: string, ticket: Ticket, onUsage?: OnUsage): Promise<Result | null>;
  /** What an order was paid for, whoever wants its result; null while it is being worked on. */
  fetchUsage(id: string, ticket: Ticket): Promise<ProviderUsage | null>;
  /** Nobody wants it any more. Of no effect where it has ended. */
  cancel(id: string): Promise<void>;
}

/** Orders and waits, for callers that live as long as it takes. */
export async function runToCompletion<
  Request extends { signal?: AbortSignal; onUsage?: OnUsage },
  Result,
>(deferred: DeferredApi<Request, Result>, request: Request, intervalMs: number): Promise<Result> {
  const { signal, onUsage } = request;
  const ticket = deferred.createTicket(request);
  const id = await deferred.create(request);
  try {
    for (;;) {
      const result = await deferred.fetchResult(id, ticket, onUsage);
      if (result !== null) return result;
      await pause(intervalMs, undefined, signal ? { signal } : {});
    }
  } catch (error) {
    if (signal?.aborted) await deferred.cancel(id).catch(() => {});
    throw error;
  }
}
