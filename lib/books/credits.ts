import { displayName } from "@/lib/accounts/display-name";
import { brand } from "@/lib/platform/brand";
import { isDrawnByCode, originLabels } from "@/lib/stories/ai-disclosure";
import { imageModelTexts } from "@/lib/stories/image-models";
import { provenanceOf } from "@/lib/stories/provenance";
import type { BookSource } from "./source-queries";

const modelLabel = (model: string): string =>
  Object.hasOwn(imageModelTexts, model)
    ? imageModelTexts[model as keyof typeof imageModelTexts].label
    : model;

const picturesOf = (source: BookSource) =>
  source.scenes.flatMap(({ panels }) => panels.filter(({ image }) => image !== null));

/** Names of the painters of the visible pictures, without duplicates. */
const paintersOf = (source: BookSource): string[] => [
  ...new Set(
    picturesOf(source)
      .map(({ image }) => modelLabel(image?.madeBy ?? ""))
      .filter((name) => name !== ""),
  ),
];

export const isGenerated = (source: BookSource): boolean =>
  picturesOf(source).some(({ image }) => image?.isGenerated);

/** The line on the cover that says how the book was made. */
export function markOf(source: BookSource): string {
  if (!isGenerated(source)) return `Made on ${brand.name}`;
  return isDrawnByCode(paintersOf(source))
    ? `${originLabels.demo}, made on ${brand.name}`
    : `${originLabels.ai} on ${brand.name}`;
}

/** The statement on the use of AI, for the last page and the sheet beside the print file. */
export function disclosureOf(source: BookSource): string[] {
  const pictures = picturesOf(source);
  const made = pictures.filter(({ image }) => image?.isGenerated).length;
  if (made === 0) {
    return [`The pictures were uploaded by the author. The pages were made with ${brand.name}.`];
  }
  const painters = paintersOf(source);
  if (isDrawnByCode(painters)) {
    return [
      `${originLabels.demo}: the demo studio drew them from the author's words, without an AI model.`,
      `Scripts and bubbles may have been drafted by it as well, and were chosen and edited by the author in ${brand.name}.`,
    ];
  }
  const by = painters.length > 0 ? ` (${painters.join(", ")})` : "";
  const all = made === pictures.length;
  return [
    `${originLabels.ai}: ${all ? "all" : `${made} of ${pictures.length}`} pictures were generated${by} from the author's words.`,
    `Scripts and bubbles may have been drafted by AI as well, and were chosen and edited by the author in ${brand.name}.`,
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
function lineageOf(source: BookSource, addressOf: (storyId: string) => string) {
  const { original } = source;
  const provenance = provenanceOf({
    ...source,
    originalStoryId: original && {
      _id: original.id,
      title: original.title,
      author: displayName(original.author),
    },
  });
  switch (provenance?.kind) {
    case "original":
      return `Remixed from “${provenance.title}” by ${provenance.author}, ${addressOf(provenance.storyId)}`;
    case "deleted":
      return `Remixed from “${provenance.title}”, which is no longer available`;
    case "unknown":
      return "Remixed from a story that is not public";
    default:
      return null;
  }
}

/** The paragraphs of the last page. */
export function creditsOf(source: BookSource, addressOf: (storyId: string) => string): string[] {
  const author = displayName(source.author);
  const date = source.publishedAt ?? source.createdAt;
  const isPublished = source.status === "published";
  return [
    `Story and lettering: ${author}`,
    ...(isPublished
      ? [`Published on ${dateWords(date)} at`, addressOf(source.id)]
      : [`A draft, begun on ${dateWords(date)}`]),
    ...[lineageOf(source, addressOf)].filter((line) => line !== null),
    ...disclosureOf(source),
    `© ${date.getUTCFullYear()} ${author}. Stories can be remixed on ${brand.name}; for any other use, ask the author.`,
  ];
}
