import { expect, type Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";

/** Rules that are checked in the other theme too: the document is the same in both. */
const ofColours = ["color-contrast", "link-in-text-block"];

/**
 * Draws what is far from the screen too, which has no colours and no height of its own yet.
 * @returns what undoes it
 */
export async function drawWholePage(page: Page): Promise<() => Promise<void>> {
  // Not a style element: the policy of some pages allows theirs alone.
  const drawn = await page.evaluateHandle(() => {
    const sheet = new CSSStyleSheet();
    // `until-found` is for 'find in page' alone.
    sheet.replaceSync(":not([hidden]) { content-visibility: visible !important }");
    document.adoptedStyleSheets.push(sheet);
    return sheet;
  });
  return () =>
    drawn.evaluate((sheet) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    });
}

/** Nothing for axe to complain of, in light and dark. */
export async function expectAccessible(page: Page, where = ""): Promise<void> {
  const undo = await drawWholePage(page);
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
  await undo();
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}
