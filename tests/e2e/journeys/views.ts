import type { Page } from "@playwright/test";
import { expect, test } from "@/tests/support/browser";
import { draftEntry } from "@/tests/support/draft-entry";
import { line } from "../bubbles/lettering";
import { openMedia } from "../media/workspace";
import { pagesOf } from "../mutations/double-submit";
import { description, expectStep, firstPrompt, proceed } from "../onboarding/wizard";
import { dialog, openPanelWords, openScene, openSettings } from "../settings/story";
import { sceneActions } from "../studio/reorder";
import { fetchStory, sheetOf } from "./workspace";

/** What the site shows, view by view: walked through by the tests that look at all of it. */

export interface View {
  name: string;
  /** From the view before; the page of the table where a view ends with it. */
  show: (page: Page) => Promise<void>;
  /** Closes it again, with all that it opened. */
  sheets?: number;
  /** A menu, which Escape closes. */
  isMenu?: boolean;
}

export const press = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name }).click();

export const wizard: View[] = [
  { name: "the first step", show: (page) => expectStep(page, 1) },
  {
    name: "the first step, with ideas and a complaint",
    async show(page) {
      await press(page, "AI Improve");
      await page.getByText("Please enter some text to improve").waitFor();
      await press(page, "Or start from Story Seeds");
      await page.locator(".idea").first().waitFor();
    },
  },
  {
    name: "the first step, with too much",
    async show(page) {
      await description(page).fill("Odile and the owl. ".repeat(60));
      await proceed(page);
      await page.getByText("Story description must be 1000 characters or less").waitFor();
    },
  },
  {
    name: "the second step",
    async show(page) {
      await description(page).fill("A clockmaker named Odile finds a brass owl at Quay Street.");
      await proceed(page);
      await expectStep(page, 2);
    },
  },
  {
    name: "the second step, with a style of one's own that is missing",
    async show(page) {
      await press(page, "Or use a Custom Style");
      await proceed(page);
      await page.getByRole("alert").first().waitFor();
    },
  },
  {
    name: "the third step",
    async show(page) {
      await page.getByText("Film Noir", { exact: true }).click();
      await proceed(page);
      await expectStep(page, 3);
    },
  },
  {
    name: "the third step, with those who were found",
    async show(page) {
      await press(page, "Generate From Your Story");
      await page.getByRole("button", { name: "Edit Odile" }).waitFor({ timeout: 30_000 });
    },
  },
  {
    name: "the fourth step",
    async show(page) {
      await proceed(page);
      await expectStep(page, 4);
    },
  },
  {
    name: "the fourth step, with ideas and a complaint",
    async show(page) {
      await press(page, "Story Opening Ideas");
      await page.locator(".idea").first().waitFor();
      await firstPrompt(page).fill("");
      await press(page, "Create Your Story");
      await page.getByText("Please enter a scene prompt").waitFor();
    },
  },
];

export const list = (page: Page, name: string) => dialog(page, new RegExp(`^${name} \\(\\d+\\)$`));

const cast = ["Character", "Location"].flatMap((one): View[] => {
  const first = one === "Character" ? "Keeper 1" : "Pier 1";
  const openList = async (page: Page) => {
    await press(page, new RegExp(`^${one}s \\(\\d+\\)$`));
    await list(page, `${one}s`).waitFor();
  };
  return [
    { name: `the list of ${one}s`, show: openList, sheets: 1 },
    {
      name: `Edit ${one}`,
      async show(page) {
        await openList(page);
        await list(page, `${one}s`).getByRole("button", { name: first }).first().click();
        await press(page, `Delete ${one}`);
        await dialog(page, `Edit ${one}`).getByRole("alertdialog").waitFor();
      },
      sheets: 2,
    },
    {
      name: `Add ${one}`,
      async show(page) {
        await openList(page);
        await press(page, "Add New");
        const add = dialog(page, `Add ${one}`);
        await add.getByRole("button", { name: "Generate", exact: true }).click();
        await add.getByText(/^Please enter a/).waitFor();
      },
    },
    {
      name: `Add ${one} by hand`,
      async show(page) {
        const add = dialog(page, `Add ${one}`);
        await add.getByRole("tab", { name: "Manual" }).click();
        await add.getByRole("button", { name: `Add ${one}` }).click();
        await add.getByText("Description is required").waitFor();
      },
      sheets: 2,
    },
  ];
});

