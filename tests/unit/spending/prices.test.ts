import { describe, expect, it } from "vitest";
import { EnvError, parseEnv } from "@/lib/platform/env";
import { costOf, priceOf, publishedPrices } from "@/lib/spending/prices";

const completed = { outcome: "completed" } as const;

describe("the cost of a call", () => {
  it("is exact in millionths of a dollar, cached tokens at their own price", () => {
    const units = { inputTokens: 3_000, cachedInputTokens: 1_000, outputTokens: 2_001 };
    // 2,000 × 0.40 + 1,000 × 0.10 + 2,001 × 1.60 dollars for a million, rounded up part by part.
    expect(costOf({ provider: "openai", model: "gpt-4.1-mini", units, ...completed })).toBe(
      800 + 100 + 3_202,
    );
  });

  it("finds the model of a dated or versioned name", () => {
    const call = { units: { images: 2 }, ...completed };
    const model = "bytedance/seedream-4:0123abc";
    expect(costOf({ provider: "replicate", model, ...call })).toBe(60_000);
    expect(priceOf("openai", "gpt-4.1-mini-2025-04-14")).toEqual(priceOf("openai", "gpt-4.1-mini"));
  });

  it("is by tokens where the provider counts them, else by pictures or seconds", () => {
    const image = { provider: "openai", model: "gpt-image-1", ...completed } as const;
    const tokens = { images: 1, inputTokens: 100, outputTokens: 1_000 };
    expect(costOf({ ...image, units: tokens })).toBe(41_000);
    expect(costOf({ ...image, units: { images: 1 } })).toBe(63_000);
    const video = { provider: "replicate", model: "bytedance/seedance-1-lite" } as const;
    expect(costOf({ ...video, units: { seconds: 5 }, ...completed })).toBe(180_000);
  });

  it("is unknown, never 0, where the price or the usage is unknown", () => {
    const units = { inputTokens: 10, outputTokens: 10 };
    expect(costOf({ provider: "openai", model: "llama-9", units, ...completed })).toBeNull();
    expect(costOf({ provider: "openai", model: "gpt-4o", units: {}, ...completed })).toBeNull();
    const picture = { provider: "openai", model: "gpt-4o", units: { images: 1 } } as const;
    expect(costOf({ ...picture, ...completed })).toBeNull();
  });

  it("is 0 for the demo studio, and for a call that failed and counted nothing", () => {
    expect(costOf({ provider: "demo", model: "demo", units: { images: 1 }, ...completed })).toBe(0);
    const failed = { provider: "replicate", model: "x/y", units: {}, outcome: "failed" } as const;
    expect(costOf(failed)).toBe(0);
  });
});

describe("prices", () => {
  it("in the table are complete, each with its source and day", () => {
    const names = publishedPrices.map(({ provider, model }) => `${provider}/${model}`);
    expect(new Set(names).size).toBe(names.length);
    for (const price of publishedPrices) {
      const { source, asOf, image, second, input, output } = price;
      expect(source).not.toBe("");
      expect(asOf).toMatch(/^\d{4}-\d\d-\d\d$/);
      expect([image, second, input].some((amount) => amount !== undefined)).toBe(true);
      expect(input === undefined).toBe(output === undefined);
    }
  });

  it("of the operator override the table, and are validated", () => {
    const own = parseEnv({
      PRICES:
        '{"openai/llama-9":{"input":0,"output":0},"replicate/bytedance/seedream-4":{"image":0.05}}',
    }).PRICES;
    expect(priceOf("openai", "llama-9", own)).toEqual({ input: 0, output: 0 });
    expect(priceOf("replicate", "bytedance/seedream-4", own)).toEqual({ image: 0.05 });
    for (const wrong of ["cheap", "[]", '{"gpt-4o":{"input":1}}', '{"openai/x":{"image":-1}}']) {
      expect(() => parseEnv({ PRICES: wrong }), wrong).toThrow(EnvError);
    }
  });
});
