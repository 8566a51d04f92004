import { launch } from "chrome-launcher";
import lighthouse from "lighthouse";
import { CHROMIUM_FLAGS, findChromium } from "../../../scripts/testing/chromium.ts";
import { median } from "./site.ts";

const categories = ["performance", "accessibility", "best-practices", "seo"] as const;

/** Lighthouse's scores on a simulated phone, 0–100, medians; and the audits that cost points. */
export async function lighthouseScores(
  url: string,
  runs: number,
): Promise<Record<string, { score: number; wanting: string[] }>> {
  const chromePath = findChromium();
  const chrome = await launch({
    chromeFlags: [...CHROMIUM_FLAGS, "--headless=new"],
    ...(chromePath && { chromePath }),
  });
  const scores = new Map<string, number[]>();
  const wanting = new Map<string, Set<string>>();
  try {
    for (let run = 0; run < runs; run += 1) {
      const result = await lighthouse(url, {
        port: chrome.port,
        onlyCategories: [...categories],
        logLevel: "error",
      });
      if (!result) throw new Error("Lighthouse says nothing.");
      for (const name of categories) {
        const category = result.lhr.categories[name];
        scores.set(name, [...(scores.get(name) ?? []), Math.round((category?.score ?? 0) * 100)]);
        for (const { id, weight } of category?.auditRefs ?? []) {
          const score = result.lhr.audits[id]?.score;
          if (weight === 0 || score === null || score === undefined || score >= 0.9) continue;
          wanting.set(name, (wanting.get(name) ?? new Set()).add(id));
        }
      }
    }
  } finally {
    chrome.kill();
  }
  return Object.fromEntries(
    categories.map((name) => [
      name,
      { score: median(scores.get(name) ?? []), wanting: [...(wanting.get(name) ?? [])] },
    ]),
  );
}
