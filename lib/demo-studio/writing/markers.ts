import { normalizeText } from "@/lib/ai/prompts/truncate-text";

const pattern =
  /\[\[(ai-quota|ai-busy|ai-down|bad-json-once|bad-json|(flagged|fail|busy)(?::(\d))?)\]\]/gu;

/** Markers that make the demo providers fail on purpose: `[[ai-down]]`, `[[flagged:2]]` … */
export function markersIn(text: string) {
  const found = [...text.matchAll(pattern)];
  return {
    /** The text without them. */
    text: normalizeText(text.replace(pattern, " ")) || "…",
    has: (name: string) => found.some(([, word]) => word === name),
    /** The markers for the image prompt of the given panel (the first is 1); the demo painter acts on them. */
    forPanel: (panel: number) =>
      found
        .filter(([, , word, number]) => word && (!number || Number(number) === panel))
        .map(([, , word]) => `[[${word}]]`)
        .join(" "),
  };
}
