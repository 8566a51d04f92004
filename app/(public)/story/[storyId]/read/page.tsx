import type { Metadata } from "next";
import { readingMetadata, unknownMetadata } from "@/lib/discovery/metadata";
import { keepBriefly } from "@/lib/platform/cache";
import { isId } from "@/lib/platform/http/ids";
import { cachedReadingStory } from "@/lib/stories/cache";
import { ReadingPage } from "./reading-page";

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
  return <ReadingPage story={await load(props)} />;
}
