import type { Metadata } from "next";
import { notFoundMetadata, readingMetadata } from "@/lib/discovery/metadata";
import { cachedReadingStory } from "@/lib/stories/page-cache";
import { loadReading, ReadingPage } from "../reading-page";

/** Rendered at the first request, then cached until a write revalidates its tag. */
export const revalidate = 300;
export const generateStaticParams = () => [];

type Props = { params: Promise<{ storyId: string; part: string }> };

/** The first part is the story's own page, so numbers begin at 2. */
const numberIn = (part: string) => (/^([2-9]|[1-9]\d)$/.test(part) ? Number(part) : null);

const load = async ({ params }: Props) => {
  const { storyId, part } = await params;
  return loadReading(storyId, numberIn(part));
};

export async function generateMetadata(props: Props): Promise<Metadata> {
  const story = await load(props);
  // Every part has the same preview picture, that of the first scenes.
  const first = story && (await cachedReadingStory(story._id));
  return first ? readingMetadata(first, story.part) : notFoundMetadata("Error Loading Story");
}

export default async function ReadPartPage(props: Props) {
  return <ReadingPage story={await load(props)} />;
}
