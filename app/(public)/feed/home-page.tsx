import type { Metadata } from "next";
import NotFound from "@/app/not-found";
import { JsonLd } from "@/components/discovery/json-ld";
import { FeedView } from "@/components/feed/feed-view";
import { PrerenderedNotFound } from "@/components/shell/prerendered-not-found";
import { homeMetadata as describeHome, notFoundMetadata } from "@/lib/discovery/metadata";
import { siteData } from "@/lib/discovery/structured-data";
import { cacheBriefly } from "@/lib/platform/cache";
import { decodePathSegment } from "@/lib/platform/http/return-path";
import {
  type FeedView as FeedAddress,
  feedHref,
  maxPageNumber,
  pageNumberIn,
} from "@/lib/stories/feed/urls";
import { cachedFeed, cachedHomeRows, cachedTags } from "@/lib/stories/page-cache";
import "@/app/(public)/lists.css";

export type HomeProps = { params: Promise<{ view: string[] }> };

const orders = new Map<string, Pick<FeedAddress, "sort" | "made">>([
  ["new", { sort: "new" }],
  ["popular", { sort: "popular" }],
  ["new-by-hand", { sort: "new", made: "by-hand" }],
  ["popular-by-hand", { sort: "popular", made: "by-hand" }],
]);

/**
 * Parses `<sort>[-by-hand]/<page>[/<tag>]`, as next.config.ts writes it; null for any other path.
 */
async function readView({ params }: HomeProps) {
  const [order = "", number = "", tag, ...rest] = (await params).view;
  const page = pageNumberIn(number);
  const listOrder = orders.get(order);
  if (!listOrder || !page || rest.length > 0) return null;
  // Next passes path segments URL-encoded to a page, but decoded to `generateMetadata`.
  return { ...listOrder, page, tag: tag ? decodePathSegment(tag) : undefined };
}

/** The address in the browser, such as `/tag/<tag>?page=2`; `/` for an invalid path. */
export async function homeAddress(props: HomeProps): Promise<string> {
  const view = await readView(props);
  return view ? feedHref(view, view.page) : "/";
}

/** Loads the page of the feed that the path selects; null, cached briefly, if there is none. */
async function loadFeed(props: HomeProps) {
  const list = await findFeed(props);
  if (!list) await cacheBriefly();
  return list;
}

async function findFeed(props: HomeProps) {
  const view = await readView(props);
  if (!view || (view.tag?.length ?? 0) > 50 || view.tag?.includes("\0")) return null;
  const feed = await cachedFeed(view);
  // Page 1 exists without stories too: it invites the reader to make one.
  return feed && (view.page === 1 || feed.stories.length > 0) ? { ...view, feed } : null;
}

/** Whether the path leads to a page of the feed. */
export const homeExists = async (props: HomeProps): Promise<boolean> =>
  (await loadFeed(props)) !== null;

export async function homeMetadata(props: HomeProps): Promise<Metadata> {
  const list = await loadFeed(props);
  if (!list) return notFoundMetadata("Page Not Found");
  const { tag, page, sort, made, feed } = list;
  const pages = Math.min(feed.pagination.pages, maxPageNumber);
  const metadata = describeHome({
    page,
    pages,
    tag,
    sort,
    made,
    hrefOf: (number) => feedHref({ tag, sort, made }, number),
  });
  // Keeps tags without stories, of which there are endlessly many, out of search engines.
  return feed.stories.length === 0 ? { ...metadata, robots: { index: false } } : metadata;
}

/** The home page or the page of a tag, cached for all viewers. */
export async function HomePage(props: HomeProps) {
  const list = await loadFeed(props);
  if (!list) {
    return (
      <PrerenderedNotFound>
        <NotFound />
      </PrerenderedNotFound>
    );
  }
  const { feed, tag, sort, made } = list;
  // If the tags cannot be loaded, the page appears without them.
  const tags = await cachedTags().catch(() => null);
  const isFront = list.page === 1 && !tag && !made && sort === "new";
  // Fewer stories than a page need no extracts; without the rows the page appears all the same.
  const hasRows = list.page === 1 && !tag && !made && feed.pagination.nextCursor !== null;
  const rows = hasRows ? await cachedHomeRows(feed.pagination.total).catch(() => []) : [];
  return (
    <>
      <FeedView page={feed} tags={tags} rows={rows} view={{ tag, sort, made }} />
      {isFront && <JsonLd data={siteData()} />}
    </>
  );
}
