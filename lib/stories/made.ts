import type { Story } from "./schema";

/** What calls itself so makes pictures without a model. */
const drawnByCode = "Demo studio";

/** Why a story cannot be declared to be made by hand. */
export const notByHand =
  "A model has made pictures of this story, so it cannot be marked as made by hand. Delete those takes and portraits first.";

/** What readers are told of how the pictures of a story came to be; null where nothing is known. */
export function madeText({
  madeByHand,
  paintedBy,
}: Pick<Story, "madeByHand" | "paintedBy">): { label: string; text: string } | null {
  if (madeByHand) {
    return { label: "By hand", text: "Its author says that no AI made any of these pictures." };
  }
  if (!paintedBy) return null;
  if (paintedBy.length > 0 && paintedBy.every((name) => name === drawnByCode)) {
    return {
      label: "By code",
      text: "Pictures of this story were drawn by the demo studio's code, without an AI model. Each says so in its file, in content credentials (C2PA).",
    };
  }
  const by = paintedBy.length > 0 ? ` (${paintedBy.join(", ")})` : "";
  return {
    label: "AI",
    text: `Pictures of this story were made with AI${by}. Each says so in its file, in content credentials (C2PA).`,
  };
}
