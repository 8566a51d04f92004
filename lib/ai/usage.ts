/** Who is paid. */
export type Vendor = "openai" | "replicate";

/** One call that a provider has taken, in the units that it charges by. */
export interface ProviderUsage {
  provider: "demo" | Vendor;
  /** As the provider names it. */
  model: string;
  kind: "text" | "moderation" | "vision" | "image" | "video";
  milliseconds: number;
  /**
   * Refused and failed calls may have cost something too, which `units` says. What became of one is
   * unknown where no answer came, or its process died before it was kept: it counts as paid.
   */
  outcome: "completed" | "refused" | "failed" | "unknown";
  units: {
    inputTokens?: number;
    /** Part of `inputTokens`. */
    cachedInputTokens?: number;
    outputTokens?: number;
    images?: number;
    /** Of video. */
    seconds?: number;
  };
  /** The provider's own id of the call, where it gives one. */
  requestId?: string;
}

/** What calls are billed as, as far as it is known before they are made. */
export type BilledModel = Pick<ProviderUsage, "provider" | "model">;

/** A call that is about to be made, with the units that are known by then. */
export type ProviderCall = Pick<ProviderUsage, "provider" | "model" | "kind" | "units">;

/** Told once for each call that a provider has taken; never throws. */
export interface OnUsage {
  (usage: ProviderUsage): void;
  /** Writes down a call before it is made. @throws where that cannot be done: it is not made then */
  before?: (call: ProviderCall) => Promise<void>;
}
