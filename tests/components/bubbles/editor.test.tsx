import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { tailHandleId } from "@/components/bubbles/bubble-handles";
import { mergeWindowMs } from "@/lib/scenes/bubbles/history";
import { type Panel, updatePanelBody } from "@/lib/scenes/schema";
import { panel, storyAddress, storyOf } from "../studio/workspace";
import { expectAccessible } from "../support/accessibility";
import { aBubble, aPanel } from "../support/builders";
import { fill } from "../support/render";
import type { Call } from "../support/server";
import { renderWorkspace } from "../support/workspace";

it("a bubble has text, type, presets, style, Advanced and a notice of overflow; blank text is 'Text'", async () => {
  const story = storyOf([1]);
  const bubble = aBubble();
  const shown: Panel = aPanel(1, { textBubbles: [bubble] });
  const scenes = story.scenes.map((one) => ({ ...one, panels: [shown] }));
  const save = "PUT /api/scenes/{sceneId}/panels/{panelNumber}";
  let kept = { ...story, scenes };
  const { api, user } = await renderWorkspace(kept, {
    [storyAddress]: () => kept,
    [save]: ({ body }: Call) => {
      const { textBubbles = [] } = updatePanelBody.parse(body);
      const saved = { ...shown, textBubbles, version: 2 };
      kept = { ...kept, scenes: kept.scenes.map((one) => ({ ...one, panels: [saved] })) };
      return saved;
    },
  });
  within(panel(1, 1))
    .getByRole("button", { name: /^Edit Keeper/ })
    .focus();
  await user.keyboard("{Enter}");
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Speech Bubbles" }));
  dialog.getByRole("button", { name: "Save Changes" });
  const slider = (name: string) => dialog.getByRole<HTMLInputElement>("slider", { name });
  const press = async (name: string, key: string) => {
    slider(name).focus();
    await user.keyboard(`{${key}}`);
    return slider(name).value;
  };
  const radio = (name: string) => dialog.getByRole<HTMLInputElement>("radio", { name });
  const choose = (name: string) => user.click(radio(name));

  // Sliders have the ends and steps of the specification.
  for (const [name, min, max, step] of [
    ["Font size", "8", "72", 1],
    ["Bubble width", "80", "300", 10],
  ] as const) {
    expect(await press(name, "Home")).toBe(min);
    expect(await press(name, "ArrowRight")).toBe(String(Number(min) + step));
    expect(await press(name, "End")).toBe(max);
  }
  // Six presets, as drawn bubbles with a name.
  const presets = within(dialog.getByRole("group", { name: "Preset" }));
  expect(presets.getAllByRole("radio")).toHaveLength(6);
  for (const name of ["Speech Default", "Shout", "Whisper", "Thought", "Narration", "Subtitle"]) {
    await choose(name);
    expect(radio(name).checked).toBe(true);
  }
  expect(slider("Font size").value).toBe("18");
  expect(slider("Bubble width").value).toBe("300");
  await choose("Thought");
  expect(dialog.getByRole("combobox", { name: "Type" }).textContent).toContain("Thought");
  expect(radio("Cloud").checked).toBe(true);

  // Style, and what is seldom changed.
  await choose("Creepster");
  const lettering = () =>
    screen.getByRole("group", { name: "Panel being lettered" }).querySelector("svg text");
  expect(lettering()).not.toBeNull();
  fireEvent.change(dialog.getByLabelText("Background colour"), { target: { value: "#222222" } });
  dialog.getByText(/^Contrast 1\.\d : 1, hard to read$/);
  fireEvent.change(dialog.getByLabelText("Text colour"), { target: { value: "#ffffff" } });
  dialog.getByText(/^Contrast 15\.\d : 1, easy to read$/);
  await choose("Top right");
  await user.click(dialog.getByRole("switch", { name: "Shadow" }));
  await user.click(dialog.getByText("Advanced"));
  await choose("Dashed");
  await press("Opacity", "Home");
  await press("Opacity", "PageUp");
  await expectAccessible();

  // Keys of a word being composed, and arrows, belong to the text.
  const text = dialog.getByRole("textbox", { name: "Text" });
  const before = (text as HTMLTextAreaElement).value;
  const at = () => dialog.getByRole("button", { name: /bubble 1 of 1$/ }).getAttribute("style");
  fireEvent.compositionStart(text);
  fireEvent.input(text, { target: { value: "´" }, isComposing: true });
  fireEvent.keyDown(text, { key: "z", ctrlKey: true, isComposing: true, keyCode: 229 });
  expect(text).toHaveProperty("value", "´");
  fireEvent.keyDown(text, { key: "Escape", isComposing: true, keyCode: 229 });
  await new Promise((done) => setTimeout(done, mergeWindowMs + 50));
  fireEvent.input(text, { target: { value: "é" }, isComposing: true });
  fireEvent.compositionEnd(text);
  expect(text).toHaveProperty("value", "é");
  text.focus();
  const place = at();
  await user.keyboard("{ArrowLeft}{ArrowUp}");
  expect(at()).toBe(place);
  // Z by its letter on a French keyboard, by its place on a Russian one.
  fireEvent.keyDown(text, { key: "w", code: "KeyZ", ctrlKey: true });
  expect(text).toHaveProperty("value", "é");
  fireEvent.keyDown(text, { key: "я", code: "KeyZ", ctrlKey: true });
  expect(text).toHaveProperty("value", before);
  const grip = dialog.getByRole("button", { name: /bubble 1 of 1$/ });
  fireEvent.keyDown(grip, { key: "е", code: "KeyT" });
  expect(document.activeElement?.id).toBe(tailHandleId);

  // Text that does not fit says so, and fits when asked to.
  const words = dialog.getByRole("textbox", { name: "Text" });
  const tooMuch = /^This text does not fit/;
  await fill(user, words, "Incomprehensibilities everywhere");
  await press("Font size", "End");
  dialog.getByText(tooMuch);
  await expectAccessible();
  await user.click(dialog.getByRole("button", { name: "Make it fit" }));
  expect(dialog.queryByText(tooMuch)).toBeNull();
  expect(slider("Font size").value).not.toBe("72");

  // A character that no font has is named as it is typed.
  fireEvent.change(words, { target: { value: "Hm 𒀀" } });
  dialog.getByText(/^No font has the character 𒀀, so a dot is drawn/);
  fireEvent.change(words, { target: { value: "Hm" } });
  expect(dialog.queryByText(/^No font has/)).toBeNull();

  await user.click(dialog.getByRole("combobox", { name: "Anchor" }));
  await user.click(await screen.findByRole("option", { name: "Bottom right" }));
  await waitFor(() => expect(screen.queryByRole("listbox")).toBeNull());

  fireEvent.change(words, { target: { value: "a".repeat(501) } });
  await user.click(dialog.getByRole("button", { name: "Save Changes" }));
  dialog.getByText("Bubble text must be at most 500 characters");
  await waitFor(() => expect(document.activeElement).toBe(words));
  // Empty text renders nothing; stored as 'Text'.
  await fill(user, words, "   ");
  expect(lettering()).toBeNull();
  await user.dblClick(dialog.getByRole("button", { name: "Save Changes" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(api.calls(save)).toHaveLength(1);
  expect(kept.scenes[0]?.panels[0]?.textBubbles[0]).toMatchObject({
    text: "Text",
    type: "thought",
    position: { anchor: "bottom-right" },
    style: {
      fontFamily: "Creepster",
      textColor: "#ffffff",
      backgroundColor: "#222222",
      borderStyle: "dashed",
      bubbleShape: "cloud",
      tailDirection: "top-right",
      shadow: false,
    },
  });
  within(panel(1, 1)).getByRole("button", { name: /“Text”/ });
});

it("a large panel has the letters of its page in the workspace, and either size in the editor", async () => {
  const story = storyOf([3]);
  const panels = [aPanel(1, { textBubbles: [aBubble()] }), aPanel(2), aPanel(3)];
  const scenes = story.scenes.map((one) => ({ ...one, panels }));
  const { user } = await renderWorkspace({ ...story, scenes });
  const width = (of: HTMLElement) =>
    Number(of.querySelector("svg.panel-bubbles")?.getAttribute("viewBox")?.split(" ")[2]);
  expect(width(panel(1, 1))).toBeGreaterThan(600);
  within(panel(1, 1))
    .getByRole("button", { name: /^Edit Keeper/ })
    .focus();
  await user.keyboard("{Enter}");
  const stage = await screen.findByRole("group", { name: "Panel being lettered" });
  const toggle = screen.getByRole("button", { name: "As on its page" });
  for (const isOnPage of [false, true, false]) {
    expect(width(stage) > 600).toBe(isOnPage);
    expect(toggle.getAttribute("aria-pressed")).toBe(String(isOnPage));
    await user.click(toggle);
  }
});
