import type { Metadata } from "next";
import NotFound from "@/app/not-found";
import { ReadingView } from "@/components/reader/reading-view";
import { RecordRead } from "@/components/reader/record-read";
import { NotFoundHere } from "@/components/shell/not-found-here";
import { displayName } from "@/lib/accounts/display";
import { isId } from "@/lib/platform/http/ids";
import { cachedReadingStory } from "@/lib/stories/cache";

/** Made at the first request, then served from the cache until a write revalidates its tag. */
export const revalidate = 3600;
export const generateStaticParams = () => [];

type Props = { params: Promise<{ storyId: string }> };

const load = async ({ params }: Props) => {
  const { storyId } = await params;
  return isId(storyId) ? cachedReadingStory(storyId) : null;
};

export async function generateMetadata(props: Props): Promise<Metadata> {
  const story = await load(props);
  if (!story) return { title: "Page Not Found", robots: { index: false } };
  const description = story.description.slice(0, 300);
  const author = displayName(story.userId);
  return {
    title: `${story.title} by ${author}`,
    description,
    authors: [{ name: author }],
    alternates: { canonical: `/story/${story._id}/read` },
    openGraph: {
      type: "article",
      title: story.title,
      description,
      ...(story.previewImage ? { images: [story.previewImage] } : {}),
    },
  };
}

export default async function ReadPage(props: Props) {
  const story = await load(props);
  if (!story) {
    return (
      <NotFoundHere>
        <NotFound />
      </NotFoundHere>
    );
  }
  return (
    <>
      <ReadingView story={story} />
      <RecordRead storyId={story._id} />
    </>
  );
}
