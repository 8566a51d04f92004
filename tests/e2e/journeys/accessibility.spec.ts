import type { Page } from "@playwright/test";
import { expect, test } from "@/tests/support/browser";
import { call } from "@/tests/support/call";
import { expectAccessible } from "@/tests/support/expect-accessible";
import { seedStory, sql } from "@/tests/support/seeding";
import { pagesOf } from "../mutations/double-submit";
import { description, expectStep, firstPrompt, proceed } from "../onboarding/wizard";
import { dialog, openScene, openSettings } from "../settings/story";
import { fetchStory, sheetOf, signInAtHome } from "./workspace";

interface View {
  name: string;
  /** From the previous view; the workspace's page where a view ends on it. */
  show: (page: Page) => Promise<void>;
  /** Closes it again, with all that it opened. */
  sheets?: number;
}

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();

const wizard: View[] = [
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

const list = (page: Page, name: string) => dialog(page, new RegExp(`^${name} \\(\\d+\\)$`));

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
        await list(page, `${one}s`).getByRole("button", { name: first }).click();
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

const workspace: View[] = [
  { name: "the workspace", show: (page) => sheetOf(page, 1).locator("img").first().waitFor() },
  {
    name: "the workspace, without a prompt",
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
      await page.evaluate(
        ([storyId, sceneId]) =>
          sessionStorage.setItem(
            `inkwright:scenes-under-way:${storyId}`,
            JSON.stringify([sceneId]),
          ),
        [_id, scenes[0]?._id],
      );
      await page.reload();
      await page.getByRole("button", { name: "View" }).click();
      await dialog(page, "Story World Just Grew").waitFor();
    },
    sheets: 1,
  },
];

async function inspect(page: Page, views: View[]): Promise<void> {
  for (const { name, show, sheets = 0 } of views) {
    await test.step(name, async () => {
      await show(page);
      await expectAccessible(page);
    });
    for (let left = sheets; left > 0; left -= 1) {
      await page.getByRole("button", { name: "Close", exact: true }).last().click();
      await expect(page.getByRole("dialog")).toHaveCount(left - 1);
    }
  }
}

test.describe("accessible, in light and dark:", () => {
  test.setTimeout(300_000);

  test.describe("at every address of the site", () => {
    // A receipt that is not there is an address too.
    test.use({ allowedConsoleErrors: [/status of 404/] });

    for (const reader of ["a visitor", "the administrator"]) {
      test(`every page, as ${reader} sees it`, async ({ page, browser }) => {
        const username = await signInAtHome(page);
        const publishedAt = "2026-01-10T08:00:00Z";
        const storyId = await seedStory({ username, scenes: [2], publishedAt, tags: ["tide"] });
        await sql("update user_account set is_administrator = true where username = $1", [
          username,
        ]);
        const addresses = pagesOf({
          ...{ storyId, sceneNumber: "1", username, page: "1", part: "1" },
          ...{ view: "new/1", token: "no-token" },
        });
        const context = await browser.newContext();
        const shown = reader === "a visitor" ? await context.newPage() : page;
        // Pages for members only redirect elsewhere: guards.spec.ts.
        for (const address of ["/", ...addresses].filter((each) => !each.startsWith("/members/"))) {
          await test.step(address, async () => {
            await shown.goto(address);
            await shown.getByRole("heading").first().waitFor();
            await expectAccessible(shown, address);
          });
        }
        await context.close();
      });
    }
  });

  test("every step of the wizard", async ({ page }) => {
    await signInAtHome(page);
    const { _id } = await call<{ _id: string }>(page, "POST", "/stories", {
      title: "My New Story",
      description: "A story that has just begun.",
    });
    await page.goto(`/story/${_id}`);
    await inspect(page, wizard);
  });

  test("the workspace and all its dialogs", async ({ page }) => {
    const username = await signInAtHome(page);
    const plan = { username, scenes: [2, 5], characters: 3, locations: 2 };
    await page.goto(`/story/${await seedStory(plan)}`);
    await inspect(page, workspace);
  });

  test("the workspace of an empty story @full", async ({ page }) => {
    await signInAtHome(page);
    const { _id } = await call<{ _id: string }>(page, "POST", "/stories", {
      title: "An empty story",
      description: "A story that nobody has begun yet.",
    });
    await page.goto(`/story/${_id}`);
    await press(page, "Skip to the workspace");
    await inspect(page, [
      { name: "nothing", show: () => page.getByText("Let's get started!").waitFor() },
      ...["Characters", "Locations"].map((many) => ({
        name: `no ${many}`,
        show: async () => {
          await press(page, `${many} (0)`);
          await list(page, many).waitFor();
        },
        sheets: 1,
      })),
    ]);
  });
});
