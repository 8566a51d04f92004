import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Panel } from "@/lib/scenes/schema";
import { storyAddress } from "../studio/workspace";
import { expectAccessible } from "../support/accessibility";
import { aBubble } from "../support/builders";
import { type Call, networkError } from "../support/server";
import { atLettering, changed, closed, dragLine, grips, said, save, words } from "./lettering";

describe("unsaved bubbles beside another tab", () => {
  it("stay off the next panel when another tab removes theirs", async () => {
    const workspace = await atLettering(3);
    await workspace.openNew(2);
    await workspace.write("Meant for the second");
    const third = workspace.savedPanel(3);
    workspace.change(([first, , last]) => [first as Panel, { ...(last as Panel), panelNumber: 2 }]);
    await workspace.tell();
    await screen.findByText("This panel is no longer there.");
    expect(said()).toBe("Meant for the second");
    await workspace.press("Add Bubble");
    await screen.findByText("Failed to update panel: This panel is no longer there.");
    expect(said()).toBe("Meant for the second");
    expect(workspace.savedPanel(2)).toEqual({ ...third, panelNumber: 2 });
  });

  it("show beside the other tab's changes, for the author to choose", async () => {
    const workspace = await atLettering();
    const { user } = workspace;
    // Nothing of one's own: the other tab's bubbles come by themselves.
    await workspace.openLine();
    workspace.retitle("From the other tab");
    await workspace.tell();
    await waitFor(() => expect(said()).toBe("From the other tab"));
    expect(screen.queryByText(changed)).toBeNull();

    // The live stream tells of a change before anything is saved.
    await workspace.write("Mine");
    workspace.retitle("Theirs");
    await workspace.tell();
    await screen.findByText(changed);
    const [mine, theirs] = screen
      .getAllByRole("figure")
      .filter((figure) => within(figure).queryByRole("button", { name: /^(Keep|Use)/ }))
      .map((figure) => figure.textContent);
    expect(mine).toMatch(/^Yours.*Mine/);
    expect(theirs).toMatch(/^Saved now.*Theirs/);
    await expectAccessible();
    await workspace.press("Save Changes");
    screen.getByRole("dialog");
    expect(workspace.savedPanel().textBubbles[0]?.text).toBe("Theirs");
    await workspace.press("Use the saved ones");
    expect(said()).toBe("Theirs");
    words().focus();
    await user.keyboard("{Control>}z{/Control}");
    expect(said()).toBe("Mine");
    workspace.retitle("Theirs again");
    await workspace.tell();
    await screen.findByText(changed);
    await workspace.press("Keep mine");
    await workspace.press("Save Changes");
    await closed();
    expect(workspace.savedPanel().textBubbles[0]?.text).toBe("Mine");
  });

  it("are undone without the other tab's, which came before, with or after a save", async () => {
    const workspace = await atLettering();
    const { user } = workspace;
    const extra = (id: string, y: number) =>
      aBubble({ id, text: id, position: { x: 0.5, y, anchor: "center" } });
    const addTheirs = (id: string, y: number) =>
      workspace.keep(1, [...workspace.savedPanel().textBubbles, extra(id, y)]);
    await workspace.openLine();
    await workspace.write("Mine");
    // Told by the live stream.
    addTheirs("before", 0.4);
    await workspace.tell();
    await waitFor(() => expect(grips()).toHaveLength(3));
    // Known only from the answer to the save.
    addTheirs("with", 0.5);
    words().focus();
    await user.keyboard("{Control>}s{/Control}");
    await waitFor(() => expect(grips()).toHaveLength(4));
    addTheirs("after", 0.6);
    await workspace.tell();
    await waitFor(() => expect(grips()).toHaveLength(5));
    expect(said()).toBe("Mine");
    await user.keyboard("{Control>}z{/Control}");
    expect(said()).toBe("Line 1");
    expect(grips()).toHaveLength(5);
    await user.keyboard("{Control>}z{/Control}");
    expect(grips()).toHaveLength(5);
    await workspace.press("Save Changes");
    await closed();
    expect(workspace.savedPanel().textBubbles.map(({ text }) => text)).toEqual([
      "Line 1",
      "Later that night",
      "before",
      "with",
      "after",
    ]);
  });

  it("typed while a save is answered never replace what the other tab wrote there", async () => {
    const workspace = await atLettering();
    const { api, user, savedPanel } = workspace;
    const held = Promise.withResolvers<void>();
    api.answer({ [save]: (call: Call) => held.promise.then(() => workspace.takes(call)) });
    await workspace.openLine();
    await act(() => grips()[1]?.focus());
    await workspace.write("Mine");
    await user.keyboard("{Control>}s{/Control}");
    await act(() => grips()[0]?.focus());
    workspace.retitle("Theirs");
    await workspace.write("Typed meanwhile");
    held.resolve();
    await screen.findByText(changed);
    expect(said()).toBe("Typed meanwhile");
    expect(savedPanel().textBubbles.map(({ text }) => text)).toEqual(["Theirs", "Mine"]);
  });

  it("of a drag are merged with the other tab's, and what both have moved stays there, with an error", async () => {
    const workspace = await atLettering();
    workspace.api.answer({ [storyAddress]: networkError() });
    workspace.retitle("Theirs");
    dragLine(50);
    await screen.findByText("Bubble moved");
    const [saved] = workspace.savedPanel().textBubbles;
    expect(saved?.text).toBe("Theirs");
    expect(saved?.position.y).toBeGreaterThan(0.25);

    const elsewhere = { x: 0.3, y: 0.6, anchor: "center" } as const;
    const theirs = workspace
      .savedPanel()
      .textBubbles.map((one, index) => (index === 0 ? { ...one, position: elsewhere } : one));
    workspace.keep(1, theirs);
    dragLine(50);
    await screen.findByText(/^Failed to save position: This panel was changed/);
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(workspace.savedPanel().textBubbles).toEqual(theirs);
  });
});
