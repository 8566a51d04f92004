import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { UpdatePanelInput } from "@/lib/scenes/schema";
import { storyOf } from "../studio/workspace";
import { aBubble } from "../support/builders";
import { type Call, failWith } from "../support/server";
import { renderWorkspace } from "../support/workspace";

const put = "PUT /api/scenes/{sceneId}/panels/{panelNumber}";

it("a bubble that a mouse has moved goes back by Ctrl+Z and by the toast, which says where", async () => {
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 400, 600));
  const story = storyOf([1]);
  const [scene] = story.scenes;
  const [panel] = scene?.panels ?? [];
  if (!scene || !panel) throw new Error("There is a panel.");
  const bubble = aBubble({ position: { x: 0.5, y: 0.5, anchor: "center" } });
  let saved = { ...panel, textBubbles: [bubble] };
  const shown = () => ({ ...story, scenes: [{ ...scene, panels: [saved] }] });
  const { api, user } = await renderWorkspace(shown(), {
    "GET /api/stories/{storyId}": shown,
    [put]({ body }: Call) {
      const { textBubbles = [] } = body as UpdatePanelInput;
      saved = {
        ...saved,
        textBubbles: textBubbles as typeof saved.textBubbles,
        version: saved.version + 1,
      };
      return saved;
    },
  });
  const drag = async (times: number) => {
    const grip = await screen.findByRole("button", { name: /^Edit Keeper/ });
    grip.setPointerCapture = () => {};
    const at = (x: number, y: number) => ({
      clientX: x,
      clientY: y,
      pointerId: 1,
      isPrimary: true,
      button: 0,
    });
    fireEvent.pointerDown(grip, { ...at(200, 300), pointerType: "mouse" });
    fireEvent.pointerMove(window, at(200, 420));
    fireEvent.pointerUp(window, at(200, 420));
    await waitFor(() => expect(api.calls(put)).toHaveLength(times));
    await waitFor(() => expect(saved.textBubbles[0]?.position.y).toBeGreaterThan(0.6));
    await waitFor(() => expect(screen.getAllByText("Bubble moved").length).toBeGreaterThan(0));
  };
  await drag(1);
  screen.getByText("Panel 1 of scene 1");
  await user.keyboard("{Control>}z{/Control}");
  await screen.findByText("Undone");
  expect(saved.textBubbles).toEqual([bubble]);

  await drag(3);
  await user.click(screen.getAllByRole("button", { name: "Undo" })[0] as HTMLElement);
  await waitFor(() => expect(saved.textBubbles).toEqual([bubble]));

  // A move that cannot be taken back says so.
  await drag(5);
  api.answer({ [put]: failWith("unavailable", "The ink is dry.") });
  // Z on a Greek keyboard.
  fireEvent.keyDown(document.body, { key: "ζ", code: "KeyZ", ctrlKey: true });
  await screen.findByText("Failed to save position: The ink is dry.");
});
