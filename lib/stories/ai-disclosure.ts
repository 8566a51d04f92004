import { demoStudioName } from "@/lib/ai/demo-name";
import { modelLabel } from "./image-models";
import type { Story } from "./schema";

/** Texts about how pictures were made, for every place that shows them. */
export const originLabels = {
  ai: "Made with AI",
  demo: "Demo pictures",
  without: "Without AI",
} as const;

type Origin = Pick<Story, "madeByHand" | "paintedBy">;

/** Whether all of these providers draw by code alone, without a model. */
export const isDrawnByCode = (painters: readonly string[]): boolean =>
  painters.length > 0 && painters.every((name) => name === demoStudioName);

/** The label of a workspace. */
export interface DemoNotice {
  label: string;
  hint: string;
}

/** Names what the demo studio makes on this site; null if it makes nothing. */
export function demoNoticeOf(
  isDemo: Record<"texts" | "pictures" | "videos", boolean>,
): DemoNotice | null {
  const made = Object.entries(isDemo).flatMap(([work, isMade]) => (isMade ? [work] : []));
  if (made.length === 0) return null;
  const works = new Intl.ListFormat("en").format(made);
  const isAll = made.length === Object.keys(isDemo).length;
  return {
    // Not 'Demo pictures', which tells how those of a story were made.
    label: isAll ? demoStudioName : `${demoStudioName}: ${works}`,
    hint: `${works.replace(/^./, (first) => first.toUpperCase())} are made on this server, without an AI model.`,
  };
}

/** Why a story cannot be declared as made by hand. */
export const notMadeByHandMessage =
  "Pictures of this story were generated, so it cannot be marked as made without AI. Delete those takes and portraits first.";

/**
 * Says how the pictures of a story were made; the same sentence on its page, in books, feeds and
 * the API. Null if unknown.
 */
export function originSentence({ madeByHand, paintedBy }: Origin): string | null {
  if (madeByHand) return "The author says that no AI made any of these pictures.";
  if (!paintedBy) return null;
  if (isDrawnByCode(paintedBy)) {
    return "Pictures of this story are demo pictures: the demo studio drew them by rules, without an AI model.";
  }
  const models = [...new Set(paintedBy.map(modelLabel))];
  const by = models.length > 0 ? ` (${models.join(", ")})` : "";
  return `Pictures of this story were made with AI${by}.`;
}

/** Badge and text that tell readers how the pictures of a story were made; null if unknown. */
export function aiDisclosure(origin: Origin): { label: string; text: string } | null {
  const sentence = originSentence(origin);
  if (sentence === null) return null;
  if (origin.madeByHand) return { label: originLabels.without, text: sentence };
  return {
    label: isDrawnByCode(origin.paintedBy ?? []) ? originLabels.demo : originLabels.ai,
    text: `${sentence} Each says so in its file, in content credentials (C2PA).`,
  };
}
