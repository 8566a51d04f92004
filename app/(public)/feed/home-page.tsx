import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { FeedView, feedHref } from "@/components/feed/feed-view";
import { cachedFeed, cachedTags } from "@/lib/stories/cache";

export type HomeProps = { params: Promise<{ view: string[] }> };

/** Pages by number end here; infinite scroll goes on by cursor. */
const lastPage = 50;

/** `<page>[/<tag>]` of the address, as next.config.ts writes it. */
async function readView({ params }: HomeProps) {
  const [number = "", tag, ...rest] = (await params).view;
  if (!/^[1-9]\d?$/.test(number) || Number(number) > lastPage || rest.length > 0) notFound();
  return { page: Number(number), tag: tag ? decodeURIComponent(tag) : undefined };
}

export async function homeMetadata(props: HomeProps): Promise<Metadata> {
  const { page, tag } = await readView(props);
  return {
    ...(tag ? { title: `Stories tagged ${tag}` } : {}),
    alternates: { canonical: feedHref(tag, page) },
  };
}

/** The home page: hero, tags, covers. It knows no viewer. */
export async function HomePage(props: HomeProps) {
  const { page, tag } = await readView(props);
  const [feed, tags] = await Promise.all([cachedFeed({ page, tag }), cachedTags()]);
  return <FeedView page={feed} tags={tags} tag={tag} />;
}
