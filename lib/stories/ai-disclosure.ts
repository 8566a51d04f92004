import { demoStudioName } from "@/lib/ai/demo-name";
import type { Story } from "./schema";

/** How pictures were made: the words for it in every place. */
export const originLabels = {
  ai: "Made with AI",
  demo: "Demo pictures",
  without: "Without AI",
} as const;

/** Whether all of these providers draw by code alone, without a model. */
export const isDrawnByCode = (painters: readonly string[]): boolean =>
  painters.length > 0 && painters.every((name) => name === demoStudioName);

/** Why a story cannot be declared as made by hand. */
export const notMadeByHandMessage =
  "Pictures of this story were generated, so it cannot be marked as made without AI. Delete those takes and portraits first.";

/** What readers see about how the pictures of a story were made; null where that is unknown. */
export function aiDisclosure({
  madeByHand,
  paintedBy,
}: Pick<Story, "madeByHand" | "paintedBy">): { label: string; text: string } | null {
  if (madeByHand) {
    return {
      label: originLabels.without,
      text: "Its author says that no AI made any of these pictures.",
    };
  }
  if (!paintedBy) return null;
  if (isDrawnByCode(paintedBy)) {
    return {
      label: originLabels.demo,
      text: "Pictures of this story are demo pictures: the demo studio drew them by rules, without an AI model. Each says so in its file, in content credentials (C2PA).",
    };
  }
  const by = paintedBy.length > 0 ? ` (${paintedBy.join(", ")})` : "";
  return {
    label: originLabels.ai,
    text: `Pictures of this story were made with AI${by}. Each says so in its file, in content credentials (C2PA).`,
  };
}
