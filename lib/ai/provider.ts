import type { BilledModel, OnUsage, ProviderUsage } from "./usage";

/** What every request carries beside its subject. */
export interface Attempt {
  /** Identifies this attempt at the provider, so that a retry is recognised. */
  attemptId: string;
  signal?: AbortSignal;
  onUsage?: OnUsage;
  /** Gets how far the work is, 0 to 99, from providers that answer at once and know. */
  onProgress?: (percent: number) => void;
}

/** What is known of a provider before a call. */
export interface ProviderFacts {
  readonly name: string;
  /** Whether it is the demo studio: free, and labelled. */
  readonly demo: boolean;
  /** As content credentials name the vendor. */
  readonly vendor?: string;
  /**
   * The price model, with the length of a video in seconds; absent if the price is unknown.
   * @param model the image model of a story; empty for its default
   */
  billed?(model?: string): BilledModel & { seconds?: number };
  /** Milliseconds that one attempt may take, if not the usual ones. */
  readonly deadlineMs?: number;
  /**
   * Checks by a free call that it can be reached and has the model.
   * @throws Error for the administrator: the advice of an AppError, else the message
   */
  check?(): Promise<void>;
}

/** A provider whose answer is the result. @throws AppError of the port */
export interface ImmediateProvider<Request extends Attempt, Result> extends ProviderFacts {
  make(request: Request): Promise<Result>;
  readonly deferred?: undefined;
}

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
  /** How far a running prediction is, 0 to 99, if this process knows. */
  progressOf?(id: string): number | null;
}

/** A provider that takes a request now and delivers its result minutes later. */
export interface DeferredProvider<Request extends Attempt, Result> extends ProviderFacts {
  readonly deferred: DeferredApi<Request, Result>;
}

/** Makes pictures or videos. An adapter knows its vendor; `runProviderCall` knows none. */
export type Provider<Request extends Attempt, Result> =
  | ImmediateProvider<Request, Result>
  | DeferredProvider<Request, Result>;
