import type { MediaItem } from "@/lib/media/schema";
import { imageModelTexts } from "@/lib/stories/image-models";
import type { NumberedTake } from "./use-takes";

const sources: Record<MediaItem["source"], string> = {
  generated: "Generated",
  edited: "Modified",
  uploaded: "Uploaded",
  remixed: "Remixed",
};

/** Origin of a take. */
const sourceOf = ({ source, type }: MediaItem): string =>
  type === "video" && source === "generated" ? "Animated" : sources[source];

/** The model's display name; empty for takes without a model. */
const modelOf = ({ model }: Pick<MediaItem, "model">): string =>
  model in imageModelTexts ? imageModelTexts[model as keyof typeof imageModelTexts].label : model;

const timeOf = (iso: string): string =>
  new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" }).format(new Date(iso));

/** Describes a take in one line. */
export const describeTake = (take: NumberedTake): string =>
  [sourceOf(take), modelOf(take), timeOf(take.timestamp)].filter((word) => word !== "").join(" · ");
