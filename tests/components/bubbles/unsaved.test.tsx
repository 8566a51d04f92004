import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { Panel } from "@/lib/scenes/schema";
import { storyAddress } from "../studio/workspace";
import { expectAccessible } from "../support/accessibility";
import { aBubble } from "../support/builders";
import { type Call, failWith, networkError } from "../support/server";
import {
  atLettering,
  changed,
  closed,
  dragLine,
  grips,
  isBack,
  line,
  said,
  save,
  words,
} from "./lettering";

describe("unsaved bubbles", () => {
  it("are dropped where Cancel asks, and adding again never accumulates", async () => {
    const workspace = await atLettering();
    const { user } = workspace;
    const saved = workspace.savedPanel().textBubbles.length;
    for (const text of ["Once", "Twice"]) {
      await workspace.openNew();
      expect(grips()).toHaveLength(saved + 1);
      expect(said()).toBe("");
      await workspace.write(text);
      await workspace.press("Cancel");
      await workspace.answer("Discard");
      await closed();
    }
    // Nothing was written: Cancel does not ask.
    await workspace.openNew();
    await workspace.press("Cancel");
    await closed();
    await workspace.openLine();
    expect(grips()).toHaveLength(saved);
    expect(isBack()).toBe(false);

    // Asked for twice, one waits for its words; with words, another one comes.
    await workspace.press("Add another bubble");
    await workspace.press("Add another bubble");
    expect(grips()).toHaveLength(saved + 1);
    await workspace.write("Half a thought");
    await user.keyboard("{Escape}");
    const keepOn = within(screen.getByRole("alertdialog")).getByRole("button", {
      name: "Keep editing",
    });
    expect(document.activeElement).toBe(keepOn);
    await expectAccessible();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("alertdialog")).toBeNull();
    expect(document.activeElement).toBe(words());
    expect(said()).toBe("Half a thought");
    await workspace.press("Close");
    await workspace.answer("Discard");
    await closed();

    await workspace.openLine();
    expect(grips()).toHaveLength(saved);
    await workspace.write("Said aloud");
    await workspace.press("Cancel");
    await workspace.answer("Keep editing");
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Cancel" }));
    await workspace.press("Cancel");
    await workspace.answer("Save");
    await closed();
    expect(workspace.savedPanel().textBubbles.map(({ text }) => text)).toEqual([
      "Said aloud",
      "Later that night",
    ]);
  });

  it("survive a reload, and adding again resumes them", async () => {
    const workspace = await atLettering();
    const before = workspace.savedPanel();
    /** Whether the browser would ask before the page is left. */
    const asks = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    await workspace.openNew();
    screen.getByRole("button", { name: "Add Bubble" });
    await workspace.press("Cancel");
    await closed();
    await workspace.openLine();
    expect(isBack()).toBe(false);
    await workspace.write("Half a thought!");
    expect(asks()).toBe(true);

    const again = await workspace.reload();
    await again.openLine();
    expect(isBack()).toBe(true);
    expect(said()).toBe("Half a thought!");
    expect(workspace.savedPanel()).toEqual(before);
    await again.press("Discard");
    expect(said()).toBe("Line 1");
    await again.press("Close");
    await closed();
    expect(asks()).toBe(false);

    const later = await workspace.reload();
    await later.openNew();
    await later.write("Left behind");
    expect(asks()).toBe(true);
    const last = await workspace.reload();
    await last.openNew();
    expect(said()).toBe("Left behind");
    expect(grips()).toHaveLength(before.textBubbles.length + 1);
    await last.press("Cancel");
    await last.answer("Discard");
    await closed();
    expect(asks()).toBe(false);
  });

  it("stay with an error when they cannot be saved", async () => {
    const workspace = await atLettering();
    const { api, user } = workspace;
    await workspace.openLine();
    api.answer({ [save]: failWith("unavailable", "Not now.") });
    await workspace.write("Other words");
    const fetched = api.calls(storyAddress).length;
    await workspace.press("Save Changes");
    await screen.findByText("Failed to update text: Not now.");
    expect(api.calls(storyAddress).length).toBeGreaterThan(fetched);
    screen.getByRole("slider", { name: "Bubble width" }).focus();
    await user.keyboard("{End}");
    await workspace.press("Save Changes");
    await screen.findByText("Failed to update panel: Not now.");
    expect(said()).toBe("Other words");
    api.answer({ [save]: workspace.takes });
    await workspace.press("Save Changes");
    await closed();
    // Saved: nothing of it is kept.
    await workspace.openLine();
    expect(said()).toBe("Other words");
    screen.getByText(/No changes yet/);
    expect(isBack()).toBe(false);
  });
});

it("on a touch screen the tools have labels and the help names gestures", async () => {
  const real = window.matchMedia.bind(window);
  vi.spyOn(window, "matchMedia").mockImplementation((query) =>
    query === "(pointer: coarse)" ? real("all") : real(query),
  );
  const workspace = await atLettering();
  await workspace.openLine();
  within(screen.getByRole("button", { name: "Add another bubble" })).getByText("Add");
  await workspace.press("Help");
  const help = screen.getByRole("region", { name: "Help" });
  expect(help.textContent).toContain("One tap");
  await workspace.press("Close help");
  expect(screen.queryByRole("region", { name: "Help" })).toBeNull();
});

it("a position that cannot be saved shows an error, and the story is loaded again", async () => {
  const { api, savedPanel } = await atLettering();
  api.answer({ [save]: failWith("unavailable", "The workspace is away for a moment.") });
  const place = () => line().getAttribute("style");
  const before = place();
  const fetched = api.calls(storyAddress).length;
  dragLine(80);
  expect(place()).not.toBe(before);
  await screen.findByText("Failed to save position: The workspace is away for a moment.");
  await waitFor(() => expect(api.calls(storyAddress).length).toBeGreaterThan(fetched));
  await waitFor(() => expect(place()).toBe(before));
  expect(savedPanel().textBubbles[0]?.position.y).toBe(0.2);
});

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
