import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aPanel, aPicture, aScene, aStory, aTake, testId } from "../support/builders";
import { failWith, raw } from "../support/server";
import { renderWorkspace } from "../support/workspace";

it("a stale choice names the newer one, and a failed save shows its error", async () => {
  const scene = aScene();
  const [panel = aPanel()] = scene.panels;
  const { api, user } = await renderWorkspace(aStory({ scenes: [scene] }));
  const takes = [1, 2, 3].map((number) =>
    aTake({ _id: testId(`9${number}`), url: aPicture(`${number}`) }),
  );
  const save = "PUT /api/scenes/{sceneId}/panels/{panelNumber}";
  // Another tab has put the second take onto the panel; this one did not hear of it.
  const theirs = { ...panel, imageUrl: aPicture("2"), version: 2 };
  api.answer({
    "GET /api/scenes/{sceneId}/panels/{panelNumber}/outfits": [],
    "GET /api/scenes/{sceneId}/panels/{panelNumber}/takes": takes.toReversed(),
    [save]: failWith("stale_version", "This panel was changed.", { data: theirs }),
  });
  await user.click(await screen.findByRole("button", { name: "Edit media" }));
  const media = within(await screen.findByRole("dialog", { name: "Edit Media" }));
  await user.click(await media.findByRole("button", { name: /^Take 3\b/ }));
  const choose = () => user.dblClick(media.getByRole("button", { name: "Use This Image" }));
  await choose();
  await media.findByText("This panel was changed elsewhere in the meantime");
  const theirTake = media.getByRole("button", { name: /^Take 2\b/ });
  expect(theirTake.textContent).toContain("On the panel");

  // The second press means it; that it cannot be saved is said, and nothing is lost.
  api.answer({ [save]: raw({ success: false, message: "the shelf is full" }, 500) });
  await choose();
  await media.findByText("Failed to update panel: the shelf is full");
  const third = media.getByRole("button", { name: /^Take 3\b/, pressed: true });
  expect(third.textContent).not.toContain("On the panel");
  api.answer({ [save]: { ...theirs, imageUrl: aPicture("3"), version: 3 } });
  await choose();
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Edit Media" })).toBeNull());
  const imageUrl = aPicture("3");
  expect(api.sent(save)).toEqual([1, 2, 2].map((version) => ({ imageUrl, version })));
});
