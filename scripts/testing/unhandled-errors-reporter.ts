import { writeFileSync } from "node:fs";
import type { Reporter } from "vitest/node";

/**
 * Writes errors outside of any test to UNHANDLED_ERRORS_FILE, as a JSON list of texts. Such errors
 * fail Vitest's run, but are missing from its JSON report.
 */
export default class UnhandledErrorsReporter implements Reporter {
  onTestRunEnd(...[, errors]: Parameters<NonNullable<Reporter["onTestRunEnd"]>>): void {
    const file = process.env.UNHANDLED_ERRORS_FILE;
    if (!file || errors.length === 0) return;
    const texts = errors.map(({ name, message, stack }) => stack ?? `${name}: ${message}`);
    writeFileSync(file, JSON.stringify(texts));
  }
}
