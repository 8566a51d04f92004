import { displayName } from "@/lib/accounts/display-name";
import { brand } from "@/lib/platform/brand";
import { isDrawnByCode, originLabels, originSentence } from "@/lib/stories/ai-disclosure";
import { remixOriginOf } from "@/lib/stories/remix/origin";
import type { BookSource } from "./source-queries";

/**
 * Names of the models that painted the visible pictures, without duplicates; null if there are
 * none.
 */
function paintersOf(source: BookSource): string[] | null {
  const pictures = source.scenes.flatMap(({ panels }) =>
    panels.flatMap(({ image }) => (image?.isGenerated ? [image] : [])),
  );
  const names = new Set(pictures.map(({ madeBy }) => madeBy).filter((name) => name !== ""));
  return pictures.length > 0 ? [...names] : null;
}

/**
 * Whether an AI model made any of its pictures; null if the origin of one is unknown. The demo
 * studio is not an AI model.
 */
export function isMadeWithAi(source: BookSource): boolean | null {
  const painters = paintersOf(source);
  if (painters && !isDrawnByCode(painters)) return true;
  const isKnown = source.scenes.every(({ panels }) =>
    panels.every(({ image }) => !image || image.isGenerated),
  );
  return source.madeByHand || (painters && isKnown) ? false : null;
}

/** The line on the cover that says how the book was made. */
export function markOf(source: BookSource): string {
  if (paintersOf(source) === null) return `Made on ${brand.name}`;
  return isMadeWithAi(source)
    ? `${originLabels.ai} on ${brand.name}`
    : `${originLabels.demo}, made on ${brand.name}`;
}

/** The statement on the use of AI, for the last page and the sheet beside the print file. */
export function disclosureOf(source: BookSource): string[] {
  const paintedBy = paintersOf(source);
  const sentence = originSentence({ madeByHand: source.madeByHand, paintedBy });
  if (!paintedBy) return [sentence ?? `The pages were made with ${brand.name}.`];
  const drafted = isMadeWithAi(source) ? "AI" : "it";
  return [
    ...(sentence ? [sentence] : []),
    `Scripts and bubbles may have been drafted by ${drafted} as well, and were chosen and edited by the author in ${brand.name}.`,
  ];
}

const dateWords = (date: Date) =>
  date.toLocaleDateString("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });

/** The origin of a remix in a sentence; null for an original. */
function lineageOf(source: BookSource) {
  const { original } = source;
  const origin = remixOriginOf({
    ...source,
    originalStoryId: original && {
      _id: original.id,
      title: original.title,
      author: displayName(original.author),
    },
  });
  switch (origin?.kind) {
    case "original":
      return `Remixed from “${origin.title}” by ${origin.author}, ${original?.address}`;
    case "deleted":
      return `Remixed from “${origin.title}”, which is no longer available`;
    case "unknown":
      return "Remixed from a story that is not public";
    default:
      return null;
  }
}

/** The paragraphs of the last page. */
export function creditsOf(source: BookSource): string[] {
  const author = displayName(source.author);
  const date = source.publishedAt ?? source.createdAt;
  const isPublished = source.status === "published";
  const lineage = lineageOf(source);
  return [
    `Story and lettering: ${author}`,
    ...(isPublished
      ? [`Published on ${dateWords(date)} at`, source.address]
      : [`A draft, begun on ${dateWords(date)}`]),
    ...(lineage ? [lineage] : []),
    ...disclosureOf(source),
    `© ${date.getUTCFullYear()} ${author}. Stories can be remixed on ${brand.name}; for any other use, ask the author.`,
  ];
}
