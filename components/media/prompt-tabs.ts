import type { MediaWork } from "@/lib/generation/error-texts";
import { generateVideoBody } from "@/lib/generation/schema";
import { changePrompt, imagePrompt } from "@/lib/media/schema";
import { findProblem } from "@/lib/platform/zod";
import type { MediaRef } from "./media-session";

interface PromptTab {
  work: MediaWork;
  label: string;
  placeholder: string;
  action: string;
  /** Short form of `action`, beside its icon. */
  word: string;
  rows: number;
}

const missingPictureTexts = {
  edit: "Please select an image to edit. Videos cannot be edited.",
  animate: "Please select an image to animate",
} as const;
export const missingPromptTexts: Record<MediaWork, string> = {
  edit: "Please describe the change",
  animate: "Please describe the movement",
  regenerate: "No original image prompt available for regeneration",
};

const promptRules = {
  edit: changePrompt,
  animate: generateVideoBody.shape.prompt,
  regenerate: imagePrompt,
};

/** The reason why the request cannot start, as a sentence; null if it can. */
export function validateMediaPrompt(
  work: MediaWork,
  prompt: string,
  selected: MediaRef | null,
): string | null {
  if (work !== "regenerate" && selected?.type !== "image") return missingPictureTexts[work];
  if (prompt === "") return missingPromptTexts[work];
  return findProblem(promptRules[work], prompt);
}

/** The tabs with a prompt box. */
export const promptTabs: PromptTab[] = [
  {
    work: "edit",
    label: "What should change?",
    placeholder: "Make it night, and bring snow",
    action: "Modify image",
    word: "Modify",
    rows: 3,
  },
  {
    work: "animate",
    label: "What should move?",
    placeholder: "Rain falls, and the camera comes slowly closer",
    action: "Animate image",
    word: "Animate",
    rows: 3,
  },
  {
    work: "regenerate",
    label: "Image prompt",
    placeholder: "Describe the picture",
    action: "Generate image",
    word: "Generate",
    rows: 3,
  },
];
