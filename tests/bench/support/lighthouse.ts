import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { CHROMIUM_FLAGS, findChromium } from "../../runner/chromium.ts";

const categories = ["performance", "accessibility", "best-practices", "seo"] as const;
export type Category = (typeof categories)[number];
const run = promisify(execFile);

interface Report {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; numericValue?: number }>;
}

export interface Visit {
  /** 0 to 100. */
  scores: Record<Category, number>;
  /** Audits that cost points. */
  wanting: Record<Category, string[]>;
  /** Milliseconds of long tasks that keep a press waiting. */
  blocked: number;
  /** Milliseconds until the largest paint. */
  paint: number;
  shift: number;
}

/**
 * One visit on a simulated phone by Lighthouse's command line, with its own settings. A process of
 * its own: what it sends into pages must not have passed through our compiler.
 */
export async function visitOnPhone(url: string): Promise<Visit> {
  const chromium = findChromium();
  const { stdout } = await run(
    process.execPath,
    [
      path.resolve("node_modules", "lighthouse", "cli", "index.js"),
      url,
      "--output=json",
      "--quiet",
      `--only-categories=${categories.join(",")}`,
      `--chrome-flags=${[...CHROMIUM_FLAGS, "--headless=new"].join(" ")}`,
    ],
    {
      env: { ...process.env, NODE_OPTIONS: "", ...(chromium && { CHROME_PATH: chromium }) },
      maxBuffer: 100_000_000,
    },
  );
  const report = JSON.parse(stdout) as Report;
  const figure = (id: string) => report.audits[id]?.numericValue ?? Number.NaN;
  const byCategory = <T>(read: (category: Report["categories"][string] | undefined) => T) =>
    Object.fromEntries(categories.map((name) => [name, read(report.categories[name])])) as Record<
      Category,
      T
    >;
  return {
    scores: byCategory((category) => Math.round((category?.score ?? 0) * 100)),
    wanting: byCategory((category) =>
      (category?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 0.9)
        .map(({ id }) => id),
    ),
    blocked: figure("total-blocking-time"),
    paint: figure("largest-contentful-paint"),
    shift: figure("cumulative-layout-shift"),
  };
}
