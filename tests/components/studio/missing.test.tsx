import { screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { PanelMarks } from "@/components/studio/scenes/panel-marks";
import { useRegeneratePanel } from "@/components/studio/scenes/use-regenerate-panel";
import { expectAccessible } from "../support/accessibility";
import "../support/popover";
import { anImageJob, aPanel, aScene, aStory, testUser } from "../support/builders";
import { render } from "../support/render";
import { server } from "../support/server";

const panel = aPanel(1, { misses: ["Odile is not in the picture", "One cannot see a bell"] });
const scene = aScene(1, 1, { panels: [panel] });
const story = aStory({ scenes: [scene] });

function Marked() {
  const regenerate = useRegeneratePanel(story._id);
  return (
    <PanelMarks
      storyId={story._id}
      panel={panel}
      onDrawAgain={vi.fn()}
      onEditMedia={vi.fn()}
      onRepair={() => void regenerate(scene._id, panel, { repair: true })}
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
