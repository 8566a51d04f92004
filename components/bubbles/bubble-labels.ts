import { drawnGeometry, type PanelLayout } from "@/lib/scenes/bubbles/geometry";
import type { TextBubble } from "@/lib/scenes/bubbles/schema";

/** Placeholder of a bubble without text, also stored as its text. */
export const blankText = "Text";

export const isBlank = ({ text }: TextBubble) => text.trim() === "";

/** The bubble as the editor draws it: a blank one has its placeholder as text. */
export const withBlankText = (bubble: TextBubble): TextBubble =>
  isBlank(bubble) ? { ...bubble, text: blankText } : bubble;

export const typeNames: Record<TextBubble["type"], string> = {
  speech: "Speech",
  thought: "Thought",
  narration: "Narration",
  subtitle: "Subtitle",
};

/** Shortens a text for screen readers. */
const quoteText = (text: string) => {
  const line = text.trim().replace(/\s+/gu, " ");
  if (line === "") return "without text";
  return `“${line.length > 60 ? `${line.slice(0, 57).trimEnd()}…` : line}”`;
};

/** Names a bubble by speaker and text: “Speech “Hello””, “Mara “Hello””. */
export const bubbleName = ({ type, speaker, text }: TextBubble): string =>
  `${speaker || typeNames[type]} ${quoteText(text)}`;

/** Names the part of the panel where the bubble lies. */
export function positionName(bubble: TextBubble, panel: PanelLayout): string {
  const { box } = drawnGeometry(bubble, panel);
  const third = (share: number, names: [string, string, string]) =>
    names[share < 0.36 ? 0 : share > 0.64 ? 2 : 1];
  const row = third((box.y + box.height / 2) / panel.height, ["top", "middle", "bottom"]);
  const column = third((box.x + box.width / 2) / panel.width, ["left", "centre", "right"]);
  return row === "middle" && column === "centre" ? "centre" : `${row} ${column}`;
}

/** Describes a point of the panel for screen readers. */
export const formatPercent = ({ x, y }: { x: number; y: number }): string =>
  `${Math.round(x * 100)} % from the left, ${Math.round(y * 100)} % from the top`;
