import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { AddPanelInput, Panel, Scene } from "@/lib/scenes/schema";
import { expectAccessible } from "../support/accessibility";
import { aBubble, aTake, testId } from "../support/builders";
import "../support/popover";
import type { Call } from "../support/server";
import { renderWorkspace } from "../support/workspace";
import {
  generate,
  panel,
  promptBox,
  reload,
  sceneStatus,
  sheet,
  storyAddress,
  storyOf,
  stubIntersectionObserver,
} from "./workspace";

stubIntersectionObserver();
beforeEach(() => {
  vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(() => {});
  vi.spyOn(HTMLImageElement.prototype, "complete", "get").mockReturnValue(false);
});

const numbered = (scenes: Scene[]) =>
  scenes.map((one, index) => ({ ...one, sceneNumber: index + 1 }));
const counted = (panels: Panel[]) =>
  panels.map((one, index) => ({ ...one, panelNumber: index + 1 }));

/** At a server that keeps the order of scenes and panels. */
async function at(panels: number[]) {
  const plain = storyOf(panels);
  const lettered = (panels: Panel[]) => panels.map((one) => ({ ...one, textBubbles: [aBubble()] }));
  let kept = {
    ...plain,
    scenes: plain.scenes.map((one) => ({ ...one, panels: lettered(one.panels) })),
  };
  const removed: Panel[] = [];
  let made = 0;
  const newId = (kind: string) => {
    made += 1;
    return testId(`${kind}${made}`);
  };
  const change = (scenes: Scene[]) => {
    kept = { ...kept, scenes: numbered(scenes), version: kept.version + 1 };
    return kept;
  };
  const sceneOf = ({ params }: Call) =>
    kept.scenes.find(({ _id }) => _id === params.sceneId) as Scene;
  const changeScene = (call: Call, panels: (before: Panel[]) => Panel[]) => {
    const before = sceneOf(call);
    const scene = {
      ...before,
      panels: counted(panels(before.panels)),
      version: before.version + 1,
    };
    change(kept.scenes.map((one) => (one._id === scene._id ? scene : one)));
    return sceneOf(call);
  };
  const sorted = <T extends { _id: string }>(list: T[], ids: string[]) =>
    ids.map((id) => list.find(({ _id }) => _id === id) as T);
  const workspace = await renderWorkspace(kept, {
    [storyAddress]: () => kept,
    "PUT /api/stories/{storyId}/scenes/order": ({ body }: Call) =>
      change(sorted(kept.scenes, (body as { sceneIds: string[] }).sceneIds)),
    "POST /api/scenes/{sceneId}/duplicate": (call: Call) => {
      const scene = sceneOf(call);
      const copy = {
        ...scene,
        _id: newId("48"),
        panels: scene.panels.map((one) => ({ ...one, _id: newId("38") })),
      };
      change(kept.scenes.flatMap((one) => (one === scene ? [one, copy] : [one])));
      return kept.scenes.find(({ _id }) => _id === copy._id);
    },
    "DELETE /api/scenes/{sceneId}": ({ params }: Call) => {
      change(kept.scenes.filter(({ _id }) => _id !== params.sceneId));
      return { message: "Scene deleted" };
    },
    "PUT /api/scenes/{sceneId}/panels/order": (call: Call) =>
      changeScene(call, (before) => sorted(before, (call.body as { panelIds: string[] }).panelIds)),
    "POST /api/scenes/{sceneId}/panels": (call: Call) => {
      const { position, copyOf, restore } = call.body as AddPanelInput;
      return changeScene(call, (before) => {
        const like = before.find(({ _id }) => _id === copyOf);
        const none = {
          hasImage: false,
          imageUrl: null,
          imagePrompt: "",
          altText: "",
          textBubbles: [],
        };
        const fresh = like ?? { ...(before[0] as Panel), ...none };
        const back = removed.find(({ _id }) => _id === restore);
        const added = back ?? { ...fresh, _id: newId("38") };
        return before.toSpliced((position ?? before.length + 1) - 1, 0, added);
      });
    },
    "DELETE /api/scenes/{sceneId}/panels/{panelNumber}": (call: Call) =>
      changeScene(call, (before) => {
        const index = Number(call.params.panelNumber) - 1;
        removed.push(before[index] as Panel);
        return before.toSpliced(index, 1);
      }),
    [generate]: ({ body }: Call) => {
      const { position, prompt } = body as { position: number; prompt: string };
      const scene = { ...(kept.scenes[0] as Scene), _id: newId("48"), title: "New", prompt };
      change(kept.scenes.toSpliced(position - 1, 0, scene));
      const begun = kept.scenes.find(({ _id }) => _id === scene._id);
      return { scene: begun, newCharacters: [], newLocations: [], jobId: testId("7") };
    },
    [sceneStatus]: () => new Promise(() => {}),
    "GET /api/scenes/{sceneId}/panels/{panelNumber}/outfits": [],
    "GET /api/scenes/{sceneId}/panels/{panelNumber}/takes": [aTake()],
  });
  return {
    ...workspace,
    ...actions(workspace),
    story: () => kept,
    reload: async () => actions(await reload(kept, { [storyAddress]: () => kept })),
  };
}

