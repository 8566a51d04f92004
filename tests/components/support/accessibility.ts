import axe from "axe-core";
import { expect } from "vitest";

/** Expects no violation by axe, except colours and sizes, which the browser tests check. */
export async function expectAccessible(): Promise<void> {
  const { violations, passes } = await axe.run(document, {
    resultTypes: ["violations"],
    rules: {
      "color-contrast": { enabled: false },
      "link-in-text-block": { enabled: false },
      "target-size": { enabled: false },
      // The app's layout has the landmarks; the tests render only a part of a page.
      "document-title": { enabled: false },
      "html-has-lang": { enabled: false },
      "page-has-heading-one": { enabled: false },
      region: { enabled: false },
    },
  });
  expect(passes.length).toBeGreaterThan(0);
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`,
  );
  expect(found).toEqual([]);
}
