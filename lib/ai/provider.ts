import type { DeferredApi } from "./deferred-api";
import type { BilledModel, OnUsage } from "./usage";

/** What every request carries beside its subject. */
export interface Attempt {
  /** Identifies this attempt at the provider, so that a retry is recognised. */
  attemptId: string;
  signal?: AbortSignal;
  onUsage?: OnUsage;
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
  /** Whether it can be reached and has the model, by a free call. @throws Error for people */
  check?(): Promise<void>;
}

/** A provider whose answer is the result. @throws AppError of the port */
export interface ImmediateProvider<Request extends Attempt, Result> extends ProviderFacts {
  make(request: Request): Promise<Result>;
  readonly deferred?: undefined;
}

/** A provider that takes a request now and delivers its result minutes later. */
export interface DeferredProvider<Request extends Attempt, Result> extends ProviderFacts {
  readonly deferred: DeferredApi<Request, Result>;
}

/** Makes pictures or videos. An adapter knows its vendor; `runProviderCall` knows none. */
export type Provider<Request extends Attempt, Result> =
  | ImmediateProvider<Request, Result>
  | DeferredProvider<Request, Result>;
