import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { CHROMIUM_FLAGS, findChromium } from "../../../scripts/testing/chromium.ts";
import { median } from "./site.ts";

const categories = ["performance", "accessibility", "best-practices", "seo"] as const;
const run = promisify(execFile);

interface Report {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null }>;
}

/** A process of its own: what it sends into pages must not have passed through our compiler. */
async function visit(url: string): Promise<Report> {
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
  return JSON.parse(stdout) as Report;
}

/** Lighthouse's scores on a simulated phone, 0–100, medians; and the audits that cost points. */
export async function lighthouseScores(
  url: string,
  runs: number,
): Promise<Record<string, { score: number; wanting: string[] }>> {
  const reports: Report[] = [];
  for (let number = 0; number < runs; number += 1) reports.push(await visit(url));
  return Object.fromEntries(
    categories.map((name) => {
      const wanting = reports.flatMap(({ categories, audits }) =>
        (categories[name]?.auditRefs ?? [])
          .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
          .map(({ id }) => id),
      );
      const scores = reports.map((one) => Math.round((one.categories[name]?.score ?? 0) * 100));
      return [name, { score: median(scores), wanting: [...new Set(wanting)] }];
    }),
  );
}