export const table: View[] = [
  { name: "the drawing table", show: (page) => sheetOf(page, 1).locator("img").first().waitFor() },
  {
    name: "the drawing table, with a prompt that is missing",
    async show(page) {
      await press(page, "Draw it");
      await page.getByText("Scene prompt is required").waitFor();
    },
  },
  {
    name: "Story Settings",
    async show(page) {
      const settings = await openSettings(page);
      await settings.getByLabel("Title").fill("");
      await settings.getByRole("button", { name: "Save", exact: true }).click();
      await settings.getByText("Title is required").waitFor();
    },
  },
  {
    name: "Choose Art Style",
    async show(page) {
      await press(page, "Change art style");
      await dialog(page, "Choose Art Style").waitFor();
      await page.getByRole("switch", { name: "Use Custom Prompt" }).click();
    },
    sheets: 2,
  },
  {
    name: "Edit Scene",
    async show(page) {
      const scene = await openScene(page, 1);
      await scene.getByLabel("Title").fill("");
      await scene.getByRole("button", { name: "Save Scene" }).click();
      await scene.getByRole("button", { name: "Delete Scene" }).click();
      await scene.getByRole("alertdialog").waitFor();
    },
    sheets: 1,
  },
  {
    name: "the actions of a scene",
    async show(page) {
      await sceneActions(page, 1).click();
      await page.getByRole("menu").waitFor();
    },
    isMenu: true,
  },
  {
    name: "Arrange",
    async show(page) {
      await sceneActions(page, 1).click();
      await page.getByRole("menuitem", { name: "Change the order" }).click();
      await page.getByRole("dialog").waitFor();
    },
    sheets: 1,
  },
  {
    name: "Alt Text",
    show: async (page) => void (await openPanelWords(page, 1, 1)),
    sheets: 1,
  },
  {
    name: "Edit Media",
    async show(page) {
      await openMedia(page);
      await page.getByRole("heading", { name: /^Takes \(/ }).waitFor();
    },
    sheets: 1,
  },
  {
    name: "the bubble editor",
    async show(page) {
      await line(page).dblclick();
      await page.getByRole("dialog").waitFor();
    },
    sheets: 1,
  },
  {
    name: "Download as a book",
    async show(page) {
      await press(page, "Download as a book");
      await dialog(page, "Download as a book").getByRole("listitem").first().waitFor();
    },
    sheets: 1,
  },
  {
    name: "Publish your story",
    async show(page) {
      await page.getByRole("button", { name: "Publish", exact: true }).click();
      await dialog(page, "Publish your story").waitFor();
    },
    sheets: 1,
  },
  ...cast,
  {
    name: "Story World Just Grew",
    async show(page) {
      // As after a reload while the first scene was being made, which brought everybody along.
      const { _id, scenes, characters, locations } = await fetchStory(page);
      await page.route("**/api/ai/scene-status/*", async (route) => {
        const answer = await route.fetch();
        const body = await answer.json();
        Object.assign(body.data, { newCharacters: characters, newLocations: locations });
        await route.fulfill({ response: answer, json: body });
      });
      const sceneId = scenes[0]?._id;
      await page.evaluate(
        ([key, text]) => sessionStorage.setItem(key, text),
        draftEntry("jobs", _id, {
          [`scene:${sceneId}`]: {
            kind: "scene",
            subjectId: sceneId,
            jobId: sceneId,
            startedAt: Date.now(),
            error: null,
            isAnew: false,
          },
        }),
      );
      await page.reload();
      await page.getByRole("button", { name: "View" }).click();
      await dialog(page, "Story World Just Grew").waitFor();
    },
    sheets: 1,
  },
];

/** The table of a story without scenes or cast. */
export const emptyTable: View[] = [
  { name: "nothing", show: (page) => page.getByText("Let's get started!").waitFor() },
  ...["Characters", "Locations"].map((many) => ({
    name: `no ${many}`,
    show: async (page: Page) => {
      await press(page, `${many} (0)`);
      await list(page, many).waitFor();
    },
    sheets: 1,
  })),
];

/** What opens on a reading page. */
export const reading: View[] = [
  {
    name: "How to read",
    async show(page) {
      await press(page, "Help");
      await dialog(page, "How to read").waitFor();
    },
    sheets: 1,
  },
  {
    name: "a panel alone",
    async show(page) {
      await page.locator(".scenes .panel").first().click();
      await page.getByRole("status").filter({ hasText: "panel 1 of" }).waitFor();
    },
    sheets: 0,
  },
];

/** What opens on the dashboard. */
export const account: View[] = [
  ...["Edit Profile", "Change Password", "Delete Account"].map((name) => ({
    name,
    async show(page: Page) {
      await press(page, name);
      await dialog(page, name).waitFor();
    },
    sheets: 1,
  })),
  {
    name: "the account menu",
    async show(page) {
      await press(page, /^Account menu of/);
      await page.getByRole("menu").waitFor();
    },
    isMenu: true,
  },
];

/** Every address of the site but those that others answer with (guards.spec.ts). */
export const addressesOf = (storyId: string, username: string): string[] =>
  [
    "/",
    ...pagesOf({
      storyId,
      sceneNumber: "1",
      username,
      page: "1",
      part: "1",
      view: "new/1",
      token: "no-token",
    }),
  ].filter((each) => !each.startsWith("/members/"));

/** Shows one view after the other and looks at each. */
export async function inspect(
  page: Page,
  views: View[],
  look: (page: Page, name: string) => Promise<void>,
): Promise<void> {
  for (const { name, show, sheets = 0, isMenu } of views) {
    await test.step(name, async () => {
      await show(page);
      await look(page, name);
    });
    if (isMenu) await page.keyboard.press("Escape");
    for (let left = sheets; left > 0; left -= 1) {
      await page.getByRole("button", { name: "Close", exact: true }).last().click();
      await expect(page.getByRole("dialog")).toHaveCount(left - 1);
    }
  }
}
