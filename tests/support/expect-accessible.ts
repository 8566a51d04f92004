import { expect, type Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";

/** Rules that are checked in the other theme too: the document is the same in both. */
const ofColours = ["color-contrast", "link-in-text-block"];

/** Expects no violation by axe, in light and dark. */
export async function expectAccessible(page: Page, where = ""): Promise<void> {
  // Elements far from the viewport are not rendered yet, and axe would read stale colours.
  // Not a style element: the content security policy of some pages forbids it.
  const drawn = await page.evaluateHandle(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { content-visibility: visible !important }");
    document.adoptedStyleSheets.push(sheet);
    return sheet;
  });
  await page.evaluate(axe.source);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // Wait for the colours of the other theme, and for opening animations. A transition
    // begins a frame or two after its cause.
    await page.evaluate(async () => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      await frame();
      await frame();
      await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})));
    });
    const options: RunOptions = {
      // Passed rules need no details.
      resultTypes: ["violations"],
      ...(colorScheme === "dark" && { runOnly: ofColours }),
    };
    const { violations, passes } = await page.evaluate(
      (how) => (window as unknown as { axe: typeof axe }).axe.run(document, how),
      options,
    );
    expect(passes.length).toBeGreaterThan(0);
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`,
    );
    expect(found, `${where} ${colorScheme}`).toEqual([]);
  }
  await drawn.evaluate((sheet) => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  });
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}
