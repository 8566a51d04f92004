import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
// Loaded with the test, and not while it waits for the dialog.
import "@/components/studio/scenes/alt-text-dialog";
import { expectAccessible } from "../support/accessibility";
import { aPanel, aScene, aStory, testUser } from "../support/builders";
import { fill, render } from "../support/render";
import { failWith, server } from "../support/server";
import { Opener } from "./opener";

const save = "PUT /api/scenes/{sceneId}/panels/{panelNumber}";

it("an alt text is kept until it is saved, and another tab's version is shown beside it", async () => {
  const scene = aScene(1, 2);
  const second = scene.panels[1] ?? aPanel(2);
  const own = "The keeper holds a lamp against the storm.";
  const story = aStory({ scenes: [scene] });
  const api = server({ "GET /api/stories/{storyId}": story });
  const { user } = await render(
    <Opener initial={story} opens={{ name: "altText", scene, panel: second }}>
      Describe it
    </Opener>,
    { viewer: testUser(), at: `/story/${story._id}` },
  );
  const opener = screen.getByRole("button", { name: "Describe it" });
  const open = async () => {
    await user.click(opener);
    return within(await screen.findByRole("dialog", { name: "Alt Text" }));
  };
  const field = () => screen.getByRole("textbox", { name: "Alt text" });
  const closed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const reads = (words: string) => expect(field()).toHaveProperty("value", words);
  let dialog = await open();
  await fill(user, field(), own);
  // Closed by accident: nothing that was typed is lost.
  await user.keyboard("{Escape}");
  await closed();
  await waitFor(() => expect(document.activeElement).toBe(opener));
  dialog = await open();
  const press = (name: string) => user.click(dialog.getByRole("button", { name }));
  dialog.getByText("Your unsaved changes are back.");
  reads(own);
  // An edit takes the error away.
  await fill(user, field(), "x".repeat(1001));
  await press("Save Words");
  const tooLong = "Alt text must be at most 1000 characters";
  await dialog.findByText(tooLong);
  await fill(user, field(), own);
  expect(dialog.queryByText(tooLong)).toBeNull();
  await press("Use the image prompt");
  reads(second.imagePrompt);
  await press("Undo this change");
  reads(own);
  // Words that were written since are what is before.
  await press("Use the image prompt");
  await fill(user, field(), own);
  await press("Use the image prompt");
  await press("Undo this change");
  reads(own);
  // Saved by another tab meanwhile: asked once.
  const elsewhere = { ...second, altText: "A keeper with a lamp.", version: 2 };
  api.answer({ [save]: failWith("stale_version", "no", { data: elsewhere }) });
  await press("Save Words");
  await dialog.findByText("Saved now: A keeper with a lamp.");
  await expectAccessible();
  await press("Keep mine");
  api.answer({ [save]: failWith("unavailable", "The shelf is full.") });
  await press("Save Words");
  await screen.findByText("Failed to update panel: The shelf is full.");
  api.answer({ [save]: { ...elsewhere, altText: own, version: 3 } });
  await press("Save Words");
  await closed();
  expect(api.sent(save).at(-1)).toEqual({ altText: own, version: 2 });
  dialog = await open();
  dialog.getByRole("img", { name: own });
  reads(own);
});