const sceneActions = (scene: number) =>
  within(sheet(scene)).getByRole("button", { name: "Scene actions" });
const panelActions = (scene: number, number: number) =>
  within(panel(scene, number)).getByRole("button", { name: "Panel actions" });
const isFocused = (button: () => HTMLElement) =>
  waitFor(() => expect(document.activeElement).toBe(button()));
const toast = (text: string) => screen.findByText(text);

const expectScenes = (...numbers: number[]) =>
  waitFor(() =>
    expect(
      [...document.querySelectorAll("section[id^=scene-] h2")].map((one) => one.textContent),
    ).toEqual(numbers.map((number) => `The bell rings ${number} times`)),
  );
/** By their pictures; an empty panel has none. */
const expectPanels = (scene: number, ...numbers: (number | null)[]) =>
  waitFor(() =>
    expect(
      within(sheet(scene))
        .getAllByRole("group", { name: /^Panel \d$/ })
        .map((one) => {
          const alt = within(one)
            .queryByRole("img", { name: /in panel/ })
            ?.getAttribute("alt");
          return alt ? Number(/panel (\d)/.exec(alt)?.[1]) : null;
        }),
    ).toEqual(numbers),
  );

function actions({ user }: Pick<Awaited<ReturnType<typeof renderWorkspace>>, "user">) {
  /** By the keys of a menu alone. */
  const choose = async (actions: () => HTMLElement, entry: string) => {
    actions().focus();
    await user.keyboard("{Enter}");
    const item = await screen.findByRole("menuitem", { name: entry });
    for (let presses = 0; presses < 14 && document.activeElement !== item; presses += 1)
      await user.keyboard("{ArrowDown}");
    expect(document.activeElement).toBe(item);
    await user.keyboard("{Enter}");
  };
  /** Takes back what the newest message tells. */
  const undo = async (text: string) => {
    const message = (await toast(text)).closest("li") as HTMLElement;
    fireEvent.keyDown(document.activeElement as Element, { key: "F8", code: "F8" });
    await isFocused(() => message);
    const back = within(message).getByRole("button", { name: "Undo" });
    for (let presses = 0; presses < 3 && document.activeElement !== back; presses += 1)
      await user.tab();
    expect(document.activeElement).toBe(back);
    await user.keyboard("{Enter}");
    await waitFor(() => expect(screen.getAllByText("Undone").length).toBeGreaterThan(0));
  };
  return { user, choose, undo };
}

