import { writeFileSync } from "node:fs";
import type { Reporter } from "vitest/node";

/**
 * Writes the errors that no test caught, as a list of texts in JSON, to UNHANDLED_ERRORS_FILE.
 * Vitest fails such a run, and its JSON report does not mention them.
 */
export default class UnhandledErrorsReporter implements Reporter {
  onTestRunEnd(...[, errors]: Parameters<NonNullable<Reporter["onTestRunEnd"]>>): void {
    const file = process.env.UNHANDLED_ERRORS_FILE;
    if (!file || errors.length === 0) return;
    const texts = errors.map(({ name, message, stack }) => stack ?? `${name}: ${message}`);
    writeFileSync(file, JSON.stringify(texts));
  }
}
