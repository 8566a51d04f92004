import { formatShortDate } from "@/components/ui/utils/format-date";
import { countOf } from "@/lib/platform/text/count-of";
import type { StoryCard } from "@/lib/stories/schema";

/** '3 scenes · Nov 22, 2026': distinguishes stories with the same title. */
export const ScenesAndDate = ({ story: { sceneCount, createdAt } }: { story: StoryCard }) => (
  <>
    {countOf(sceneCount, "scene")} · <time dateTime={createdAt}>{formatShortDate(createdAt)}</time>
  </>
);
