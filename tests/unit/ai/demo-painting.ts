import type { PaintRequest } from "@/lib/ai/painter";

/** A request for a small panel of nothing; the shot stands in the prompt, as every painter is told it. */
export const paintOrder = ({
  shot = "",
  prompt = "",
  ...change
}: Partial<PaintRequest> & { shot?: string } = {}): PaintRequest => ({
  ...{ kind: "panel", artStyle: "", width: 300, height: 400, seed: "one", figures: [] },
  ...{ prompt: shot ? `${prompt}\nShot: ${shot}.` : prompt, model: "any", attemptId: "a" },
  ...change,
});
