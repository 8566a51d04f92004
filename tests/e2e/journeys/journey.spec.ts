import { expect, test } from "@/tests/support/browser";
import { description, expectStep, firstPrompt } from "../onboarding/wizard";
import { dialog, waitForSceneCooldown } from "../settings/story";
import { arrowTo, openNewEntities, retype, tabAndPress, tabTo } from "./keyboard";
import { expectDrawn, fetchStory, promptBox, sheetOf, signInAtHome, toasts } from "./workspace";

const idea = "A retired clockmaker named Odile finds a brass owl that sings at midnight.";
const opening = "Odile winds the brass owl in her dusty workshop at night and it begins to sing";
const anew = "At dawn Odile carries the owl through the rainy harbour to the lighthouse";

/** From a sentence to a story with two scenes, and every change after that. */
test.describe("an author's journey through a story", () => {
  test.setTimeout(240_000);

  test("with the keyboard alone", { tag: "@full" }, async ({ page, isMobile }) => {
    test.skip(isMobile, "a phone has no keyboard to walk with");
    await signInAtHome(page);
    await tabAndPress(page, page.getByRole("button", { name: "New Story" }).first());
    await expectStep(page, 1);
    await tabTo(page, description(page));
    await page.keyboard.type(idea);
    await tabAndPress(page, page.getByRole("button", { name: "Continue", exact: true }));
    await expectStep(page, 2);
    // Each step begins at its heading.
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    const styles = page.getByRole("group", { name: "Visual style" });
    await tabTo(page, styles.getByRole("radio", { name: "Classic Comic" }));
    await arrowTo(page, styles.getByRole("radio", { name: "Watercolor" }));
    await tabAndPress(page, page.getByRole("button", { name: "Continue", exact: true }));
    await expectStep(page, 3);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    const search = page.getByRole("button", { name: "Generate From Your Story" });
    await tabAndPress(page, search);
    const odile = page.getByRole("button", { name: "Edit Odile" });
    await expect(odile).toBeVisible({ timeout: 30_000 });
    // The button that was pressed keeps the focus while it works, and afterwards.
    await expect(search).toBeFocused();

    await tabAndPress(page, odile);
    const sheet = dialog(page, "Edit Character");
    await expect(sheet.getByLabel("Name")).toBeFocused();
    await tabTo(page, sheet.getByLabel("Title"));
    await retype(page, "Keeper of the hours");
    await tabAndPress(page, sheet.getByRole("button", { name: "Save Changes" }));
    await expect(sheet).toBeHidden();
    await expect(odile).toBeFocused();

    const addPlace = page.getByRole("button", { name: "Add a location" });
    await tabAndPress(page, addPlace);
    const adding = dialog(page, "Add Location");
    await expect(adding.getByLabel("Describe your location")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(adding).toBeHidden();
    await expect(addPlace).toBeFocused();
    await tabAndPress(page, page.getByRole("button", { name: "Continue", exact: true }));
    await expectStep(page, 4);
    await tabTo(page, firstPrompt(page));
    await retype(page, opening);
    await page.keyboard.press("Enter");

    const first = sheetOf(page, 1);
    await expectDrawn(first, 1);
    await openNewEntities(page, 1);
    await waitForSceneCooldown(page);

    // The next chapter is one of the writer's ideas; the number of panels is chosen with arrows.
    const count = page.getByRole("group", { name: "Panels in this scene" });
    await tabTo(page, count.getByRole("radio", { checked: true }));
    await arrowTo(page, count.getByRole("radio", { name: "2 panels" }));
    const seed = page.locator(".story-ideas .idea").first();
    await expect(seed).toBeVisible();
    await tabTo(page, seed, { back: true });
    const chapter = ((await seed.locator("span").last().textContent()) ?? "").trim();
    const asked = page.waitForRequest("**/api/ai/generate-scene");
    await page.keyboard.press("Enter");
    expect((await asked).postDataJSON()).toMatchObject({ prompt: chapter, maxPanels: 2 });
    const second = sheetOf(page, 2);
    await expectDrawn(second, 2);
    // The ideas have changed by now: the focus is where the chosen one was written.
    await expect(promptBox(page)).toBeFocused();
    await openNewEntities(page, 2);

    const openSettings = page.getByRole("button", { name: "Settings", exact: true });
    const settings = dialog(page, "Story Settings");
    const save = settings.getByRole("button", { name: "Save", exact: true });
    await tabAndPress(page, openSettings, "Enter", { back: true });
    await expect(settings.getByLabel("Title")).toBeFocused();
    await retype(page, "The Owl of Quay Street");
    await page.keyboard.press("Enter");
    await expect(settings).toBeHidden();
    await expect(openSettings).toBeFocused();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("The Owl of Quay Street");

    await page.keyboard.press("Space");
    const model = settings.getByRole("combobox", { name: "Image model" });
    await tabAndPress(page, model);
    const wanted = page.getByRole("option", { name: /FLUX Kontext Max/ });
    await expect(wanted).toBeVisible();
    await arrowTo(page, wanted, "ArrowDown");
    await page.keyboard.press("Enter");
    await expect(model).toBeFocused();
    await expect(model).toHaveText(/FLUX Kontext Max/);
    const change = settings.getByRole("button", { name: "Change art style" });
    await tabAndPress(page, change, "Enter", { back: true });
    const looks = dialog(page, "Choose Art Style");
    await tabTo(page, looks.getByRole("radio", { name: "Watercolor" }));
    await arrowTo(page, looks.getByRole("radio", { name: "Film Noir" }));
    await tabAndPress(page, looks.getByRole("button", { name: "Apply" }));
    await expect(looks).toBeHidden();
    await expect(change).toBeFocused();
    const panels = settings.getByRole("group", { name: "Panels per scene" });
    await tabTo(page, panels.getByRole("radio", { checked: true }));
    await arrowTo(page, panels.getByRole("radio", { name: "4 panels" }));
    await tabAndPress(page, save);
    await expect(settings).toBeHidden();
    await expect(openSettings).toBeFocused();

    // A character from the rail, through its list and back again.
    const characters = page.getByRole("button", { name: /^Characters \(\d+\)$/ });
    await tabAndPress(page, characters);
    const list = dialog(page, /^Characters \(\d+\)$/);
    await tabAndPress(page, list.getByRole("button", { name: "Odile" }));
    await expect(sheet.getByLabel("Title")).toHaveValue("Keeper of the hours");
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await expect(list.getByRole("button", { name: "Odile" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(list).toBeHidden();
    await expect(characters).toBeFocused();

    // A picture alone, and then the whole scene, is made anew.
    const frame = second.getByRole("group", { name: "Panel 1" });
    const again = frame.getByRole("button", { name: "Regenerate image" });
    const before = await frame.locator("img").getAttribute("src");
    await tabAndPress(page, again);
    const media = dialog(page, "Edit Media");
    const useImage = media.getByRole("button", { name: "Use This Image" });
    await expect(useImage).toBeEnabled({ timeout: 30_000 });
    await tabAndPress(page, useImage);
    await expect(media).toBeHidden();
    await expect(frame.locator("img")).not.toHaveAttribute("src", before ?? "");
    await expect(again).toBeFocused();
    const scene = dialog(page, "Edit Scene");
    const editSecond = second.getByRole("button", { name: "Edit scene" });
    await tabAndPress(page, editSecond, "Enter", { back: true });
    await tabTo(page, scene.getByLabel("Description"));
    await retype(page, anew);
    await tabAndPress(page, scene.getByRole("button", { name: "Regenerate Scene" }));
    await expect(scene).toBeHidden();
    await expect(editSecond).toBeFocused();
    await expect(toasts(page).getByText("Scene regenerated successfully!")).toBeVisible({
      timeout: 60_000,
    });
    await expectDrawn(second, 4);
    await openNewEntities(page, 2);
    await expect(second.locator("button:focus")).toHaveCount(1);

    const editFirst = first.getByRole("button", { name: "Edit scene" });
    await tabAndPress(page, editFirst, "Enter", { back: true });
    const remove = scene.getByRole("button", { name: "Delete Scene" });
    const question = scene.getByRole("alertdialog");
    await tabAndPress(page, remove);
    await expect(question.getByRole("button", { name: "No, Keep It" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(remove).toBeFocused();
    await page.keyboard.press("Enter");
    await tabAndPress(page, question.getByRole("button", { name: "Delete", exact: true }));
    await expect(toasts(page).getByText("Scene deleted!")).toBeVisible();
    await expect(sheetOf(page, 2)).toHaveCount(0);
    // The focus moves to where the next scene is now.
    await expect(editFirst).toBeFocused();
    expect(await fetchStory(page)).toMatchObject({
      title: "The Owl of Quay Street",
      imageGenerationModel: "flux-kontext-max",
      defaultPanels: 4,
      artStyle: expect.stringMatching(/noir/i),
      scenes: [{ sceneNumber: 1 }],
    });
  });
});
