import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/**
 * Nothing for axe to complain of, in light and dark. The document is the same in both themes, so
 * that in the dark only its colours are looked at.
 */
export async function expectNoFaults(page: Page, where = ""): Promise<void> {
  // What is far from the screen has no colours of its own yet, and axe would take older ones.
  // Not a style element: the policy of some pages allows theirs alone.
  const drawn = await page.evaluateHandle(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { content-visibility: visible !important }");
    document.adoptedStyleSheets.push(sheet);
    return sheet;
  });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // The colours of the other theme have arrived, and what was just opened is there. A transition
    // begins a frame or two after its cause.
    await page.evaluate(async () => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      await frame();
      await frame();
      await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})));
    });
    const axe = new AxeBuilder({ page });
    if (colorScheme === "dark") axe.withRules(["color-contrast", "link-in-text-block"]);
    const { violations, passes } = await axe.analyze();
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
