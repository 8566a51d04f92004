import { JsonLd } from "@/components/discovery/json-ld";
import { settingsScript } from "@/components/reader/comforts/settings";
import { FreshLikes } from "@/components/reader/fresh-likes";
import { MatureQuestion } from "@/components/reader/mature-question";
import { ReadingView } from "@/components/reader/reading-view";
import { RecordRead } from "@/components/reader/record-read";
import { NotFoundHere } from "@/components/shell/not-found-here";
import { cachedOrigins } from "@/lib/discovery/cache";
import { storyData } from "@/lib/discovery/structured-data";
import { cachedNextStories, type ReadingStory } from "@/lib/stories/cache";
import ReadNotFound from "./not-found";

/** A story as everybody reads it, or one of its parts. */
export async function ReadingPage({ story }: { story: ReadingStory | null }) {
  if (!story) {
    return (
      <NotFoundHere>
        <ReadNotFound />
      </NotFoundHere>
    );
  }
  const next = await cachedNextStories(story);
  const reading = <ReadingView story={story} part={story.part} next={next} />;
  const isMature = story.rating === "mature";
  const isDescribed = !isMature && story.part.number === 1;
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, no input */}
      <script dangerouslySetInnerHTML={{ __html: settingsScript }} />
      {isMature ? <MatureQuestion title={story.title}>{reading}</MatureQuestion> : reading}
      <RecordRead storyId={story._id} />
      <FreshLikes storyId={story._id} readAt={story.readAt} />
      {isDescribed && <JsonLd data={storyData(story, await cachedOrigins(story._id))} />}
    </>
  );
}
