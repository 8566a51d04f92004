import { JsonLd } from "@/components/discovery/json-ld";
import { AgeGate } from "@/components/reader/age-gate";
import { isStrip } from "@/components/reader/reading-order";
import { settingsScript } from "@/components/reader/reading-settings";
import { ReadingView } from "@/components/reader/reading-view";
import { RecordRead } from "@/components/reader/record-read";
import { RefreshLikes } from "@/components/reader/social/refresh-likes";
import { PrerenderedNotFound } from "@/components/shell/prerendered-not-found";
import { cachedOrigins } from "@/lib/discovery/cache";
import { storyData } from "@/lib/discovery/structured-data";
import { cacheBriefly } from "@/lib/platform/cache";
import { isId } from "@/lib/platform/http/ids";
import { cachedNextStories, cachedReadingStory, type ReadingStory } from "@/lib/stories/page-cache";
import ReadNotFound from "./not-found";

/**
 * Loads a part of a published story. Returns null if there is none; a null is cached only briefly.
 * @param part null for the story's own page
 */
export async function loadReading(
  storyId: string,
  part: number | null,
): Promise<ReadingStory | null> {
  const story = isId(storyId) && part ? await cachedReadingStory(storyId, part) : null;
  if (!story) await cacheBriefly();
  return story;
}

/** The public reading page of a story, or of one of its parts. */
export async function ReadingPage({ story }: { story: ReadingStory | null }) {
  if (!story) {
    return (
      <PrerenderedNotFound>
        <ReadNotFound />
      </PrerenderedNotFound>
    );
  }
  const next = await cachedNextStories(story);
  const reading = <ReadingView story={story} part={story.part} readAt={story.readAt} next={next} />;
  const isMature = story.rating === "mature";
  const isDescribed = !isMature && story.part.number === 1;
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: one of two constants of ours, no input */}
      <script dangerouslySetInnerHTML={{ __html: settingsScript(isStrip(story)) }} />
      {isMature ? <AgeGate title={story.title}>{reading}</AgeGate> : reading}
      <RecordRead storyId={story._id} />
      <RefreshLikes storyId={story._id} readAt={story.readAt} />
      {isDescribed && <JsonLd data={storyData(story, await cachedOrigins(story._id))} />}
    </>
  );
}
