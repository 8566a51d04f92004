import { setTimeout as pause } from "node:timers/promises";
import type { OnUsage, ProviderUsage } from "./usage";

/** JSON that is stored before the paid request, so that its result can be collected later. */
export type Ticket = Record<string, string | number>;

/**
 * A provider that accepts a prediction now and delivers its result minutes later, when the request
 * or the process that created it may be gone. Every method throws AppError; `retryabilityOf` says
 * what an error means for the attempt.
 */
export interface DeferredApi<Request, Result> {
  /**
   * Whether the provider calls back when a prediction ends; without a callback we poll more often.
   */
  readonly hasWebhook: boolean;
  createTicket(request: Request): Ticket;
  /** Creates a prediction with one HTTP request. @returns the provider's id of the prediction */
  create(request: Request): Promise<string>;
  /**
   * Ids of predictions created since then that may belong to this ticket, for a creation whose
   * answer was lost.
   */
  find(ticket: Ticket, since: Date): Promise<string[]>;
  /**
   * Null while the prediction runs. `onUsage` gets what was paid, even if the result is unusable.
   */
  fetchResult(id: string, ticket: Ticket, onUsage?: OnUsage): Promise<Result | null>;
  /**
   * What a prediction cost, whether or not its result is collected; null while the prediction runs.
   */
  fetchUsage(id: string, ticket: Ticket): Promise<ProviderUsage | null>;
  /** Cancels a prediction; does nothing once it has ended. */
  cancel(id: string): Promise<void>;
}

/** Creates a prediction and polls until it ends, for callers that may run that long. */
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
