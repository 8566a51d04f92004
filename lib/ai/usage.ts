/** A call that a provider received, in the units of its price. */
export interface ProviderUsage {
  /** As the price list names it, such as `openai`; `demo` is free. */
  provider: string;
  /** As the provider names it. */
  model: string;
  kind: "text" | "moderation" | "vision" | "image" | "video";
  milliseconds: number;
  /**
   * `units` says what a refused or failed call cost. `unknown`: no answer came, or the process died
   * before it recorded one; the call counts as paid.
   */
  outcome: "completed" | "refused" | "failed" | "unknown";
  units: {
    inputTokens?: number;
    /** Part of `inputTokens`. */
    cachedInputTokens?: number;
    outputTokens?: number;
    images?: number;
    /** Seconds of video. */
    seconds?: number;
  };
  /** The provider's id of the call, if it gives one. */
  requestId?: string;
}

/** The part of a call that determines its price model. */
export type BilledModel = Pick<ProviderUsage, "provider" | "model">;

/** A call before it is made, with the units known so far. */
export type ProviderCall = Pick<ProviderUsage, "provider" | "model" | "kind" | "units">;

/** Called once per call that a provider received; never throws. */
export interface OnUsage {
  (usage: ProviderUsage): void;
  /**
   * Records a call before it is made.
   * @throws if recording fails; the call must not be made then
   */
  before?: (call: ProviderCall) => Promise<void>;
}
