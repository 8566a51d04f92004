import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Panel } from "@/lib/scenes/schema";
import type { Story } from "@/lib/stories/schema";
import { aBubble, anImageJob, aPicture, testId } from "../support/builders";
import { advanceTime, fakeTime } from "../support/render";
import { failWith } from "../support/server";
import { renderWorkspace } from "../support/workspace";
import { generate, panel, reload, sheet, storyAddress, storyOf } from "./workspace";

const regenerate = "POST /api/ai/regenerate-panel";
const jobStatus = "GET /api/ai/image-status/{jobId}";
const again = () => within(panel(1, 1)).getByRole("button", { name: "Regenerate image" });
const said = (text: string | RegExp) => within(panel(1, 1)).findByText(text);

const withPanel = (story: Story, changes: Partial<Panel>): Story => ({
  ...story,
  scenes: story.scenes.map((scene) => ({
    ...scene,
    panels: scene.panels.map((one) => ({ ...one, ...changes })),
  })),
});

/** A scene whose panel has no picture yet. */
async function withoutPicture() {
  fakeTime();
  const story = withPanel(storyOf([1]), { hasImage: false, imageUrl: null });
  const workspace = await renderWorkspace(story);
  workspace.api.answer({ [regenerate]: { jobId: testId("7") } });
  return { ...workspace, story };
}
const failedJob = (error: string) => anImageJob({ status: "failed", error });

describe("a first picture", () => {
  it("shows the reason of a refusal until the next attempt", async () => {
    const { api, user, story } = await withoutPicture();
    const message = "Content flagged as sensitive. Try a different prompt.";
    const refused = withPanel(story, {
      status: "failed",
      imageGenerationError: { message, isContentFlag: true },
    });
    api.answer({ [jobStatus]: failedJob(message) });
    await user.click(again());
    api.answer({ [storyAddress]: refused });
    await advanceTime(1_000);
    await screen.findByText(message);
    await said("Content flagged as sensitive");
    await said("Try rephrasing with gentler language");
    const later = await reload(refused);
    await said("Content flagged as sensitive");

    // The next attempt clears it away.
    later.api.answer({
      [jobStatus]: anImageJob({ jobId: testId("71") }),
      [regenerate]: { jobId: testId("71") },
    });
    await later.user.click(again());
    expect(within(panel(1, 1)).queryByText("Content flagged as sensitive")).toBeNull();
    const drawn = withPanel(story, { hasImage: true, imageUrl: aPicture("c") });
    later.api.answer({
      [jobStatus]: anImageJob({ jobId: testId("71"), status: "completed", progress: 100 }),
      [storyAddress]: drawn,
    });
    await advanceTime(4_000);
    await waitFor(() => within(panel(1, 1)).getByRole("img"));
  });

  it("shows the error of any other failure", async () => {
    const { api, user } = await withoutPicture();
    api.answer({ [jobStatus]: failedJob("Image generation failed: The painter is away.") });
    await user.click(again());
    await advanceTime(1_000);
    await said(/^Panel regeneration failed/);
    await said("Try regenerating again");
  });
});

it("regenerating a scene asks about bubbles that were lettered by hand", async () => {
  const story = withPanel(storyOf([1]), { textBubbles: [aBubble({ byHand: true })] });
  const scenes = story.scenes.map((one) => ({ ...one, errorMessage: "The writer is away." }));
  const { api, user } = await renderWorkspace({ ...story, scenes });
  api.answer({ [generate]: failWith("unavailable", "Not now.") });
  const retry = () => within(sheet(1)).getByRole("button", { name: "Try again" });
  await user.click(retry());
  const question = screen.getByRole("alertdialog");
  expect(question.textContent).toContain("You lettered panel 1 by hand.");
  await user.click(within(question).getByRole("button", { name: "Not Now" }));
  expect(document.activeElement).toBe(retry());
  await user.keyboard("{Enter}");
  await user.click(screen.getByRole("button", { name: "Keep My Bubbles" }));
  await waitFor(() =>
    expect(api.sent(generate)).toMatchObject([{ regenerateExisting: true, keepBubbles: true }]),
  );
});
