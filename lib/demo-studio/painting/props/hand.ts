import type { Pen } from "../pen";
import { drawProp } from "../plates";
import type { PropName, SceneReading } from "../reading";
import words from "../tables.json" with { type: "json" };

export const isHandheld = (name: PropName) => words.handheld.includes(name);

/** What the next figure may carry: the first thing of the prompt that fits a hand. */
export function handheld(pen: Pen, reading: SceneReading, index: number): (() => void) | undefined {
  const chosen = reading.props.filter(isHandheld)[index];
  return chosen ? () => drawProp(pen, `hand-${chosen}`) : undefined;
}
