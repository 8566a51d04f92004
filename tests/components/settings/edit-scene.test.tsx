import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { aScene, aSceneProgress, aStory, storyId, testId } from "../support/builders";
import { fill } from "../support/render";
import { failWith, raw } from "../support/server";
import { renderWorkspace } from "../support/workspace";

const atDawn = "At dawn Odile carries the owl through the rainy harbour to the lighthouse";
const scene = aScene(1, 2);
const story = aStory({ scenes: [scene, aScene(2)] });
const save = "PUT /api/scenes/{sceneId}";
const generate = "POST /api/ai/generate-scene";

type Workspace = Awaited<ReturnType<typeof renderWorkspace>>;

/** Opens Edit Scene of the first scene. */
async function editScene({ user }: Workspace) {
  const [edit] = await screen.findAllByRole("button", { name: /^Edit scene/i });
  await user.click(edit as HTMLElement);
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Scene" }));
  const press = (name: string) => user.click(dialog.getByRole("button", { name }));
  /** The field with what is said of it. */
  const field = (name: string, description?: string) =>
    dialog.findByRole("textbox", { name, ...(description && { description }) });
  const write = async (name: string, words: string) => fill(user, await field(name), words);
  return { dialog, press, field, write };
}

const closed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

describe("Edit Scene", () => {
  it("shows the errors of a scene on their fields", async () => {
    const workspace = await renderWorkspace(story);
    const { dialog, press, field, write } = await editScene(workspace);
    const pictures = within(dialog.getByRole("region", { name: "Panels of this scene" }));
    expect(pictures.getAllByRole("img")).toHaveLength(2);
    expect(await field("Title")).toHaveProperty("value", scene.title);
    await write("Title", " ");
    await write("Description", "");
    await press("Regenerate Scene");
    await field("Description", "Scene description is required for regeneration");
    await press("Save Scene");
    await field("Title", "Title is required");
    await field("Description", "Description is required");
    await write("Description", "Too short");
    await press("Regenerate Scene");
    await field("Description", "Prompt should be at least 10 characters");
  });

  it("keeps what is typed until it is saved", async () => {
    const workspace = await renderWorkspace(story);
    const words = {
      title: "A Song at Midnight",
      description: "The owl sings, and the whole quay wakes up.",
    };
    const first = await editScene(workspace);
    await first.write("Title", words.title);
    await first.write("Description", words.description);
    await workspace.user.keyboard("{Escape}");
    await closed();

    const again = await editScene(workspace);
    again.dialog.getByText("Your unsaved changes are back.");
    expect(await again.field("Title")).toHaveProperty("value", words.title);
    workspace.api.answer({ [save]: failWith("unavailable", "The database is away.") });
    await again.press("Save Scene");
    await screen.findByText("The database is away.");
    expect(await again.field("Description")).toHaveProperty("value", words.description);

    workspace.api.answer({ [save]: { ...scene, ...words, version: 2 } });
    await again.press("Save Scene");
    await screen.findByText("Scene saved");
    await closed();
    expect(workspace.api.sent(save).at(-1)).toEqual({ ...words, version: 1 });
    const last = await editScene(workspace);
    expect(last.dialog.queryByText("Your unsaved changes are back.")).toBeNull();
  });

  it("shows each failure of a regeneration, and keeps the input", async () => {
    const workspace = await renderWorkspace(story);
    const { dialog, press, field, write } = await editScene(workspace);
    dialog.getByText(/takes about 30 to 60 seconds/);
    await write("Description", atDawn);
    const hourText =
      "You've reached your hourly limit of 20 scene generations. Try again in 1 minutes!";
    const failures = [
      [
        failWith("rate_limit", "Too soon", {
          extra: { errorType: "rate_limit", timeRemaining: 4 },
        }),
        "Rate limit exceeded. Please wait a moment before trying again.",
      ],
      [failWith("quota_exceeded", hourText, { extra: { errorType: "quota_exceeded" } }), hourText],
      [
        raw({ success: false, message: "the pen broke" }, 500),
        "Failed to regenerate scene: the pen broke",
      ],
    ] as const;
    for (const [failure, sentence] of failures) {
      workspace.api.answer({ [generate]: failure });
      await press("Regenerate Scene");
      await screen.findByText(sentence);
    }
    expect(workspace.api.sent(generate)[0]).toEqual({
      storyId,
      prompt: atDawn,
      generateImages: true,
      maxPanels: 2,
      regenerateExisting: true,
      existingSceneId: scene._id,
    });
    expect(await field("Description")).toHaveProperty("value", atDawn);
  });

  it("says that a regeneration has failed in the background", async () => {
    const workspace = await renderWorkspace(story);
    const { press, write } = await editScene(workspace);
    const generating = { ...scene, status: "generating" as const, version: 2 };
    const failed = {
      ...scene,
      status: "failed" as const,
      version: 3,
      errorMessage: "It is asleep.",
    };
    const ended = { isGenerating: false, hasError: true, errorMessage: "It is asleep." };
    workspace.api.answer({
      [generate]: { scene: generating, newCharacters: [], newLocations: [], jobId: testId("7") },
      "GET /api/stories/{storyId}": { ...story, scenes: [failed, aScene(2)] },
      "GET /api/ai/scene-status/{sceneId}": aSceneProgress({ scene: failed, ...ended }),
    });
    await write("Description", atDawn);
    await press("Regenerate Scene");
    await closed();
    await screen.findByText("Failed to regenerate scene: It is asleep.");
    expect(screen.queryByText("Scene regenerated successfully!")).toBeNull();
  });

  it("asks once before a scene is deleted, with the focus on the harmless answer", async () => {
    const workspace = await renderWorkspace(story);
    workspace.api.answer({ "DELETE /api/scenes/{sceneId}": { message: "Scene deleted" } });
    const { dialog, press } = await editScene(workspace);
    await press("Delete Scene");
    const question = within(dialog.getByRole("alertdialog", { name: /Delete this scene/ }));
    const no = question.getByRole("button", { name: "No, Keep It" });
    await waitFor(() => expect(document.activeElement).toBe(no));
    await workspace.user.tab();
    await workspace.user.keyboard("{Enter}{Enter}");
    await screen.findByText("Scene deleted!");
    await closed();
    expect(workspace.api.calls("DELETE /api/scenes/{sceneId}").map(({ params }) => params)).toEqual(
      [{ sceneId: scene._id }],
    );
    const left = screen.getByRole("region", { name: /^Scene 1\b/ });
    expect(left.textContent).toContain("The bell rings 2 times");
    expect(screen.queryByRole("region", { name: /^Scene 2\b/ })).toBeNull();
  });
});
