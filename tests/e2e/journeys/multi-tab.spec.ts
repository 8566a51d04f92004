import type { Locator, Page, Response } from "@playwright/test";
import { expect, test } from "@/tests/support/browser";
import { seedStory } from "@/tests/support/seeding";
import { openScene, openSettings } from "../settings/story";
import { publish } from "../studio/workspace";
import { expectDrawn, promptBox, sheetOf, signInAtHome } from "./workspace";

interface Change {
  name: string;
  /** Done in the one tab. */
  act: (page: Page) => Promise<unknown>;
  /** The call that writes it. */
  method: string;
  path: RegExp;
  /** An element that the other tab shows then, and not before. */
  selector: string;
  text?: string;
  count?: number;
}

const save = async (page: Page, change: (settings: Locator) => Promise<unknown>) => {
  const settings = await openSettings(page);
  await change(settings);
  await settings.getByRole("button", { name: "Save", exact: true }).click();
};

const changes: Change[] = [
  {
    name: "another title",
    act: (page) => save(page, (settings) => settings.getByLabel("Title").fill("A Second Name")),
    method: "PUT",
    path: /\/stories\/[^/]+$/,
    selector: "h1",
    text: "A Second Name",
  },
  {
    name: "other settings",
    act: (page) => save(page, (settings) => settings.getByText("Landscape 3:2").click()),
    method: "PUT",
    path: /\/stories\/[^/]+$/,
    selector: "#scene-1 .comic-page[data-aspect='3:2']",
  },
  {
    name: "published",
    act: publish,
    method: "PUT",
    path: /\/stories\/[^/]+$/,
    selector: ".studio-head button",
    text: "Published",
  },
  {
    name: "a new character",
    async act(page) {
      await page.getByRole("button", { name: /^Characters \(\d+\)$/ }).click();
      await page.getByRole("button", { name: "Add New" }).click();
      await page.getByRole("tab", { name: "Manual" }).click();
      await page.getByLabel("Name").fill("Odile");
      await page.getByLabel("Description").last().fill("She repairs clocks on Quay Street.");
      await page.getByLabel("Image prompt").fill("An old woman with round glasses");
      await page.getByRole("button", { name: "Add Character" }).click();
    },
    method: "POST",
    path: /\/characters$/,
    selector: ".cast-first",
    text: "Odile",
  },
  {
    name: "the frames of a new scene",
    async act(page) {
      await promptBox(page).fill("The keeper rings the bell, and three boats come home");
      await page.getByRole("radio", { name: "3 panels" }).check({ force: true });
      await promptBox(page).press("Enter");
    },
    method: "POST",
    path: /\/ai\/generate-scene$/,
    selector: "#scene-3 [role='group'][aria-label^='Panel ']",
    count: 3,
  },
  {
    name: "a scene is gone",
    async act(page) {
      const scene = await openScene(page, 1);
      await scene.getByRole("button", { name: "Delete Scene" }).click();
      await scene
        .getByRole("alertdialog")
        .getByRole("button", { name: "Delete", exact: true })
        .click();
    },
    method: "DELETE",
    path: /\/scenes\/[^/]+$/,
    selector: "#scene-1 h2",
    text: "The bell rings 2 times",
  },
];

/** The moment at which a page first shows that, by the clock that both tabs have. */
const whenShown = (page: Page, { selector, text = "", count = 1 }: Omit<Change, "act">) =>
  page
    .waitForFunction(
      ([where, wanted, least]) => {
        const found = [...document.querySelectorAll(where)].filter((element) =>
          (element.textContent ?? "").includes(wanted),
        );
        return found.length >= least && Date.now();
      },
      [selector, text, count] as const,
      { polling: 20, timeout: 30_000 },
    )
    .then((handle) => handle.jsonValue() as Promise<number>);

/** The moment at which the answer of a call began to arrive. */
async function whenAnswered(response: Response): Promise<number> {
  await response.finished();
  const { startTime, responseStart } = response.request().timing();
  return startTime + responseStart;
}

/** Does each change in one tab. @returns how long the other one took, in milliseconds */
async function follow(one: Page, other: Page): Promise<Record<string, number>> {
  const taken: Record<string, number> = {};
  for (const change of changes) {
    await expect(one.getByRole("dialog")).toHaveCount(0);
    const answered = one.waitForResponse(
      (response) =>
        response.request().method() === change.method &&
        change.path.test(new URL(response.url()).pathname),
    );
    const shown = whenShown(other, change);
    await change.act(one);
    const response = await answered;
    expect(response.ok(), change.name).toBe(true);
    taken[change.name] = Math.round((await shown) - (await whenAnswered(response)));
    if (change.name === "the frames of a new scene") {
      await followPictures(one, other, taken);
    } else if (change.name === "a new character") {
      await expect(one.getByRole("dialog", { name: "Add Character" })).toBeHidden();
      await one.getByRole("button", { name: "Close", exact: true }).last().click();
    }
  }
  return taken;
}

/** Each picture of the scene that is being made, from the tab that asked for it to the other. */
async function followPictures(one: Page, other: Page, taken: Record<string, number>) {
  const tabs = [one, other].map((page) =>
    Promise.all(
      [1, 2, 3].map((count) =>
        whenShown(page, {
          name: "",
          method: "",
          path: /./,
          selector: "#scene-3 figure img",
          count,
        }),
      ),
    ),
  );
  const [here = [], there = []] = await Promise.all(tabs);
  for (const [index, at] of there.entries()) {
    taken[`picture ${index + 1}`] = Math.abs(at - (here[index] ?? 0));
  }
  await expectDrawn(sheetOf(one, 3), 3);
  // Only the tab that asked for the scene tells of it.
  await expect(other.getByRole("dialog")).toHaveCount(0);
}

async function openTabs(page: Page): Promise<[Page, Page]> {
  const username = await signInAtHome(page);
  const storyId = await seedStory({ username, scenes: [1, 1], title: "The First Name" });
  const other = await page.context().newPage();
  await Promise.all([page, other].map((tab) => tab.goto(`/story/${storyId}`)));
  for (const tab of [page, other]) await expect(sheetOf(tab, 2)).toBeVisible();
  return [page, other];
}

test.describe("two tabs on one story show the same", { tag: "@measured" }, () => {
  test("within a second of each change @full", async ({ page }) => {
    const [one, other] = await openTabs(page);
    await one.waitForTimeout(2_000);
    const taken = await follow(one, other);
    test.info().annotations.push({ type: "milliseconds", description: JSON.stringify(taken) });
    expect(Math.max(...Object.values(taken)), JSON.stringify(taken)).toBeLessThan(1_000);
  });
});
