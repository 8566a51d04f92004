import type { Metadata } from "next";
import { JsonLd } from "@/components/discovery/json-ld";
import { settingsScript } from "@/components/reader/comforts/settings";
import { FreshLikes } from "@/components/reader/fresh-likes";
import { MatureQuestion } from "@/components/reader/mature-question";
import { ReadingView } from "@/components/reader/reading-view";
import { RecordRead } from "@/components/reader/record-read";
import { NotFoundHere } from "@/components/shell/not-found-here";
import { cachedOrigins } from "@/lib/discovery/cache";
import { readingMetadata, unknownMetadata } from "@/lib/discovery/metadata";
import { storyData } from "@/lib/discovery/structured-data";
import { keepBriefly } from "@/lib/platform/cache";
import { isId } from "@/lib/platform/http/ids";
import { cachedNextStories, cachedReadingStory } from "@/lib/stories/cache";
import ReadNotFound from "./not-found";

/** Made at the first request, then served from the cache until a write revalidates its tag. */
export const revalidate = 300;
export const generateStaticParams = () => [];

type Props = { params: Promise<{ storyId: string }> };

const load = async ({ params }: Props) => {
  const { storyId } = await params;
  const story = isId(storyId) ? await cachedReadingStory(storyId) : null;
  if (!story) await keepBriefly();
  return story;
};

export async function generateMetadata(props: Props): Promise<Metadata> {
  const story = await load(props);
  return story ? readingMetadata(story) : unknownMetadata("Error Loading Story");
}

export default async function ReadPage(props: Props) {
  const story = await load(props);
  if (!story) {
    return (
      <NotFoundHere>
        <ReadNotFound />
      </NotFoundHere>
    );
  }
  const next = await cachedNextStories(story);
  const reading = <ReadingView story={story} next={next} />;
  const isMature = story.rating === "mature";
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, no input */}
      <script dangerouslySetInnerHTML={{ __html: settingsScript }} />
      {isMature ? <MatureQuestion title={story.title}>{reading}</MatureQuestion> : reading}
      <RecordRead storyId={story._id} />
      <FreshLikes storyId={story._id} readAt={story.readAt} />
      {!isMature && <JsonLd data={storyData(story, await cachedOrigins(story._id))} />}
    </>
  );
}
