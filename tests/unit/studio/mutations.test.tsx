import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

vi.mock("next/navigation", async (original) => ({
  ...(await original<typeof import("next/navigation")>()),
  useRouter: () => ({ push: () => undefined, refresh: () => undefined }),
}));
vi.mock("@/lib/platform/http/fetch", () => ({
  api: async () => ({}),
  // A story or a scene, as far as these writes look at it.
  apiData: async () => ({ _id: "scene", storyId: "story", panels: [] }),
}));

import { useReorderActions } from "@/components/studio/reorder/use-reorder-actions";
import { removeScene, useDeleteScene } from "@/components/studio/scenes/use-scene-mutations";
import { useDeleteStory, useSaveStory } from "@/components/studio/use-story-mutations";
import type { Panel, Scene } from "@/lib/scenes/schema";
import { storyKeys } from "@/lib/stories/client";
import { tagsOptions } from "@/lib/stories/feed/client";
import type { Story } from "@/lib/stories/schema";

const scene = { _id: "scene", storyId: "story", version: 1, panels: [] as Panel[] } as Scene;
const panel = { _id: "panel" } as Panel;
const story = {
  _id: "story",
  version: 1,
  status: "published",
  scenes: [scene],
  characters: [] as Story["characters"],
  locations: [] as Story["locations"],
} as Story;

let client: QueryClient;

beforeEach(() => {
  client = new QueryClient();
  // Its only picture is that of the panel that is taken out.
  const pictured = { ...scene, panels: [{ ...panel, imageUrl: "/one.jpg" }] };
  client.setQueryData(storyKeys.detail("story"), { ...story, scenes: [pictured] });
  client.setQueryData(tagsOptions.queryKey, [{ tag: "tidal", count: 3 }]);
  vi.stubGlobal("window", { location: { pathname: "/elsewhere" } });
  vi.stubGlobal("requestAnimationFrame", () => 0);
});
afterEach(() => vi.unstubAllGlobals());

function Form({ take }: { take: () => void }) {
  take();
  return null;
}

/** The value that a hook returns to a component; a write needs no page. */
function handed<T>(useIt: () => T): T {
  const taken: T[] = [];
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Form take={() => taken.push(useIt())} />
    </QueryClientProvider>,
  );
  return taken[0] as T;
}

const isCached = () => client.getQueryData(tagsOptions.queryKey) !== undefined;

it.each([
  ["a story that is published or changed", () => handed(() => useSaveStory(story)).mutateAsync({})],
  ["a story that is deleted", () => handed(() => useDeleteStory(story)).mutateAsync()],
  ["a scene that is deleted", () => handed(() => useDeleteScene(story, scene)).mutateAsync()],
  [
    "a panel that is taken out",
    () => handed(() => useReorderActions("story")).removePanelFromScene("scene", panel),
  ],
] as const)("%s leaves no stale list in the tab", async (_, write) => {
  expect(isCached()).toBe(true);
  await write();
  expect(isCached()).toBe(false);
});

it("a scene that is deleted already shifts no other scene again", () => {
  const scenes = [1, 2, 3].map((sceneNumber) => ({ ...scene, _id: `${sceneNumber}`, sceneNumber }));
  const [, second] = scenes;
  const before = { ...story, scenes, sceneCount: 3 };
  const after = removeScene(before, second as Scene);
  expect(after.scenes.map(({ _id, sceneNumber }) => [_id, sceneNumber])).toEqual([
    ["1", 1],
    ["3", 2],
  ]);
  expect(removeScene(after, second as Scene)).toBe(after);
});
