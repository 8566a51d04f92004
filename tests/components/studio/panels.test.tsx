import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { getQueryClient } from "@/components/shell/query-client";
import { PanelMarks } from "@/components/studio/scenes/panel-marks";
import { useRegeneratePanel } from "@/components/studio/scenes/use-regenerate-panel";
import type { Panel } from "@/lib/scenes/schema";
import { storyCostsOptions } from "@/lib/spending/client";
import { expectAccessible } from "../support/accessibility";
import { anImageJob, aPanel, aScene, aStory, freeCosts, testUser } from "../support/builders";
import { render } from "../support/render";
import { emitStoryChange, server } from "../support/server";
import { renderWorkspace } from "../support/workspace";
import { panel, sheet, storyAddress, storyOf } from "./workspace";
import "../support/popover";

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
  expect(document.activeElement).toBe(at(6).getByRole("button", { name: "Add speech bubble" }));
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

const lacking = aPanel(1, { misses: ["Odile is not in the picture", "One cannot see a bell"] });
const scene = aScene(1, 1, { panels: [lacking] });
const story = aStory({ scenes: [scene] });

function Marked() {
  const regenerate = useRegeneratePanel(story._id);
  return (
    <PanelMarks
      storyId={story._id}
      panel={lacking}
      onDrawAgain={vi.fn()}
      onEditMedia={vi.fn()}
      onRepair={() => void regenerate(scene._id, lacking, { repair: true })}
    />
  );
}

it("a picture that lacks something says what, and its author has it repaired", async () => {
  const ask = "POST /api/ai/regenerate-panel";
  const api = server({
    [ask]: { jobId: anImageJob().jobId },
    "GET /api/stories/{storyId}": story,
    "GET /api/stories/{storyId}/stale-panels": [],
  });
  const { user } = await render(<Marked />, { viewer: testUser() });
  await user.click(screen.getByRole("button", { name: "2 things are missing" }));
  const menu = within(screen.getByRole("menu"));
  for (const sentence of ["Odile is not in the picture.", "One cannot see a bell."])
    await menu.findByText(sentence);
  await expectAccessible();
  await user.click(menu.getByRole("menuitem", { name: "Repair this" }));
  expect(api.sent(ask)).toEqual([{ sceneId: scene._id, panelNumber: 1, repair: true }]);
});

it("a picture whose check has failed says why, and leads to its takes", async () => {
  server({ "GET /api/stories/{storyId}/stale-panels": [] });
  const onEditMedia = vi.fn();
  const { user } = await render(
    <PanelMarks
      storyId={story._id}
      panel={aPanel(1, { checkProblem: "The vision service cannot be reached." })}
      onDrawAgain={vi.fn()}
      onRepair={vi.fn()}
      onEditMedia={onEditMedia}
    />,
    { viewer: testUser() },
  );
  await user.click(screen.getByRole("button", { name: "Not checked" }));
  const menu = within(screen.getByRole("menu"));
  await menu.findByText("The vision service cannot be reached.");
  await user.click(menu.getByRole("menuitem", { name: "Edit media" }));
  expect(onEditMedia).toHaveBeenCalledOnce();
});

const staleAddress = "GET /api/stories/{storyId}/stale-panels";

it("panels that are out of date say why, are drawn again on request, and are then as others", async () => {
  const story = storyOf([3]);
  const [first, , third] = story.scenes[0]?.panels ?? [];
  const priced = {
    ...freeCosts,
    isFree: false,
    panel: { micros: 70_000, isUnknown: false },
  };
  const { api, user } = await renderWorkspace(story, {
    "POST /api/ai/regenerate-panel": () => ({ jobId: crypto.randomUUID() }),
    "GET /api/ai/image-status/{jobId}": () => new Promise(() => {}),
  });
  getQueryClient().setQueryData(storyCostsOptions(story._id).queryKey, priced);
  expect(screen.queryByText(/out of date/i)).toBeNull();
  api.answer({
    [staleAddress]: [
      { panelId: first?._id, reasons: ["Mara looks different now"] },
      { panelId: third?._id, reasons: ["Mara looks different now", "The mill has changed"] },
    ],
  });
  await emitStoryChange(story._id);

  const notice = (await screen.findByText("2 panels are out of date")).closest<HTMLElement>(
    "[role=status]",
  );
  if (!notice) throw new Error("The notice is announced.");
  within(notice).getByText(/Mara looks different now\. The mill has changed\./);
  within(notice).getByText("About $0.14");
  expect(within(panel(1, 2)).queryByText("Out of date")).toBeNull();
  const mark = within(panel(1, 3)).getByRole("button", { name: "Out of date" });
  await user.click(mark);
  await within(panel(1, 3)).findByText("The mill has changed.");
  within(panel(1, 3)).getByRole("menuitem", { name: "Draw again About $0.07" });
  await expectAccessible();
  await user.keyboard("{Escape}");
  expect(api.calls("POST /api/ai/regenerate-panel")).toHaveLength(0);

  await user.click(within(notice).getByRole("button", { name: "Draw these again" }));
  await waitFor(() => expect(api.calls("POST /api/ai/regenerate-panel")).toHaveLength(2));
  within(panel(1, 1)).getByText("Generating");
  api.answer({ [staleAddress]: [] });
  await emitStoryChange(story._id);
  await waitFor(() => expect(screen.queryByText(/out of date/i)).toBeNull());
});
