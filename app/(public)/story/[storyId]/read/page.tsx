import type { Metadata } from "next";
import { notFoundMetadata, readingMetadata } from "@/lib/discovery/metadata";
import { loadReading, ReadingPage } from "./reading-page";

/** The page is cached from its first request on. A write expires it; 300 s in case that is missed. */
export const revalidate = 300;
export const generateStaticParams = () => [];

type Props = { params: Promise<{ storyId: string }> };

const load = async ({ params }: Props) => loadReading((await params).storyId, 1);

export async function generateMetadata(props: Props): Promise<Metadata> {
  const story = await load(props);
  return story ? readingMetadata(story) : notFoundMetadata("Error Loading Story");
}

export default async function ReadPage(props: Props) {
  return <ReadingPage story={await load(props)} />;
}
