import { expect, type Locator, type Page } from "@playwright/test";
import { line, words } from "../bubbles/lettering";
import { openMedia, openTab, box as promptOf, submit, take } from "../media/workspace";
import { firstPrompt, proceedTo } from "../onboarding/wizard";
import { openPanelWords, openScene, openSettings } from "../settings/story";
import { panel, promptBox, sheet } from "../studio/workspace";
import { sheet as ofEntity, openAdd, openEdit } from "../world/workspace";
import type { Form } from "./double-submit";

const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole("button", { name, ...(typeof name === "string" && { exact: true }) }).first();

/** A new text each time, so that the form is dirty. */
const anew = () => `The keeper counts the gulls, ${crypto.randomUUID()}.`;

/** The dialog stays open when the deletion is refused. */
async function confirm(within: Locator, label: string): Promise<Locator> {
  await button(within, label).click();
  return button(within.getByRole("alertdialog"), "Delete");
}

const inMenu = (name: string, call: string, ofPanel = false): Form => ({
  name: `${ofPanel ? "Panel" : "Scene"} actions, ${name}`,
  call,
  reach: async (page) => {
    const within = ofPanel ? panel(page, 1, 1) : sheet(page, 1);
    await within.hover({ position: { x: 5, y: 5 } });
    await button(within, `${ofPanel ? "Panel" : "Scene"} actions`).click();
    return page.getByRole("menuitem", { name, exact: true });
  },
});

const draw: Form = {
  name: "Draw it",
  call: "POST /ai/generate-scene",
  reach: async (page) => {
    await promptBox(page).fill(anew());
    return button(page, "Draw it");
  },
};
const publish: Form = {
  name: "Publish",
  call: "PUT /stories/*",
  reach: async (page) => {
    await button(page, "Publish").click();
    return button(page.getByRole("dialog"), "Publish");
  },
};
const saveScene: Form = {
  name: "Edit Scene, save",
  call: "PUT /scenes/*",
  reach: async (page) => {
    const scene = await openScene(page, 1);
    await scene.getByLabel("Description").fill(anew());
    return button(scene, "Save Scene");
  },
};

const inMedia = (tab: "Modify" | "Animate" | "Generate", call: string): Form => ({
  name: `Edit Media, ${tab}`,
  call,
  reach: async (page) => {
    const media = await openMedia(page);
    await openTab(media, tab);
    await promptOf(media, tab).fill(anew());
    return submit(media, tab);
  },
});

/** The same forms for a character and for a location. */
const ofCast = (kind: "character" | "location", first: string): Form[] => {
  const What = kind === "character" ? "Character" : "Location";
  const edit = (page: Page) => openEdit(page, kind, first);
  return [
    {
      name: `${What}, save`,
      call: `PUT /${kind}s/*`,
      reach: async (page) => {
        const dialog = await edit(page);
        await dialog.getByLabel("Description").fill(anew());
        return button(dialog, "Save Changes");
      },
    },
    {
      name: `${What}, picture`,
      call: `POST /ai/generate-${kind}-image`,
      // Regenerated where there is one.
      reach: async (page) => button(await edit(page), /^(Re)?generate$/i),
    },
    {
      name: `${What}, picture changed in words`,
      call: "POST /ai/generate-image",
      reach: async (page) => {
        const dialog = await edit(page);
        await button(dialog, "Edit").click();
        await dialog.getByLabel("What should change?").fill(anew());
        return button(dialog, "Change it");
      },
    },
    {
      name: `${What}, delete`,
      call: `DELETE /${kind}s/*`,
      reach: async (page) => confirm(await edit(page), `Delete ${What}`),
    },
    {
      name: `${What}, quick generate`,
      call: `POST /ai/generate-${kind}-from-description`,
      reach: async (page) => {
        const dialog = await openAdd(page, kind);
        await dialog.getByRole("tab", { name: "Generate" }).click();
        await dialog.getByLabel(`Describe your ${kind}`).fill(anew());
        return button(dialog, "Generate");
      },
    },
    {
      name: `${What}, add`,
      call: `POST /${kind}s`,
      reach: async (page) => {
        const dialog = await openAdd(page, kind);
        await dialog.getByRole("tab", { name: "Manual" }).click();
        await dialog.getByLabel("Name").fill(ofEntity[kind].name);
        await dialog.getByLabel("Description").fill(ofEntity[kind].description);
        await dialog.getByLabel("Image prompt").fill(anew());
        return button(dialog, `Add ${What}`);
      },
    },
  ];
};

