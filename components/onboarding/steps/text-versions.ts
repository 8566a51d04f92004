import { z } from "@/lib/platform/zod";

/** Maximum number of versions; then the oldest is dropped. */
const maxVersions = 20;

/** The versions of one text: typing changes the current one, the AI adds another. */
export const textVersionsSchema = z
  .object({
    texts: z.array(z.string().max(100_000)).min(1).max(maxVersions),
    at: z.number().int().min(0).max(maxVersions),
  })
  .refine(({ texts, at }) => at < texts.length);
export type TextVersions = z.infer<typeof textVersionsSchema>;

export const createTextVersions = (text: string): TextVersions => ({ texts: [text], at: 0 });

export const getCurrentText = ({ texts, at }: TextVersions): string => texts[at] ?? "";

export const replaceCurrentText = ({ texts, at }: TextVersions, text: string): TextVersions => ({
  texts: texts.with(at, text),
  at,
});

/** Appends the AI's version after all others; an empty text is not worth a version. */
export function appendVersion({ texts }: TextVersions, text: string): TextVersions {
  const versions = [...texts.filter((take) => take.trim() !== "" && take !== text), text].slice(
    -maxVersions,
  );
  return { texts: versions, at: versions.length - 1 };
}

export const canUndo = ({ at }: TextVersions) => at > 0;
export const canRedo = ({ texts, at }: TextVersions) => at < texts.length - 1;

/** Moves one version back (-1) or forward (1), if there is one. */
export const moveVersion = ({ texts, at }: TextVersions, by: -1 | 1): TextVersions => ({
  texts,
  at: Math.min(texts.length - 1, Math.max(0, at + by)),
});
