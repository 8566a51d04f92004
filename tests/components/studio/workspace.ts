import { cleanup, screen, within } from "@testing-library/react";
import { vi } from "vitest";
import { getQueryClient } from "@/components/shell/query-client";
import type { Scene } from "@/lib/scenes/schema";
import type { Story } from "@/lib/stories/schema";
import { aScene, aSceneProgress, aStory, testId } from "../support/builders";
import { renderWorkspace } from "../support/workspace";

export type Workspace = Awaited<ReturnType<typeof renderWorkspace>>;

export const generate = "POST /api/ai/generate-scene";
export const sceneStatus = "GET /api/ai/scene-status/{sceneId}";
export const storyAddress = "GET /api/stories/{storyId}";

let stories = 0;
/** A new story each time, with scenes of these numbers of panels: the drafts of a tab belong to one story. */
export function storyOf(panels: number[], changes: Partial<Story> = {}): Story {
  stories += 1;
  const _id = testId(`2${stories.toString().padStart(4, "0")}`);
  const scenes = panels.map((count, index) => aScene(index + 1, count, { storyId: _id }));
  return aStory({ _id, scenes, ...changes });
}

/** Reloads the page with the current story: only browser storage remains. */
export function reload(story: Story, answers: Parameters<typeof renderWorkspace>[1] = {}) {
  cleanup();
  getQueryClient().clear();
  return renderWorkspace(story, answers);
}

export const promptBox = () =>
  screen.getByLabelText<HTMLTextAreaElement>("What happens in the next scene?");

export function sheet(number: number) {
  const found = document.getElementById(`scene-${number}`);
  if (!found) throw new Error(`There is no scene ${number}.`);
  return found;
}

export const panel = (scene: number, number: number) =>
  within(sheet(scene)).getByRole("group", { name: `Panel ${number}` });

/** From now on the server begins a scene on request, and returns it with the story. */
export function beginsScenes({ api }: Workspace, story: Story) {
  const scenes = [...story.scenes];
  const begin = () => {
    const scene = aScene(scenes.length + 1, 3, { storyId: story._id, status: "generating" });
    scenes.push(scene);
    return { scene, newCharacters: [], newLocations: [], jobId: testId("7") };
  };
  api.answer({
    [storyAddress]: () => ({ ...story, scenes, sceneCount: scenes.length }),
    [sceneStatus]: ({ params }: { params: Record<string, string> }) =>
      aSceneProgress({ scene: scenes.find(({ _id }) => _id === params.sceneId) as Scene }),
    [generate]: begin,
  });
  return begin;
}

/** The first tone of each sound, in hertz. */
export const tones = {
  newScene: 523.25,
  newEntity: 587.33,
  saved: 659.25,
  error: 220,
  swoosh: 180,
};

const heard: number[] = [];
/** Records which tones are played; sounds are on. */
export function recordTones() {
  heard.length = 0;
  const value = {
    setValueAtTime: (tone: number) => void (tone > 20 && heard.push(tone)),
    exponentialRampToValueAtTime() {},
  };
  const node = () => ({
    gain: value,
    frequency: value,
    start() {},
    stop() {},
    disconnect() {},
    connect: (next: unknown) => next,
  });
  class Audio {
    createGain = node;
    createOscillator = node;
    resume = async () => {};
    get currentTime() {
      return Date.now() / 1_000;
    }
  }
  vi.stubGlobal("AudioContext", Audio);
  Object.assign(navigator, { userActivation: { hasBeenActive: true } });
  return (tone: keyof typeof tones) => heard.filter((one) => one === tones[tone]).length;
}

/** happy-dom has no layout: every element counts as near the viewport. */
export function stubIntersectionObserver() {
  class NearObserver {
    constructor(readonly callback: IntersectionObserverCallback) {}
    observe(target: Element) {
      const entry = { target, isIntersecting: true } as unknown as IntersectionObserverEntry;
      queueMicrotask(() => this.callback([entry], this as unknown as IntersectionObserver));
    }
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal("IntersectionObserver", NearObserver);
}
