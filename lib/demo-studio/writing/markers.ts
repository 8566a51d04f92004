import { tidyText } from "@/lib/ai/cut-text";

/**
 * Words in double brackets that make the demo providers fail on purpose, so that every failure can
 * be seen and tested without a provider: `[[ai-down]]`, `[[flagged:2]]` …
 */
interface Markers {
  /** The text without them. */
  text: string;
  has(name: WriterMarker): boolean;
  /** What the image prompt of a panel (from 1) carries on to the demo painter. */
  forPanel(panelNumber: number): string;
}

type WriterMarker = "ai-quota" | "ai-busy" | "ai-down" | "bad-json" | "bad-json-once";

const pattern =
  /\[\[(ai-quota|ai-busy|ai-down|bad-json-once|bad-json|(flagged|fail|busy)(?::(\d))?)\]\]/gu;

export function markersIn(text: string): Markers {
  const found = new Set<string>();
  const carried: { word: string; panel: number | null }[] = [];
  for (const match of text.matchAll(pattern)) {
    if (match[2]) carried.push({ word: match[2], panel: match[3] ? Number(match[3]) : null });
    else found.add(match[1] ?? "");
  }
  return {
    text: tidyText(text.replace(pattern, " ")) || "…",
    has: (name) => found.has(name),
    forPanel: (panelNumber) =>
      carried
        .filter(({ panel }) => panel === null || panel === panelNumber)
        .map(({ word }) => `[[${word}]]`)
        .join(" "),
  };
}
