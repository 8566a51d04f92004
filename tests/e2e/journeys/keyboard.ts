import { expect, type Locator, type Page } from "@playwright/test";
import { newEntitiesButton, newEntitiesDialog } from "./workspace";

interface Way {
  /** Shift+Tab. */
  back?: boolean;
  /** The maximum of presses. */
  within?: number;
}

/** Presses Tab until `target` has the focus. */
export async function tabTo(
  page: Page,
  target: Locator,
  { back = false, within = 90 }: Way = {},
): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < within; presses += 1) {
    if (await hasFocus(target)) {
      await expectSeen(target);
      return;
    }
    await page.keyboard.press(back ? "Shift+Tab" : "Tab");
  }
  const at = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
  throw new Error(`${within} times Tab, and ${target} has no focus; it is at ${at}`);
}

/** Moves to the radio group by Tab, and to `target` by an arrow key. */
export async function arrowTo(page: Page, target: Locator, key = "ArrowRight"): Promise<void> {
  for (let presses = 0; presses < 12; presses += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`No ${key} leads to ${target}`);
}

export async function tabAndPress(
  page: Page,
  target: Locator,
  key: "Enter" | "Space" = "Enter",
  way: Way = {},
): Promise<void> {
  await tabTo(page, target, way);
  await page.keyboard.press(key);
}

/** Replaces the text of the focused field. */
export async function retype(page: Page, text: string): Promise<void> {
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

const hasFocus = (target: Locator) =>
  target.evaluate((element) => element === document.activeElement).catch(() => false);

/** Expects the focused element to be on the screen, not fully covered by a fixed element. */
async function expectSeen(target: Locator): Promise<void> {
  await expect
    .poll(() =>
      target.evaluate((element) => {
        // A visually hidden radio button is represented by its label.
        const shown = element.closest("label") ?? element;
        const { left, top, right, bottom } = shown.getBoundingClientRect();
        const points = [0.1, 0.5, 0.9].flatMap((x) =>
          [0.1, 0.5, 0.9].map(
            (y) => [left + x * (right - left), top + y * (bottom - top)] as const,
          ),
        );
        return points.some(([x, y]) => {
          const there = document.elementFromPoint(x, y);
          return there !== null && (shown.contains(there) || there.contains(shown));
        });
      }),
    )
    .toBe(true);
}

/** Opens and closes the dialog of a scene's new entities. */
export async function openNewEntities(page: Page, sceneNumber: number): Promise<void> {
  const meet = await newEntitiesButton(page, sceneNumber);
  if (!meet) return;
  const grown = newEntitiesDialog(page);
  await tabAndPress(page, meet);
  await tabAndPress(page, grown.getByRole("button", { name: "Got it, thanks!" }));
  await expect(grown).toBeHidden();
}