/** In the workspace of a draft of two scenes, the first with two panels; the first panel has two takes. */
export const inOwnWorkspace = {
  story: [
    draw,
    publish,
    {
      name: "Story Settings, save",
      call: "PUT /stories/*",
      reach: async (page) => {
        const settings = await openSettings(page);
        await settings.getByLabel("Description").fill(anew());
        return button(settings, "Save");
      },
    },
    {
      name: "Story Settings, a title",
      call: "POST /ai/generate-title",
      reach: async (page) => button(await openSettings(page), "Suggest a title"),
    },
    {
      name: "Story Settings, delete",
      call: "DELETE /stories/*",
      reach: async (page) => confirm(await openSettings(page), "Delete Story"),
    },
    {
      name: "Art style",
      call: "PATCH /stories/*/art-style",
      reach: async (page) => {
        await button(await openSettings(page), "Change art style").click();
        const styles = page.getByRole("dialog", { name: "Choose Art Style" });
        await styles.getByRole("radio", { name: "Film Noir" }).press("Space");
        return button(styles, "Apply");
      },
    },
    {
      name: "Like of the story",
      call: "POST /likes/stories/*",
      reach: async (page) => button(page, /^Like: /),
    },
  ],
  scenes: [
    saveScene,
    {
      name: "Edit Scene, regenerate",
      call: "POST /ai/generate-scene",
      reach: async (page) => button(await openScene(page, 1), "Regenerate Scene"),
    },
    {
      name: "Edit Scene, delete",
      call: "DELETE /scenes/*",
      reach: async (page) => confirm(await openScene(page, 1), "Delete Scene"),
    },
    inMenu("Move later", "PUT /stories/*/scenes/order"),
    inMenu("Duplicate", "POST /scenes/*/duplicate"),
  ],
  panels: [
    inMenu("Add a panel", "POST /scenes/*/panels"),
    inMenu("Move later", "PUT /scenes/*/panels/order", true),
    inMenu("Duplicate", "POST /scenes/*/panels", true),
    inMenu("Remove this panel", "DELETE /scenes/*/panels/*", true),
    {
      name: "Regenerate image",
      call: "POST /ai/regenerate-panel",
      reach: async (page) => {
        await panel(page, 1, 1).hover();
        return button(panel(page, 1, 1), "Regenerate image");
      },
    },
    {
      name: "Alt text, save",
      call: "PUT /scenes/*/panels/*",
      reach: async (page) => {
        const dialog = await openPanelWords(page, 1, 1);
        await dialog.getByLabel("Alt text").fill(anew());
        return button(dialog, "Save Words");
      },
    },
  ],
  pictures: [
    inMedia("Modify", "POST /ai/generate-image"),
    inMedia("Animate", "POST /ai/generate-video"),
    inMedia("Generate", "POST /ai/regenerate-panel"),
    {
      name: "Edit Media, apply",
      call: "PUT /scenes/*/panels/*",
      reach: async (page) => {
        const media = await openMedia(page);
        await take(media, 2).click();
        return button(media, "Use This Image");
      },
    },
    {
      name: "Edit Media, delete",
      call: "DELETE /scenes/*/panels/*/takes/*",
      reach: async (page) => {
        const media = await openMedia(page);
        await take(media, 2).click();
        return confirm(media, "Delete take");
      },
    },
  ],
  bubbles: [
    {
      name: "Bubbles, save",
      call: "PUT /scenes/*/panels/*",
      reach: async (page) => {
        await line(page).dblclick();
        await words(page).fill(anew());
        return button(page.getByRole("dialog"), "Save Changes");
      },
    },
    {
      name: "Bubbles, add",
      call: "PUT /scenes/*/panels/*",
      reach: async (page) => {
        await panel(page, 1, 1).hover();
        await button(panel(page, 1, 1), "Add speech bubble").click();
        await words(page).fill(anew());
        return button(page.getByRole("dialog"), "Add Bubble");
      },
    },
  ],
  characters: ofCast("character", "Keeper 1"),
  locations: ofCast("location", "Pier 1"),
} satisfies Record<string, Form[]>;

