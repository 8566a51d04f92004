import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { SceneProgress } from "@/lib/generation/schema";
import { expectAccessible } from "../support/accessibility";
import { aPanel, aScene, aSceneProgress } from "../support/builders";
import { advanceTime, fakeTime, fill } from "../support/render";
import { emitStoryChange, failWith } from "../support/server";
import { renderWorkspace } from "../support/workspace";
import {
  beginsScenes,
  promptBox,
  recordTones,
  reload,
  sceneStatus,
  sheet,
  storyAddress,
  storyOf,
} from "./workspace";

/** Asks for one more scene, which is begun. */
async function begun() {
  fakeTime();
  const story = storyOf([1]);
  const workspace = await renderWorkspace(story);
  beginsScenes(workspace, story);
  await fill(workspace.user, promptBox(), "Odile winds the brass owl in her workshop at night");
  await workspace.user.keyboard("{Enter}");
  await waitFor(() => sheet(2));
  return { ...workspace, story };
}

describe("a scene that was asked for", () => {
  it.each([
    [
      ...(["completed", { isComplete: true, hasPartialErrors: true }] as const),
      "Scene completed but some images failed to generate",
      "Content flagged as sensitive",
      0,
    ],
    [
      ...(["failed", { hasError: true }] as const),
      "Scene generation failed during image creation",
      "Try again",
      1,
    ],
  ])("shows its errors once when it is %s", async (status, how, text, inScene, errors) => {
    const heard = recordTones();
    const { api, story } = await begun();
    const message = "Content flagged as sensitive. Try a different prompt.";
    const flagged = aPanel(1, {
      status: "failed",
      hasImage: false,
      imageUrl: null,
      imageGenerationError: { message, isContentFlag: true },
    });
    const scene = aScene(2, 1, { storyId: story._id, status, panels: [flagged], version: 2 });
    const ended = { ...story, scenes: [...story.scenes, scene] };
    api.answer({
      [sceneStatus]: aSceneProgress({ scene, isGenerating: false, ...how }),
      [storyAddress]: ended,
    });
    await advanceTime(3_000);
    await waitFor(() => within(sheet(2)).getByText(inScene));
    const said = () =>
      screen.queryAllByText(text).filter((element) => !sheet(2).contains(element)).length;
    await waitFor(() => expect(said()).toBe(1));
    expect(heard("error")).toBe(errors);
    await advanceTime(7_000);
    await reload(ended);
    await advanceTime(3_000);
    expect(said()).toBe(0);
  });

  it("is no longer polled after an error, which is shown with a retry, and the workspace works on", async () => {
    const { api, story } = await begun();
    api.answer({ [sceneStatus]: failWith("unavailable", "away") });
    await advanceTime(12_000);
    const asked = api.calls(sceneStatus).length;
    await advanceTime(15_000);
    expect(api.calls(sceneStatus)).toHaveLength(asked);
    screen.getByText(/^The progress of this scene could not be checked\./);
    const scenes = storyOf([1, 3]).scenes.map((one) => ({
      ...one,
      storyId: story._id,
      version: 2,
    }));
    api.answer({ [storyAddress]: { ...story, scenes } });
    await emitStoryChange(story._id);
    await waitFor(() => expect(within(sheet(2)).getAllByRole("img")).toHaveLength(3));
    expect(sheet(2).getAttribute("aria-busy")).toBe("false");
  });
});

describe("a scene that is being made", () => {
  async function making(how: Partial<SceneProgress>) {
    fakeTime();
    const plain = storyOf([1, 2]);
    const scenes = plain.scenes.map((one, index) =>
      index === 1 ? { ...one, status: "generating" as const } : one,
    );
    const story = { ...plain, scenes };
    const scene = scenes[1];
    const progress = (changes: Partial<SceneProgress>) =>
      aSceneProgress({ ...(scene && { scene }), ...changes });
    const workspace = await renderWorkspace(story, { [sceneStatus]: progress(how) });
    const goesOn = () => {
      workspace.api.answer({ [sceneStatus]: progress({}) });
      return advanceTime(4_000);
    };
    return { ...workspace, progress, goesOn };
  }

  it("says that it waits where its server has ended, until another server resumes it", async () => {
    const { goesOn } = await making({ isWaiting: true });
    const waits = /^Waiting for the server to resume this\./;
    await waitFor(() => within(sheet(2)).getByText(waits));
    await goesOn();
    expect(within(sheet(2)).queryByText(waits)).toBeNull();
    within(sheet(2)).getByRole("progressbar");
  });

  it("says how many scenes are queued before it", async () => {
    const { api, goesOn, progress } = await making({ scenesBefore: 40 });
    const place = (text: string) => within(sheet(2)).findByText(text);
    await place("40 scenes are before yours.");
    await expectAccessible();
    api.answer({ [sceneStatus]: progress({ scenesBefore: 0 }) });
    await advanceTime(3_000);
    await place("Many scenes are being made right now. Yours is next.");
    await goesOn();
    expect(within(sheet(2)).queryByText(/before yours\.$|Yours is next\.$/)).toBeNull();
  });
});

it("only a scene that has changed renders again", async () => {
  const story = storyOf([2, 2, 2]);
  const { api } = await renderWorkspace(story);
  const changed = new Set<string>();
  const observer = new MutationObserver((records) => {
    for (const { target } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      changed.add(element?.closest("[id^=scene-]")?.id ?? "elsewhere");
    }
  });
  const all = { subtree: true, childList: true, characterData: true, attributes: true };
  observer.observe(document.body, all);
  const title = "The bell is silent";
  // As another answer of the server: every object in it is another one.
  const scenes = structuredClone(story.scenes).map((one, index) =>
    index === 1 ? { ...one, title } : one,
  );
  api.answer({ [storyAddress]: { ...story, scenes } });
  await emitStoryChange(story._id);
  await screen.findByRole("heading", { name: title });
  observer.disconnect();
  expect([...changed].filter((id) => id.startsWith("scene-"))).toEqual(["scene-2"]);
});

class RefusedStream extends EventTarget {
  static readonly CLOSED = 2;
  readonly readyState = 2;
  constructor() {
    super();
    queueMicrotask(() => this.dispatchEvent(new Event("error")));
  }
  close() {}
}

it("without server-sent events the workspace polls every three seconds", async () => {
  fakeTime();
  Object.assign(globalThis, { EventSource: RefusedStream });
  const story = storyOf([1]);
  const { api } = await renderWorkspace(story);
  api.answer({ [storyAddress]: { ...story, title: "The Short Tide" } });
  await advanceTime(2_000);
  expect(screen.queryByRole("heading", { name: "The Short Tide" })).toBeNull();
  await advanceTime(1_100);
  await screen.findByRole("heading", { name: "The Short Tide" });
});