describe("the order of scenes and panels, by the keyboard alone", () => {
  it("is undone by Ctrl+Z as long as its message is visible", async () => {
    const { user, choose } = await at([2, 1, 1]);
    await choose(() => sceneActions(1), "Move later");
    await expectScenes(2, 1, 3);
    await toast("Scene 1 is now scene 2 of 3");
    await user.keyboard("{Control>}z{/Control}");
    await toast("Undone");
    // The message of the change is gone, and its Undo with it.
    await waitFor(() => expect(screen.queryByRole("button", { name: "Undo" })).toBeNull());
    await expectScenes(1, 2, 3);
    await isFocused(() => sceneActions(1));
  });

  it("moves and duplicates scenes, each undone", async () => {
    const { story, ...first } = await at([2, 1, 1]);
    await expectScenes(1, 2, 3);
    await first.choose(() => sceneActions(1), "Move later");
    await expectScenes(2, 1, 3);
    // The focus went along, and what was moved is saved.
    await isFocused(() => sceneActions(2));
    const { choose, undo } = await first.reload();
    await expectScenes(2, 1, 3);
    await choose(() => sceneActions(2), "Move earlier");
    await undo("Scene 2 is now scene 1 of 3");
    await expectScenes(2, 1, 3);
    await isFocused(() => sceneActions(2));

    await choose(() => sceneActions(2), "Duplicate");
    await expectScenes(2, 1, 1, 3);
    await isFocused(() => sceneActions(3));
    await expectPanels(3, 1, 2);
    await undo("Scene 2 was duplicated: the copy is scene 3");
    await expectScenes(2, 1, 3);
    expect(story().scenes.map(({ sceneNumber }) => sceneNumber)).toEqual([1, 2, 3]);
  });

  it("inserts a scene, and undoing it restores its prompt", async () => {
    const { api, user, choose, undo } = await at([2, 1, 1]);
    await choose(() => sceneActions(2), "Insert before");
    await isFocused(promptBox);
    const place = () => document.getElementById("scene-insertion")?.textContent;
    const between = "This scene goes between scenes 1 and 2";
    expect(place()).toBe(between);
    expect(promptBox().getAttribute("aria-describedby")).toBe("scene-insertion");
    await expectAccessible();
    const words = "The keeper counts the steps down to the water.";
    await user.paste(words);
    await user.keyboard("{Enter}");
    await toast("The new scene is scene 2");
    await waitFor(() => expect(sheet(3).querySelector("h2")?.textContent).toContain("2 times"));
    expect(api.sent(generate)).toMatchObject([{ prompt: words, position: 2 }]);
    await undo("The new scene is scene 2");
    await expectScenes(1, 2, 3);
    // Its words are the author's again, for the same place.
    expect(promptBox().value).toBe(words);
    expect(place()).toBe(between);
    await user.click(screen.getByRole("button", { name: "At the end instead" }));
    expect(place()).toBeUndefined();
  });

  it("moves, duplicates and removes panels, each undone", async () => {
    const first = await at([3]);
    const { choose, undo } = first;
    await expectPanels(1, 1, 2, 3);
    await choose(() => panelActions(1, 1), "Move later");
    await expectPanels(1, 2, 1, 3);
    await isFocused(() => panelActions(1, 2));
    await undo("Panel 1 is now panel 2 of 3");
    await expectPanels(1, 1, 2, 3);
    await isFocused(() => panelActions(1, 1));

    await choose(() => panelActions(1, 1), "Duplicate");
    await expectPanels(1, 1, 1, 2, 3);
    // Its bubbles are there as well.
    within(panel(1, 2)).getByRole("button", { name: "Edit Keeper “Quiet now.”" });
    await undo("The copy is panel 2");
    await expectPanels(1, 1, 2, 3);

    await choose(() => panelActions(1, 3), "Remove this panel");
    await expectPanels(1, 1, 2);
    await isFocused(() => panelActions(1, 2));
    await undo("Panel 3 was removed");
    await expectPanels(1, 1, 2, 3);
    // Its scene has it back, too, when the message is gone, and the page as well. A press within
    // 400 ms of the same one would count as its repetition.
    await new Promise((resolve) => setTimeout(resolve, 400));
    await choose(() => panelActions(1, 3), "Remove this panel");
    await expectPanels(1, 1, 2);
    const again = await first.reload();
    await expectPanels(1, 1, 2);
    await again.choose(() => sceneActions(1), "Put panel 3 back");
    await expectPanels(1, 1, 2, 3);
  });

  it("inserts and adds panels, which ask for their prompt", async () => {
    const { user, choose, undo } = await at([3]);
    await choose(() => panelActions(1, 2), "Insert before");
    await expectPanels(1, 1, null, 2, 3);
    await undo("Panel 2 is new and empty");
    await expectPanels(1, 1, 2, 3);
    await choose(() => sceneActions(1), "Add a panel");
    await expectPanels(1, 1, 2, 3, null);
    await isFocused(() => panelActions(1, 4));
    within(panel(1, 4)).getByRole("button", { name: "Describe the picture" }).focus();
    await user.keyboard("{Enter}");
    await screen.findByRole("dialog", { name: "Edit Media" });
  });

  it("moves the focus to the neighbour of a removed panel", async () => {
    const { choose } = await at([4]);
    await choose(() => panelActions(1, 4), "Remove this panel");
    await expectPanels(1, 1, 2, 3);
    await isFocused(() => panelActions(1, 3));
    await choose(() => panelActions(1, 3), "Remove this panel");
    await expectPanels(1, 1, 2);
    await isFocused(() => panelActions(1, 2));
  });
});

it("the layout of a page is chosen by the keyboard alone, and that is undone", async () => {
  const { api, user, story } = await at([3]);
  const save = "PUT /api/scenes/{sceneId}";
  api.answer({ [save]: ({ body }: Call) => ({ ...story().scenes[0], ...(body as object) }) });
  within(sheet(1)).getByRole("button", { name: "Edit scene" }).focus();
  await user.keyboard("{Enter}");
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Scene" }));
  const undoIt = () => dialog.queryByRole("button", { name: "Undo the layout" });
  const usual = dialog.getByRole<HTMLInputElement>("radio", {
    name: "One large with two beside it",
  });
  expect(usual.checked).toBe(true);
  expect(undoIt()).toBeNull();
  usual.focus();
  await user.keyboard("{ArrowRight}");
  await waitFor(() => expect(api.sent(save)).toMatchObject([{ layout: expect.any(String) }]));
  await waitFor(() => expect(usual.checked).toBe(false));
  undoIt()?.focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(api.sent(save).at(-1)).toMatchObject({ layout: null }));
  await waitFor(() => expect(usual.checked).toBe(true));
  expect(document.activeElement).toBe(usual);
  expect(undoIt()).toBeNull();
});
