import { z } from "@/lib/platform/zod";

/** So many versions are kept; then the oldest goes. */
const mostTakes = 20;

/** The versions of one text: typing changes the one that is shown, the AI adds another. */
export const takes = z
  .object({
    texts: z.array(z.string().max(100_000)).min(1).max(mostTakes),
    at: z.number().int().min(0).max(mostTakes),
  })
  .refine(({ texts, at }) => at < texts.length);
export type Takes = z.infer<typeof takes>;

export const takesOf = (text: string): Takes => ({ texts: [text], at: 0 });

export const shownTake = ({ texts, at }: Takes): string => texts[at] ?? "";

export const withTyped = ({ texts, at }: Takes, text: string): Takes => ({
  texts: texts.with(at, text),
  at,
});

/** Words of the AI's come after all others; an empty answer field is no version worth keeping. */
export function withGiven({ texts }: Takes, text: string): Takes {
  const kept = [...texts.filter((take) => take.trim() !== "" && take !== text), text].slice(
    -mostTakes,
  );
  return { texts: kept, at: kept.length - 1 };
}

export const canUndo = ({ at }: Takes) => at > 0;
export const canRedo = ({ texts, at }: Takes) => at < texts.length - 1;

/** One version back (-1) or forward (1), where there is one. */
export const moved = ({ texts, at }: Takes, by: -1 | 1): Takes => ({
  texts,
  at: Math.min(texts.length - 1, Math.max(0, at + by)),
});
