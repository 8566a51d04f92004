import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { TakeDetails } from "@/components/media/takes/take-details";
import { toast } from "@/components/ui/toast";
import { expectAccessible } from "../support/accessibility";
import { aPanel, aPicture, aScene, aStory, aTake, testId, testUser } from "../support/builders";
import { render } from "../support/render";
import { defer, failWith, raw, server } from "../support/server";
import { renderWorkspace } from "../support/workspace";

it("a take whose check has failed says why, and is checked again", async () => {
  const scene = aScene(1, 1);
  const ask = "POST /api/ai/check-picture";
  const api = server({
    [ask]: failWith("ai_unavailable", "The AI service did not answer in time."),
  });
  const take = aTake({ checkProblem: "The vision service cannot be reached." });
  const { user, unmount } = await render(
    <TakeDetails
      {...{ take: { ...take, number: 1 }, sceneId: scene._id, panelNumber: 1, isInUse: true }}
      onDeleted={() => {}}
    />,
    { viewer: testUser() },
  );
  screen.getByText("The vision service cannot be reached.");
  await expectAccessible();
  await user.click(screen.getByRole("button", { name: "Check again" }));
  await screen.findByText("The AI service did not answer in time.");
  expect(api.sent(ask)).toEqual([{ sceneId: scene._id, panelNumber: 1, takeId: take._id }]);
  // The dialog is closed before the answer.
  const late = defer(failWith("ai_unavailable", "The AI service is busy."));
  api.answer({ [ask]: late.answer });
  await user.click(screen.getByRole("button", { name: "Check again" }));
  unmount();
  const told = vi.spyOn(toast, "error");
  await late.release();
  await waitFor(() => expect(told).toHaveBeenCalledWith("The AI service is busy."));
});

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
  const toast = (await screen.findByText("Panel updated")).closest("li");
  expect(toast?.textContent).toContain(`Panel ${panel.panelNumber} of scene ${scene.sceneNumber}`);
  const imageUrl = aPicture("3");
  expect(api.sent(save)).toEqual([1, 2, 2].map((version) => ({ imageUrl, version })));
});
