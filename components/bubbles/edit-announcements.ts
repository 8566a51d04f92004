import type { BubbleEdit, Bubbles } from "@/lib/scenes/bubbles/editing";
import type { PanelLayout } from "@/lib/scenes/bubbles/geometry";
import type { BubbleHistory } from "@/lib/scenes/bubbles/history";
import { bubbleName, formatPercent, positionName } from "./bubble-labels";

/** Describes an edit for screen readers; empty if the field itself announces it. */
export function describeEdit(edit: BubbleEdit, after: Bubbles, panel: PanelLayout): string {
  const bubble = after.find(({ id }) => id === (edit.kind === "duplicate" ? edit.newId : edit.id));
  if (edit.kind === "delete") return `Deleted. ${formatBubbleCount(after.length)} left`;
  if (!bubble) return "";
  switch (edit.kind) {
    case "add":
      return `Bubble added, ${positionName(bubble, panel)}`;
    case "duplicate":
      return `Duplicated, ${positionName(bubble, panel)}`;
    case "move":
    case "place":
      return `Moved to ${formatPercent(bubble.position)}`;
    case "resize":
      return `Width ${bubble.style.maxWidth}, font size ${bubble.style.fontSize}`;
    case "fit":
      return `Fitted: width ${bubble.style.maxWidth}, font size ${bubble.style.fontSize}`;
    case "point":
      return bubble.style.tailTip
        ? `Tail ends ${formatPercent(bubble.style.tailTip)}`
        : "Tail follows the bubble again";
    case "preset":
      return `${edit.name} look`;
    case "copy-style":
      return `Style pasted on ${bubbleName(bubble)}`;
    case "order":
      return edit.step > 0 ? "Brought forward, read later" : "Sent back, read earlier";
    default:
      return "";
  }
}

export const formatBubbleCount = (count: number) => (count === 1 ? "1 bubble" : `${count} bubbles`);

/** Names of edits, for Undo and Redo. */
export const editNames: Record<BubbleHistory["past"][number]["kind"], string> = {
  add: "adding",
  move: "moving",
  place: "moving",
  resize: "size",
  fit: "fitting the text",
  text: "text",
  speaker: "speaker",
  type: "type",
  preset: "preset",
  style: "style",
  anchor: "anchor",
  tail: "tail",
  point: "tail",
  "copy-style": "copied style",
  duplicate: "duplicating",
  order: "order",
  delete: "deleting",
  replace: "using the saved bubbles",
};
