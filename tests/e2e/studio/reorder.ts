import type { Page } from "@playwright/test";
import { expect } from "@/tests/support/browser";
import { sheet } from "./workspace";

/** Titles of the seeded scenes with these numbers. */
export const sceneTitles = (...numbers: number[]) =>
  numbers.map((number) => `The bell rings ${number} times`);

export const expectScenes = (page: Page, ...numbers: number[]) =>
  expect(page.locator(".scene-section h2")).toHaveText(sceneTitles(...numbers));

/** Pictures show the original number of their panel; an empty panel shows none. */
export const expectPanels = (page: Page, scene: number, ...numbers: (number | null)[]) =>
  expect
    .poll(() =>
      sheet(page, scene)
        .getByRole("group", { name: /^Panel \d$/ })
        .evaluateAll((panels) =>
          panels.map((one) => {
            const alt = one.querySelector<HTMLImageElement>("figure img")?.alt;
            return alt ? Number(/panel (\d)/.exec(alt)?.[1]) : null;
          }),
        ),
    )
    .toEqual(numbers);

export const sceneActions = (page: Page, scene: number) =>
  sheet(page, scene).getByRole("button", { name: "Scene actions" });
