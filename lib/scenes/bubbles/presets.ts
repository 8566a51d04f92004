import { type BubbleStyle, bubbleStyle, bubbleWidths, type TextBubble } from "./schema";

export const presetNames = [
  "Speech Default",
  "Shout",
  "Whisper",
  "Thought",
  "Narration",
  "Subtitle",
] as const;
export type PresetName = (typeof presetNames)[number];

interface BubblePreset {
  type: TextBubble["type"];
  style: BubbleStyle;
}

const preset = (type: TextBubble["type"], changes: Partial<BubbleStyle>): BubblePreset => ({
  type,
  style: bubbleStyle.parse(changes),
});

/** The six looks that an author chooses from; each is a starting point. */
export const bubblePresets: Record<PresetName, BubblePreset> = {
  "Speech Default": preset("speech", {}),
  Shout: preset("speech", { fontSize: 24, maxWidth: 220, borderWidth: 3 }),
  Whisper: preset("speech", {
    fontSize: 14,
    borderStyle: "dashed",
    textColor: "#374151",
    borderColor: "#6b7280",
  }),
  Thought: preset("thought", { bubbleShape: "cloud" }),
  Narration: preset("narration", {
    maxWidth: 180,
    backgroundColor: "#fef9c3",
    bubbleShape: "rectangular",
    tailDirection: "none",
  }),
  Subtitle: preset("subtitle", {
    fontSize: 18,
    maxWidth: bubbleWidths.max,
    textColor: "#ffffff",
    backgroundColor: "#000000",
    borderColor: "#000000",
    fontFamily: "Righteous",
    bubbleShape: "rectangular",
    tailDirection: "none",
  }),
};

const letters = /\p{L}/gu;

/** Lettering of a script's line: capitals are shouted, words in brackets whispered. */
export function presetFor(kind: TextBubble["type"], text: string): PresetName {
  if (kind === "thought") return "Thought";
  if (kind === "narration") return "Narration";
  if (kind === "subtitle") return "Subtitle";
  const said = text.trim();
  const spoken = said.match(letters) ?? [];
  const isLoud = spoken.length >= 2 && said === said.toUpperCase() && said !== said.toLowerCase();
  if (isLoud || /!{2,}$/u.test(said)) return "Shout";
  return /^\(.*\)$/su.test(said) ? "Whisper" : "Speech Default";
}
