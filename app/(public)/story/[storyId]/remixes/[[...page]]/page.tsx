import type { Metadata } from "next";
import NotFound from "@/app/not-found";
import { RemixTreeView } from "@/components/reader/social/remix-tree-view";
import { PrerenderedNotFound } from "@/components/shell/prerendered-not-found";
import { cacheBriefly } from "@/lib/platform/cache";
import { isId } from "@/lib/platform/http/ids";
import { cachedRemixTree } from "@/lib/stories/page-cache";
import { treeLimits } from "@/lib/stories/remix/tree";

/** Rendered at the first request, then cached until a write revalidates its tags. */
export const revalidate = 300;
export const generateStaticParams = () => [];

type Props = { params: Promise<{ storyId: string; page?: string[] }> };

async function load({ params }: Props) {
  const { storyId, page: [number = "1", ...rest] = [] } = await params;
  // Rejects other addresses before a query, so that they cannot fill the cache.
  const page = /^[1-9]\d?$/.test(number) ? Number(number) : 0;
  const isPage = isId(storyId) && rest.length === 0 && page >= 1 && page <= treeLimits.pages;
  const tree = isPage ? await cachedRemixTree(storyId, page) : null;
  if (!tree) await cacheBriefly();
  return tree;
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const tree = await load(props);
  if (!tree) return { title: "Page Not Found", robots: { index: false } };
  const { story, page, pages } = tree;
  const address = `/story/${story._id}/remixes`;
  return {
    title: `Remix tree of ${story.title}`,
    description: `The stories that "${story.title}" is based on, and its remixes.`,
    alternates: { canonical: page > 1 ? `${address}/${page}` : address },
    pagination: {
      previous: page > 1 ? `${address}/${page - 1}` : null,
      next: page < pages ? `${address}/${page + 1}` : null,
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
