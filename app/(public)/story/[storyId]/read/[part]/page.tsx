import type { Metadata } from "next";
import { notFoundMetadata, readingMetadata } from "@/lib/discovery/metadata";
import { cachedReadingStory } from "@/lib/stories/page-cache";
import { loadReading, ReadingPage } from "../reading-page";

/** Made at the first request, then served from the cache until a write revalidates its tag. */
export const revalidate = 300;
export const generateStaticParams = () => [];

type Props = { params: Promise<{ storyId: string; part: string }> };

/** The first part is the story's own page. */
const numberIn = (part: string) => (/^([2-9]|[1-9]\d)$/.test(part) ? Number(part) : null);

const load = async ({ params }: Props) => {
  const { storyId, part } = await params;
  return loadReading(storyId, numberIn(part));
};

export async function generateMetadata(props: Props): Promise<Metadata> {
  const story = await load(props);
  // A link shows the same picture, whichever part it leads to: that of the first scenes.
  const first = story && (await cachedReadingStory(story._id));
  return first ? readingMetadata(first, story.part) : notFoundMetadata("Error Loading Story");
}

export default async function ReadPartPage(props: Props) {
  return <ReadingPage story={await load(props)} />;
}
