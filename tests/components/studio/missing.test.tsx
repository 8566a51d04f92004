import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { MissingMark } from "@/components/studio/scenes/missing-mark";
import { useRegeneratePanel } from "@/components/studio/scenes/use-regenerate-panel";
import { expectAccessible } from "../support/accessibility";
import { anImageJob, aPanel, aScene, aStory, testUser } from "../support/builders";
import { render } from "../support/render";
import { server } from "../support/server";

const panel = aPanel(1, { misses: ["Odile is not in the picture", "One cannot see a bell"] });
const scene = aScene(1, 1, { panels: [panel] });
const story = aStory({ scenes: [scene] });

function Marked() {
  const regenerate = useRegeneratePanel(story._id);
  return (
    <MissingMark
      storyId={story._id}
      misses={panel.misses ?? []}
      onRepair={() => void regenerate(scene._id, panel, { repair: true })}
    />
  );
}

it("a picture that lacks something says what, and its author has it repaired", async () => {
  const ask = "POST /api/ai/regenerate-panel";
  const api = server({
    [ask]: { jobId: anImageJob().jobId },
    "GET /api/stories/{storyId}": story,
  });
  const { user } = await render(<Marked />, { viewer: testUser() });
  const mark = screen.getByRole("group");
  await user.click(screen.getByText("2 things are missing"));
  expect(
    within(mark)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual([...["Odile is not in the picture.", "One cannot see a bell."]]);
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Repair this" }));
  expect(api.sent(ask)).toEqual([{ sceneId: scene._id, panelNumber: 1, repair: true }]);
});
