import type { MediaWork } from "@/lib/generation/error-texts";
import { saidLength } from "@/lib/platform/said-length";
import type { MediaRef } from "./media-session";

interface PromptTab {
  work: MediaWork;
  label: string;
  placeholder: string;
  action: string;
  rows: number;
}

/** The limits of an image prompt, in characters. */
const shortest = 10;
const longest = 4_000;

const lengthProblem = (work: MediaWork, prompt: string): string | null => {
  // A wish may be one word long; a picture needs a description.
  if (work === "regenerate" && saidLength(prompt) < shortest)
    return `Image prompt must be at least ${shortest} characters`;
  return prompt.length > longest ? `Image prompt must be at most ${longest} characters` : null;
};

const noPicture = {
  edit: "Please select an image to edit. Videos cannot be edited.",
  animate: "Please select an image to animate",
} as const;
export const noPrompt: Record<MediaWork, string> = {
  edit: "Please say what should be different",
  animate: "Please say what should move",
  regenerate: "No original image prompt available for regeneration",
};

/** What is missing before anything is asked for, in a sentence; null where nothing is. */
export function promptProblem(
  work: MediaWork,
  prompt: string,
  selected: MediaRef | null,
): string | null {
  if (work !== "regenerate" && selected?.type !== "image") return noPicture[work];
  return prompt === "" ? noPrompt[work] : lengthProblem(work, prompt);
}

/** The tabs with a prompt box. */
export const promptTabs: PromptTab[] = [
  {
    work: "edit",
    label: "What should be different?",
    placeholder: "Make it night, and light the lamp",
    action: "Modify image",
    rows: 3,
  },
  {
    work: "animate",
    label: "What should move?",
    placeholder: "Rain falls, and the camera comes slowly closer",
    action: "Animate image",
    rows: 3,
  },
  {
    work: "regenerate",
    label: "What the panel shows",
    placeholder: "Describe the picture",
    action: "Generate image",
    rows: 6,
  },
];
