import type { PaintedFigure, PaintRequest } from "@/lib/ai/painter";

/** A request for a small panel of nothing; the shot stands in the prompt, as every painter is told it. */
export const paintOrder = ({
  shot = "",
  prompt = "",
  ...change
}: Partial<PaintRequest> & { shot?: string } = {}): PaintRequest => ({
  kind: "panel",
  artStyle: "",
  width: 300,
  height: 400,
  seed: "one",
  figures: [],
  prompt: shot ? `${prompt}\nShot: ${shot}.` : prompt,
  model: "any",
  attemptId: "a",
  ...change,
});

export const person = (id: string, description: string): PaintedFigure => ({
  id,
  name: `Name ${id}`,
  description,
});

/** A request for a panel of people who talk, in the size of a story's. */
export const talk = ({
  shot = "full",
  prompt = "They talk in the village",
  ...change
}: Parameters<typeof paintOrder>[0] = {}) =>
  paintOrder({ shot, prompt, width: 768, height: 1024, ...change });
