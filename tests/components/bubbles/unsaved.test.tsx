import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { storyAddress } from "../studio/workspace";
import { expectAccessible } from "../support/accessibility";
import { failWith } from "../support/server";
import { atLettering, closed, dragLine, grips, isBack, line, said, save, words } from "./lettering";

describe("unsaved bubbles", () => {
  it("are dropped by Cancel of a new one, and adding again never accumulates", async () => {
    const workspace = await atLettering();
    const { user } = workspace;
    const saved = workspace.savedPanel().textBubbles.length;
    for (const text of ["Once", "Twice"]) {
      await workspace.openNew();
      expect(grips()).toHaveLength(saved + 1);
      expect(said()).toBe("");
      await workspace.write(text);
      await workspace.press("Cancel");
      await closed();
    }
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
    await closed();
    expect(asks()).toBe(false);
  });

  it("stay with an error when they cannot be saved", async () => {
    const workspace = await atLettering();
    const { api, user } = workspace;
    await workspace.openLine();
    api.answer({ [save]: failWith("unavailable", "Not now.") });
    await workspace.write("Other words");
    await workspace.press("Save Changes");
    await screen.findByText("Failed to update text: Not now.");
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
