import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Panel } from "@/lib/scenes/schema";
import { expectAccessible } from "../support/accessibility";
import { emitStoryChange } from "../support/server";
import { renderWorkspace } from "../support/workspace";
import { panel, sheet, storyAddress, storyOf } from "./workspace";

it("a panel has an accessible name in each of its states", async () => {
  const story = storyOf([6, 0]);
  const { api, user } = await renderWorkspace(story);
  within(sheet(2)).getByText("No panels in this scene");
  const none = { hasImage: false, imageUrl: null };
  const failed = (message: string, isContentFlag: boolean): Partial<Panel> => ({
    status: "failed",
    imageGenerationError: { message, isContentFlag },
  });
  const states: Partial<Panel>[] = [
    { status: "processing" },
    { status: "queued", ...none },
    none,
    { ...failed("Content flagged as sensitive. Try a different prompt.", true), ...none },
    failed("Image generation failed: The painter is away.", false),
  ];
  const [scene, empty] = story.scenes;
  if (!scene || !empty) throw new Error("There are two scenes.");
  const panels = scene.panels.map((one, index) => ({ ...one, ...states[index] }));
  api.answer({ [storyAddress]: { ...story, scenes: [{ ...scene, panels }, empty] } });
  await emitStoryChange(story._id);

  // Live: without a reload. An old picture stays under what is said of the new one.
  const at = (number: number) => within(panel(1, number));
  await waitFor(() => at(1).getByText("Generating"));
  at(1).getByRole("img");
  expect(panel(1, 1).getAttribute("aria-busy")).toBe("true");
  at(2).getByText("Generating");
  expect(at(2).queryByRole("img")).toBeNull();
  at(3).getByText("No image generated");
  at(4).getByText("Content flagged as sensitive");
  at(4).getByText("Try rephrasing with gentler language");
  at(5).getByText("Image generation failed: The painter is away.");
  at(5).getByText("Try regenerating again");
  at(5).getByRole("img");
  await expectAccessible();

  // A picture that does not come is told, and can be asked for once more.
  const picture = at(6).getByRole("img");
  fireEvent.error(picture);
  at(6).getByText("Failed to load image");
  await expectAccessible();
  at(6).getByRole("button", { name: "Load again" }).focus();
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(at(6).getByRole("button", { name: "Edit media" }));
  expect(at(6).queryByText("Failed to load image")).toBeNull();
  expect(at(6).getByRole("img")).not.toBe(picture);
});

it("in edit mode a scene has no reader's buttons, and each panel can be regenerated", async () => {
  const { user } = await renderWorkspace(storyOf([2]));
  const scene = within(sheet(1));
  for (const name of ["Edit media", "Regenerate image"])
    expect(scene.getAllByRole("button", { name })).toHaveLength(2);
  expect(scene.queryByRole("button", { name: /Like|Remix/ })).toBeNull();
  scene.getByRole("button", { name: /^Download scene 1/ });
  await user.click(scene.getByRole("button", { name: "Edit scene" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Scene" }));
  expect(dialog.getByLabelText("Title")).toHaveProperty("value", "The bell rings 1 times");
});
