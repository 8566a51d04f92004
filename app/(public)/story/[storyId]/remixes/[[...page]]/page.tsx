import type { Metadata } from "next";
import NotFound from "@/app/not-found";
import { RemixTreeView } from "@/components/reader/social/remix-tree-view";
import { PrerenderedNotFound } from "@/components/shell/prerendered-not-found";
import { notFoundMetadata } from "@/lib/discovery/metadata";
import { cacheBriefly } from "@/lib/platform/cache";
import { isId } from "@/lib/platform/http/ids";
import { pageNumberIn } from "@/lib/stories/feed/urls";
import { cachedRemixTree } from "@/lib/stories/page-cache";
import { remixTreeHref, treeLimits } from "@/lib/stories/remix/tree";

/** Rendered at the first request, then cached until a write revalidates its tags. */
export const revalidate = 300;
export const generateStaticParams = () => [];

type Props = { params: Promise<{ storyId: string; page?: string[] }> };

async function load({ params }: Props) {
  const { storyId, page: [number = "1", ...rest] = [] } = await params;
  // Other addresses are refused before a query, so that they cannot fill the cache.
  const page = rest.length === 0 ? pageNumberIn(number, treeLimits.pages) : null;
  const tree = isId(storyId) && page ? await cachedRemixTree(storyId, page) : null;
  if (!tree) await cacheBriefly();
  return tree;
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const tree = await load(props);
  if (!tree) return notFoundMetadata("Page Not Found");
  const { story, page, pages } = tree;
  return {
    title: `Remix tree of ${story.title}`,
    description: `The stories that "${story.title}" is based on, and its remixes.`,
    alternates: { canonical: remixTreeHref(story._id, page) },
    pagination: {
      previous: page > 1 ? remixTreeHref(story._id, page - 1) : null,
      next: page < pages ? remixTreeHref(story._id, page + 1) : null,
    },
  };
}

export default async function RemixesPage(props: Props) {
  const tree = await load(props);
  if (!tree) {
    return (
      <PrerenderedNotFound>
        <NotFound />
      </PrerenderedNotFound>
    );
  }
  return <RemixTreeView tree={tree} />;
}
