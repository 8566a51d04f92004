import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { SceneGenerationProgress } from "@/components/studio/scenes/scene-generation-progress";
import type { SceneProgress } from "@/lib/generation/schema";
import { sceneProgressOptions } from "@/lib/jobs/client";
import type { Scene } from "@/lib/scenes/schema";

const scene = { _id: "0198f0c0-0000-7000-8000-000000000001", panels: [{}, {}] } as Scene;

function shown(scenesBefore: number | null, isModelLoading = false): string {
  const client = new QueryClient();
  const state = { isGenerating: true, isWaiting: false, isModelLoading };
  const known = { scene, scenesBefore, ...state } as SceneProgress;
  client.setQueryData(sceneProgressOptions(scene._id).queryKey, known);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <SceneGenerationProgress scene={scene} />
    </QueryClientProvider>,
  ).replace(/<[^>]*>/g, " ");
}

it("a queued scene shows how many are before it", () => {
  expect(shown(3)).toContain("3 scenes are before yours.");
  expect(shown(1)).toContain("1 scene is before yours.");
  expect(shown(9_876)).toContain("9,876 scenes are before yours.");
  expect(shown(0)).toContain("Many scenes are being made right now. Yours is next.");
});

it("a scene that has begun shows no position in the queue", () => {
  expect(shown(null).trim()).toBe("");
});

it("one whose writer has not begun says that the model is loading", () => {
  expect(shown(null, true)).toContain("The model is loading.");
});
