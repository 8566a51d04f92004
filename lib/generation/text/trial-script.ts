import type { WriterRequest } from "@/lib/ai/writer";
import { renderPrompt } from "./prompts";
import { sceneScript } from "./writer-tasks";

const story = {
  title: "Salt and Lanterns",
  description: "A harbour town and its lighthouse.",
  artStyle: "ink and watercolour",
  tags: [],
  characters: [],
  locations: [],
  scenes: [],
};

/** The request of a short scene, to find out whether a writer answers as it should. */
export const trialScript = (): WriterRequest => ({
  task: "scene",
  schema: sceneScript,
  ...renderPrompt("scene", {
    story,
    maxPanels: 2,
    prompt: "Mara the keeper finds a door standing in the waves.",
  }),
});
