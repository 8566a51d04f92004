import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { expectAccessible } from "../support/accessibility";
import "../support/popover";
import { emitStoryChange } from "../support/server";
import { renderWorkspace } from "../support/workspace";
import { panel, storyOf } from "./workspace";

const address = "GET /api/stories/{storyId}/stale-panels";

it("panels that are out of date say why, are drawn again on request, and are then as others", async () => {
  const story = storyOf([3]);
  const [first, , third] = story.scenes[0]?.panels ?? [];
  const priced = {
    isFree: false,
    spent: { micros: 0, calls: 0, unpricedCalls: 0 },
    video: { micros: 0, isUnknown: false },
    picture: { micros: 40_000, isUnknown: false },
    scene: { fixed: { micros: 0, isUnknown: false }, perPanel: { micros: 0, isUnknown: false } },
  };
  const { api, user } = await renderWorkspace(story, {
    "GET /api/stories/{storyId}/costs": priced,
    "POST /api/ai/regenerate-panel": () => ({ jobId: crypto.randomUUID() }),
    "GET /api/ai/image-status/{jobId}": () => new Promise(() => {}),
  });
  expect(screen.queryByText(/out of date/i)).toBeNull();
  api.answer({
    [address]: [
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
  expect(within(panel(1, 2)).queryByText("Out of date")).toBeNull();
  const mark = within(panel(1, 3)).getByRole("button", { name: "Out of date" });
  await user.click(mark);
  await within(panel(1, 3)).findByText("The mill has changed.");
  within(panel(1, 3)).getByRole("menuitem", { name: /Draw again/ });
  await expectAccessible();
  await user.keyboard("{Escape}");
  expect(api.calls("POST /api/ai/regenerate-panel")).toHaveLength(0);

  await user.click(within(notice).getByRole("button", { name: "Draw these again" }));
  await waitFor(() => expect(api.calls("POST /api/ai/regenerate-panel")).toHaveLength(2));
  within(panel(1, 1)).getByText("Generating");
  api.answer({ [address]: [] });
  await emitStoryChange(story._id);
  await waitFor(() => expect(screen.queryByText(/out of date/i)).toBeNull());
});