const inWizard = (step: 2 | 3 | 4, name: string, call: string): Form => ({
  name: `Step ${step}, ${name}`,
  call,
  reach: async (page) => {
    await proceedTo(page, step);
    if (step === 4) await firstPrompt(page).fill(anew());
    return button(page, name);
  },
});

/** In the wizard of a story without scenes. */
export const inLaterSteps: Form[] = [
  inWizard(2, "Continue", "PATCH /stories/*/art-style"),
  inWizard(3, "Generate From Your Story", "POST /ai/extract-entities"),
  inWizard(4, "Create Your Story", "POST /ai/generate-scene"),
];

/** The three most used forms. */
export const onPhone: Form[] = [draw, publish, saveScene];

/** In the workspace of a published story. */
export const ofPublished: Form[] = [
  {
    name: "Unpublish",
    call: "PUT /stories/*",
    reach: async (page) => {
      const dialog = page.getByRole("dialog");
      // A press before hydration opens nothing.
      await expect(async () => {
        if (!(await dialog.isVisible())) await button(page, "Published").click();
        await expect(dialog).toBeVisible({ timeout: 3_000 });
      }).toPass();
      await button(dialog, "Unpublish").click();
      return button(page.getByRole("alertdialog"), "Unpublish");
    },
  },
];

/** On the reading page of another author's story. */
export const asReader: Form[] = [
  {
    name: "Like of the story",
    call: "POST /likes/stories/*",
    reach: async (page) => button(page, /^Like: /),
  },
  {
    name: "Like of a scene",
    call: "POST /likes/scenes/*",
    reach: async (page) => button(page.locator("#scene-1"), /^Like: /),
  },
  {
    name: "Remix of the story",
    call: "POST /stories/*/remix",
    reach: async (page) => button(page, /^(Remix|Error)(?! scene)/),
  },
  {
    name: "Remix of a scene",
    call: "POST /stories/*/remix-scene/*",
    reach: async (page) => button(page, /^(Remix|Error) scene 1/),
  },
];

/** On the page that reports a story. */
export const reporting: Form[] = [
  {
    name: "Send Report",
    call: "POST /reports",
    reach: async (page) => {
      await page.getByLabel("Spam or fraud").check();
      await page.getByLabel("Details").fill(anew());
      return button(page, "Send Report");
    },
  },
];

/** In the administrator's list, where a story with this title is reported. */
export const deciding = (title: string): Form[] =>
  ["Hide", "Mark as Mature", "Dismiss"].map((name) => ({
    name,
    call: "POST /reports/decisions",
    reach: async (page) => {
      const subject = page.getByRole("article").filter({ hasText: title });
      await subject.getByRole("textbox").fill(anew());
      return button(subject, name);
    },
  }));

/** On the dashboard of an author whose story was marked. */
export const objecting: Form[] = [
  {
    name: "Send Objection",
    call: "POST /reports/decisions/*/objection",
    reach: async (page) => {
      const why = page.getByLabel("Why is the decision wrong?");
      if (!(await why.isVisible())) await button(page, "Object").click();
      await why.fill(anew());
      return button(page, "Send Objection");
    },
  },
];
