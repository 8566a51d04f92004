import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect } from "vitest";
import { getQueryClient } from "@/components/shell/query-client";
// Loaded with the test, and not while it waits for the dialog.
import "@/components/studio/settings/story-settings-dialog";
import type { PainterOverride } from "@/lib/stories/image-models";
import type { Story } from "@/lib/stories/schema";
import { aStory, testUser } from "../support/builders";
import { fill, render } from "../support/render";
import { savedStory } from "../support/saved-story";
import { server } from "../support/server";
import { Opener } from "./opener";

/** The notice of a restored draft. */
export const back = "Your unsaved changes are back.";
export const save = "PUT /api/stories/{storyId}";

/** Opens Story Settings of a draft of Ada's. @returns its controls */
export async function settingsOf(
  changes: Partial<Story> = {},
  painter: PainterOverride | null = null,
) {
  const story = aStory(changes);
  const saved = savedStory(story);
  const api = server({ ...saved.answers, "GET /api/stories/tags": [] });
  const show = () =>
    render(
      <Opener initial={saved.now()} opens={{ name: "settings" }} painter={painter}>
        Settings
      </Opener>,
      {
        viewer: testUser(),
        at: `/story/${story._id}`,
        params: { storyId: story._id },
      },
    );
  let shown = await show();
  const user = userEvent.setup({ delay: null });
  const dialogOf = (name: string) => within(screen.getByRole("dialog", { name, hidden: true }));
  const settings = () => dialogOf("Story Settings");
  const open = async () => {
    await user.click(screen.getByRole("button", { name: "Settings" }));
    await screen.findByRole("dialog", { name: "Story Settings" });
    // A browser test shows the exact element, below the draft notice.
    const dialog = screen.getByRole("dialog", { name: "Story Settings" });
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  };
  const field = (name: string, description?: string) =>
    settings().getByRole("textbox", { name, ...(description && { description }) });
  await open();
  return {
    api,
    saved,
    user,
    open,
    field,
    settings,
    story,
    press: (name: string) => user.click(settings().getByRole("button", { name })),
    write: (name: string, words: string) => fill(user, field(name), words),
    value: (name: string) => (field(name) as HTMLInputElement).value,
    says: (name: string, description: string) => waitFor(() => void field(name, description)),
    /** Closed, with the focus back where it was opened. */
    async closed() {
      await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
      const opener = screen.getByRole("button", { name: "Settings" });
      await waitFor(() => expect(document.activeElement).toBe(opener));
    },
    styles: () => dialogOf("Choose Art Style"),
    async openStyles() {
      await user.click(settings().getByRole("button", { name: "Change art style" }));
      await screen.findByRole("dialog", { name: "Choose Art Style" });
    },
    stylesClosed: () =>
      waitFor(() => expect(screen.queryByRole("dialog", { name: "Choose Art Style" })).toBeNull()),
    async reload() {
      shown.unmount();
      getQueryClient().clear();
      shown = await show();
    },
  };
}
