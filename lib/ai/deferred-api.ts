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
