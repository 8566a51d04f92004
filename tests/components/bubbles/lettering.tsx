import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, vi } from "vitest";
import type { TextBubble } from "@/lib/scenes/bubbles/schema";
import type { Panel } from "@/lib/scenes/schema";
import type { Story } from "@/lib/stories/schema";
import { panel, reload, storyAddress, storyOf, type Workspace } from "../studio/workspace";
import { aBubble } from "../support/builders";
import { fill } from "../support/render";
import { type Call, emitStoryChange, failWith } from "../support/server";
import { renderWorkspace } from "../support/workspace";

export const save = "PUT /api/scenes/{sceneId}/panels/{panelNumber}";
export const changed = "The bubbles of this panel were changed elsewhere in the meantime";
export const back = "Your unsaved changes are back.";

/** A panel whose keeper says a line, beside a narration, at a server that keeps what is saved. */
export async function atLettering(panels = 1) {
  const plain = storyOf([panels]);
  const bubbles = (number: number) => [
    aBubble({ text: `Line ${number}` }),
    aBubble({
      id: "bubble-2",
      type: "narration",
      text: "Later that night",
      speaker: null,
      position: { x: 0.5, y: 0.8, anchor: "center" },
    }),
  ];
  let kept: Story = {
    ...plain,
    scenes: plain.scenes.map((scene) => ({
      ...scene,
      panels: scene.panels.map((one) => ({ ...one, textBubbles: bubbles(one.panelNumber) })),
    })),
  };
  const change = (panels: (before: Panel[]) => Panel[]) => {
    kept = { ...kept, scenes: kept.scenes.map((one) => ({ ...one, panels: panels(one.panels) })) };
  };
  const savedPanel = (number = 1) => kept.scenes[0]?.panels[number - 1] as Panel;
  const keep = (number: number, textBubbles: TextBubble[]) => {
    change((before) =>
      before.map((one) =>
        one.panelNumber === number ? { ...one, textBubbles, version: one.version + 1 } : one,
      ),
    );
    return savedPanel(number);
  };
  const takes = ({ params, body }: Call) => {
    const { textBubbles, version } = body as { textBubbles: TextBubble[]; version: number };
    const number = Number(params.panelNumber);
    const current = savedPanel(number);
    if (version !== current.version)
      return failWith("stale_version", "This panel was changed.", { data: current });
    return keep(number, textBubbles);
  };
  const workspace = await renderWorkspace(kept, { [storyAddress]: () => kept, [save]: takes });
  return {
    ...workspace,
    savedPanel,
    keep,
    change,
    takes,
    tell: () => emitStoryChange(kept._id),
    /** Saves the first line as another tab. */
    retitle: (text: string) =>
      keep(
        1,
        savedPanel().textBubbles.map((one, index) => (index === 0 ? { ...one, text } : one)),
      ),
    reload: () => reload(kept).then((again) => actions(again)),
    ...actions(workspace),
  };
}

function actions({ user }: Pick<Workspace, "user">) {
  const find = () =>
    screen.findByRole("dialog", { name: /^(Add Speech Bubble|Edit Speech Bubbles)$/ });
  const inPanel = (name: string | RegExp, number = 1) =>
    within(panel(1, number)).getByRole("button", { name });
  const open = async (name: string | RegExp, number = 1) => {
    const button = inPanel(name, number);
    button.focus();
    await user.keyboard("{Enter}");
    await find();
  };
  return {
    openLine: () => open(/^Edit Keeper/),
    openNew: (number = 1) => open("Add speech bubble", number),
    press: async (name: string) => user.click(within(await find()).getByRole("button", { name })),
    answer: async (name: string) =>
      user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name })),
    write: (text: string) => fill(user, words(), text),
  };
}

export const words = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Text" });
export const said = () => words().value;
export const grips = () =>
  within(screen.getByRole("group", { name: "Panel being lettered" })).getAllByRole("button", {
    name: /bubble \d/,
  });
export const closed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
export const isBack = () => screen.queryByText(back) !== null;

export const line = () => within(panel(1, 1)).getByRole("button", { name: /^Edit Keeper/ });

/** Down by so many pixels of a panel that is 400 high. */
export function dragLine(down: number) {
  const grip = line();
  const frame = { width: 300, height: 400 } as DOMRect;
  vi.spyOn(grip.parentElement as Element, "getBoundingClientRect").mockReturnValue(frame);
  const pointer = (name: string, target: Element | Window, clientY: number) =>
    fireEvent(
      target,
      new PointerEvent(name, { pointerId: 1, isPrimary: true, clientY, bubbles: true }),
    );
  pointer("pointerdown", grip, 0);
  pointer("pointermove", window, down);
  pointer("pointerup", window, down);
}
