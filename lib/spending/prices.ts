import "server-only";
import type { ProviderUsage } from "@/lib/ai/usage";
import { env } from "@/lib/platform/env";

/** The price of a model, in US dollars. The model determines which units count. */
interface Price {
  /** Per million tokens. */
  input?: number;
  cachedInput?: number;
  output?: number;
  /** Per picture, with this product's parameters. */
  image?: number;
  /** Per second of video. */
  second?: number;
}

interface PublishedPrice extends Price {
  provider: string;
  /** The provider's name, without a version. */
  model: string;
  source: string;
  /** The day of the look-up. */
  asOf: string;
}

const openai = { provider: "openai", source: "platform.openai.com/docs/pricing" } as const;
const replicate = { provider: "replicate", source: "replicate.com/pricing" } as const;
const asOf = "2026-11-22";
/** The page with the price; some prices come from third parties. */
const looked = { source: "docs/models.md", asOf: "2026-11-24" } as const;
const ofGptImage = (model: string): PublishedPrice => ({
  provider: "openai",
  model,
  ...looked,
  input: 8,
  cachedInput: 2,
  output: 30,
  image: 0.07,
});

/**
 * Published prices, which change without notice: check them now and then. An operator overrides
 * them, or adds other models, with PRICES.
 */
export const publishedPrices: readonly PublishedPrice[] = [
  { ...openai, model: "gpt-4o-mini", input: 0.15, cachedInput: 0.075, output: 0.6, asOf },
  { ...openai, model: "gpt-4o", input: 2.5, cachedInput: 1.25, output: 10, asOf },
  { ...openai, model: "gpt-4.1-nano", input: 0.1, cachedInput: 0.025, output: 0.4, asOf },
  { ...openai, model: "gpt-4.1-mini", input: 0.4, cachedInput: 0.1, output: 1.6, asOf },
  { ...openai, model: "gpt-4.1", input: 2, cachedInput: 0.5, output: 8, asOf },
  { ...openai, model: "gpt-5-nano", input: 0.05, cachedInput: 0.005, output: 0.4, asOf },
  { ...openai, model: "gpt-5-mini", input: 0.25, cachedInput: 0.025, output: 2, asOf },
  { ...openai, model: "gpt-5", input: 1.25, cachedInput: 0.125, output: 10, asOf },
  { ...openai, model: "gpt-5.4-nano", input: 0.2, cachedInput: 0.02, output: 1.25, asOf },
  { ...openai, model: "gpt-5.4-mini", input: 0.75, cachedInput: 0.075, output: 4.5, asOf },
  { ...openai, model: "gpt-5.4", input: 2.5, cachedInput: 0.25, output: 15, asOf },
  { ...openai, model: "omni-moderation-latest", input: 0, output: 0, asOf },
  // Input is billed at the price of images, although text costs half: the usage does not separate
  // them. The price of a picture is that of medium quality in the larger of two sizes.
  { ...openai, model: "gpt-image-1", input: 10, output: 40, image: 0.063, asOf },
  { ...openai, model: "gpt-image-1-mini", input: 2.5, output: 8, image: 0.015, asOf },
  { ...openai, model: "dall-e-3", image: 0.08, asOf },
  // The price of medium quality is not published: an estimate on the high side.
  ...["gpt-image-2", "gpt-image-2.5-flare", "gpt-image-2.5-sunburst"].map(ofGptImage),
  ...["gpt-image-2.6-flare", "gpt-image-2.6-sunburst"].map(ofGptImage),
  { ...replicate, model: "black-forest-labs/flux-kontext-pro", image: 0.04, asOf },
  { ...replicate, model: "black-forest-labs/flux-kontext-max", image: 0.08, asOf },
  { ...replicate, model: "google/nano-banana-2", image: 0.067, ...looked },
  { ...replicate, model: "bytedance/seedream-4", image: 0.03, asOf },
  { ...replicate, model: "bytedance/seedream-4.5", image: 0.04, ...looked },
  // One megapixel with two reference pictures, each of which costs as well.
  { ...replicate, model: "black-forest-labs/flux-2-pro", image: 0.06, ...looked },
  { ...replicate, model: "black-forest-labs/flux-2-max", image: 0.13, ...looked },
  // At 720p, five seconds.
  { ...replicate, model: "bytedance/seedance-1-lite", second: 0.036, asOf },
  // 0.05 for a video of 81 frames at 480p, the app's parameters.
  { ...replicate, model: "wan-video/wan-2.2-i2v-fast", second: 0.009876, asOf },
];

/** Self-hosted providers: their calls cost time, not money. */
export const ownEngines = ["comfyui", "sdapi"];

/** A dated or versioned name has the price of the model without it. */
const bare = (model: string) => model.replace(/:.*$/, "").replace(/-\d{4}-\d{2}-\d{2}$/, "");

/** The price of a model: the operator's, else the published one; null if it is unknown. */
export function priceOf(provider: string, model: string, own = env().PRICES): Price | null {
  for (const name of [model, bare(model)]) {
    const found =
      own[`${provider}/${name}`] ??
      publishedPrices.find((price) => price.provider === provider && price.model === name);
    if (found) return found;
  }
  return ownEngines.includes(provider) ? { image: 0 } : null;
}

const micros = 1_000_000;

/** An integer of millionths of a dollar, rounded up. Prices have at most six decimals. */
function parts(amount: number, dollars: number, per = 1): number {
  return Math.ceil((amount * Math.round(dollars * micros)) / per);
}

/**
 * Cost of a call in millionths of a dollar; null if the price, or the usage, is unknown. The demo
 * studio is free.
 */
export function costOf(
  usage: Pick<ProviderUsage, "provider" | "model" | "units"> & { outcome: string },
) {
  const { provider, model, outcome, units } = usage;
  if (provider === "demo") return 0;
  const { inputTokens, cachedInputTokens = 0, outputTokens, images, seconds } = units;
  const isCounted = [inputTokens, outputTokens, images, seconds].some((unit) => unit !== undefined);
  // Refused and failed calls report their usage; without a report they are free.
  if (!isCounted && outcome !== "completed") return 0;
  const price = priceOf(provider, model);
  if (!price || !isCounted) return null;
  const tokenCost = () => {
    if (price.input === undefined || price.output === undefined) return null;
    const cached = Math.min(cachedInputTokens, inputTokens ?? 0);
    return (
      parts((inputTokens ?? 0) - cached, price.input, micros) +
      parts(cached, price.cachedInput ?? price.input, micros) +
      parts(outputTokens ?? 0, price.output, micros)
    );
  };
  const hasTokens = inputTokens !== undefined || outputTokens !== undefined;
  const byTokens = hasTokens ? tokenCost() : null;
  if (byTokens !== null) return byTokens;
  if (images !== undefined && price.image !== undefined) return parts(images, price.image);
  if (seconds !== undefined && price.second !== undefined) return parts(seconds, price.second);
  return null;
}
