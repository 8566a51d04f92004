import { randomBytes } from "node:crypto";
import { test as base, expect } from "@playwright/test";

interface Options {
  /** What a page of this test may say on the console as an error. */
  allowedConsoleErrors: RegExp[];
}

/** A page asks again by itself how work goes: on a machine that is too busy one answer is that it is. */
const askedAgain = /503 \(Service Unavailable\) \(\S+\/api\/ai\/(scene|image|video)-status\//;

/**
 * Playwright's test, which also fails when a page logs an error, throws one or is refused something
 * by its content policy. Each test comes from
 * an address of its own, as people do: what is allowed per address is not used up by the others.
 */
export const test = base.extend<Options & { consoleErrors: string[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are asked for.
  extraHTTPHeaders: async ({}, use) => {
    const [a, b, c] = randomBytes(3);
    await use({ "x-forwarded-for": `10.${a}.${b}.${c}` });
  },
  allowedConsoleErrors: [[], { option: true }],
  consoleErrors: [
    async ({ context, allowedConsoleErrors }, use) => {
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
