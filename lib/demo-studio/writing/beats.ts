import type { Chance } from "./chance";
import type { StoryEvent } from "./reading";
import type { ShotSize } from "./request";

/** What a panel is for. */
type Beat = "whole" | "open" | "rise" | "turn" | "detail" | "react" | "close";

export interface PanelPlan {
  beat: Beat;
  shot: ShotSize;
  events: StoryEvent[];
}

const beatsFor: Beat[][] = [
  ["whole"],
  ["open", "close"],
  ["open", "turn", "close"],
  ["open", "turn", "react", "close"],
  ["open", "rise", "turn", "react", "close"],
  ["open", "rise", "turn", "detail", "react", "close"],
];

/** Panels that carry events, most wanted first: with few events the others breathe. */
const carriersFor: number[][] = [[0], [1, 0], [1, 0, 2], [1, 0, 3], [2, 1, 4, 0], [2, 1, 5, 0]];

const shotsFor: Record<Beat, readonly ShotSize[]> = {
  whole: ["medium", "full", "wide"],
  open: ["establishing"],
  rise: ["full", "medium"],
  turn: ["medium", "full"],
  detail: ["detail"],
  react: ["close-up"],
  close: ["wide", "medium", "full"],
};

/** Shares the events out over the panels and gives every panel its shot. */
export function planPanels(
  events: readonly StoryEvent[],
  panels: number,
  chance: Chance,
  fromStart = false,
): PanelPlan[] {
  const count = Math.min(6, Math.max(1, Math.trunc(panels)));
  const beats = beatsFor[count - 1] as Beat[];
  // Text without beats of its own, such as a foreign one, is read from the first panel on.
  const wanted = fromStart ? beats.map((_, index) => index) : (carriersFor[count - 1] as number[]);
  const carriers = wanted
    .slice(0, Math.max(1, Math.min(wanted.length, events.length)))
    .sort((a, b) => a - b);
  const plans: PanelPlan[] = beats.map((beat) => ({ beat, shot: "medium", events: [] }));
  for (const [index, event] of events.entries()) {
    const carrier = carriers[Math.floor((index * carriers.length) / events.length)] as number;
    plans[carrier]?.events.push(event);
  }
  let last: ShotSize | null = null;
  for (const plan of plans) {
    const choices = shotsFor[plan.beat].filter((shot) => shot !== last);
    plan.shot = chance.pick(choices);
    last = plan.shot;
  }
  return plans;
}
