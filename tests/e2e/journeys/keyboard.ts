import { expect, type Locator, type Page } from "@playwright/test";
import { newEntitiesButton, newEntitiesDialog } from "./workspace";

interface Way {
  /** Shift+Tab. */
  back?: boolean;
  /** So many presses at most. */
  within?: number;
}

/** Presses Tab until that has the focus. */
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

/** To the radio group's chosen button by Tab, and on with an arrow to the one that is wanted. */
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

/** Replaces what stands in the field that has the focus. */
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
        // A radio button that only those who listen have is shown by its label.
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

/** Asks for the dialog of those whom a scene brought along, and closes it. */
export async function openNewEntities(page: Page, sceneNumber: number): Promise<void> {
  const meet = await newEntitiesButton(page, sceneNumber);
  if (!meet) return;
  const grown = newEntitiesDialog(page);
  await tabAndPress(page, meet);
  await tabAndPress(page, grown.getByRole("button", { name: "Got it, thanks!" }));
  await expect(grown).toBeHidden();
}
