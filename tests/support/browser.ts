import { randomBytes } from "node:crypto";
import { test as base, expect } from "@playwright/test";

interface Options {
  /** Console errors that the test expects. */
  allowedConsoleErrors: RegExp[];
  /** How the test's reader reads; null leaves it to the device. */
  readingMode: "scroll" | "page" | "panel" | null;
}

/** A page polls jobs by itself: on an overloaded machine one response may be 503. */
const askedAgain = /503 \(Service Unavailable\) \(\S+\/api\/ai\/(scene|image|video)-status\//;

/**
 * Playwright's test, which also fails when a page logs an error, throws one or violates
 * its content security policy. Each test comes from
 * its own client address, as people do: tests do not share rate limits.
 */
export const test = base.extend<Options & { consoleErrors: string[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures.
  extraHTTPHeaders: async ({}, use) => {
    const [a, b, c] = randomBytes(3);
    await use({ "x-forwarded-for": `10.${a}.${b}.${c}` });
  },
  allowedConsoleErrors: [[], { option: true }],
  readingMode: ["scroll", { option: true }],
  consoleErrors: [
    async ({ context, allowedConsoleErrors, readingMode }, use) => {
      const errors: string[] = [];
      context.on("console", (message) => {
        if (message.type() !== "error") return;
        errors.push(`${message.text()} (${message.location().url})`);
      });
      context.on("weberror", (webError) => {
        const error = webError.error();
        errors.push(error.stack ?? String(error));
      });
      await context.addInitScript(() =>
        addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
          console.error(`Against the policy: ${violatedDirective} ${blockedURI} ${sample}`),
        ),
      );
      await context.addInitScript((mode) => {
        try {
          if (mode) localStorage["inkwright:reader"] ??= JSON.stringify({ mode });
        } catch {
          // A page without storage.
        }
      }, readingMode);
      await use(errors);
      // A call that a page makes as the test ends gets no response: no fault of the test.
      for (const routed of [context, ...context.pages()]) {
        await routed.unrouteAll({ behavior: "ignoreErrors" });
      }
      const unexpected = errors.filter(
        (text) => ![askedAgain, ...allowedConsoleErrors].some((allowed) => allowed.test(text)),
      );
      expect(unexpected, "errors on the browser's console").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
