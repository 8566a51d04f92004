import { expect, it } from "vitest";
import { createOpenAiPainter } from "@/lib/ai/openai/painter";
import { createReplicatePainter } from "@/lib/ai/replicate/painter";
import { createDemoPainter } from "@/lib/demo-studio/painter";
import { modelHint } from "@/lib/stories/image-models";

it("names the painter where the story's choice does not apply, and that the choice is kept", () => {
  expect(modelHint("flux-kontext-pro", null)).toBe(
    "Keeps faces and clothes steady from panel to panel",
  );
  expect(modelHint("flux-kontext-pro", { name: "gpt-image-1", isDemo: false })).toBe(
    "On this site gpt-image-1 paints every picture. Your choice is kept.",
  );
  const replicate = {
    name: "Replicate",
    isDemo: false,
    successors: { "google-nano-banana": "Nano Banana 2" },
  };
  expect(modelHint("google-nano-banana", replicate)).toBe(
    "Nano Banana is retired: Nano Banana 2 paints in its place. Your choice is kept.",
  );
  expect(modelHint("flux-kontext-pro", replicate)).toBe(
    "Keeps faces and clothes steady from panel to panel",
  );
  expect(modelHint("seedream-4", { name: "Demo studio", isDemo: true })).toBe(
    "The Demo studio draws on this machine and takes no model. Your choice is kept.",
  );
});

it("painters with one model say so; those that use the story's choice do not", () => {
  const settings = { apiKey: "sk", baseUrl: undefined };
  expect(createOpenAiPainter({ ...settings, model: "gpt-image-1" }).onlyModel).toBe("gpt-image-1");
  const replicate = createReplicatePainter({
    token: "r8",
    baseUrl: "https://api.replicate.com/v1",
  });
  expect(replicate.onlyModel).toBeUndefined();
  expect(replicate.successorOf?.("google-nano-banana")).toBe("Nano Banana 2");
  expect(replicate.successorOf?.("seedream-4")).toBeNull();
  expect(createDemoPainter().onlyModel).toBeUndefined();
});
