import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { generate, sheet, storyOf } from "../studio/workspace";
import { aBubble, aPanel } from "../support/builders";
import { raw } from "../support/server";
import { renderWorkspace } from "../support/workspace";

it("a scene lettered by hand is regenerated only after its author decides about its bubbles", async () => {
  const story = storyOf([1]);
  const panels = [aPanel(1, { textBubbles: [aBubble({ byHand: true })] })];
  const scenes = story.scenes.map((one) => ({ ...one, panels }));
  const { api, user } = await renderWorkspace(
    { ...story, scenes },
    { [generate]: raw({ success: false, message: "Not now." }, 503) },
  );
  await user.click(within(sheet(1)).getByRole("button", { name: "Edit scene" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Scene" }));
  const again = () => dialog.getByRole("button", { name: "Regenerate Scene" });
  const question = () => within(dialog.getByRole("alertdialog"));
  await user.click(again());
  dialog.getByRole("alertdialog", { name: /^You lettered panel 1 by hand\./ });
  const keep = question().getByRole("button", { name: "Keep My Bubbles" });
  expect(document.activeElement).toBe(keep);
  await user.keyboard("{Escape}");
  expect(dialog.queryByRole("alertdialog")).toBeNull();
  expect(document.activeElement).toBe(again());
  expect(api.calls(generate)).toEqual([]);
  for (const [answer, keepBubbles] of [
    ["Keep My Bubbles", true],
    ["Write New Ones", undefined],
  ] as const) {
    const before = api.calls(generate).length;
    await user.click(again());
    await user.dblClick(question().getByRole("button", { name: answer }));
    await waitFor(() => expect(api.calls(generate)).toHaveLength(before + 1));
    expect((api.sent(generate).at(-1) as { keepBubbles?: boolean }).keepBubbles).toBe(keepBubbles);
    // A busy button stays enabled and ignores clicks.
    await waitFor(() => expect(again().getAttribute("aria-busy")).toBeNull());
  }
});
