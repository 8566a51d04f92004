import type { Metadata } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getPageViewer } from "@/app/page-viewer";
import { SearchView } from "@/components/feed/search/search-view";
import { hidesAi } from "@/lib/accounts/queries";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { clientAddress } from "@/lib/platform/http/client-address";
import { signInHref } from "@/lib/platform/http/return-path";
import { limitSearches, readFeed } from "@/lib/stories/feed/queries";
import { defaultSort, feedHref, searchHref } from "@/lib/stories/feed/urls";
import { cachedTags } from "@/lib/stories/page-cache";
import { type StoryPage, searchSort } from "@/lib/stories/schema";
import "@/app/(public)/lists.css";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

/** Removes characters that PostgreSQL cannot store and cuts the value to the allowed length. */
const sanitizeParam = (value: string | string[] | undefined, length: number) =>
  (first(value) ?? "")
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, length)
    .toWellFormed();

async function readSearch({ searchParams }: Props) {
  const query = await searchParams;
  const q = sanitizeParam(query.q, 200);
  const sort = searchSort.safeParse(first(query.sort)).data ?? defaultSort(q);
  return {
    q,
    tag: sanitizeParam(query.tag, 50) || undefined,
    made: first(query.made) === "by-hand" ? ("by-hand" as const) : undefined,
    // Without words there is no best match.
    sort: q || sort !== "best" ? sort : ("new" as const),
    after: first(query.after) || undefined,
  };
}

const defaultMadeFilter = async (viewer: Viewer | null) =>
  viewer && (await hidesAi(viewer.id)) ? ("by-hand" as const) : undefined;

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { q } = await readSearch(props);
  return { title: q ? `Search for ${q}` : "Search", robots: { index: false, follow: true } };
}

/**
 * Search results, and the feed below its last numbered page. Rendered per request and never cached,
 * since queries are unbounded; therefore rate limited per address.
 */
export default async function SearchPage(props: Props) {
  const { after, ...asked } = await readSearch(props);
  const viewer = await getPageViewer();
  if (!env().PUBLIC_BROWSING && !viewer) {
    redirect(signInHref(searchHref(asked)));
  }
  // Viewers who hide AI stories get no AI stories in search results either.
  const view = { ...asked, made: asked.made ?? (await defaultMadeFilter(viewer)) };
  const { q, tag, made, sort } = view;
  let found: StoryPage | null = null;
  let isRateLimited = false;
  try {
    await limitSearches(viewer, clientAddress(await headers()));
    // Without words the search shows all stories, filtered as the controls say.
    found = await readFeed(null, {
      q: q || undefined,
      tag,
      made,
      sort,
      cursor: after,
      page: 1,
      limit: 12,
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // An invalid cursor: show the list from its beginning.
    if (error.code === "bad_request")
      redirect(q || sort === "best" ? searchHref(asked) : feedHref({ tag, made, sort }));
    if (error.code !== "rate_limited") throw error;
    isRateLimited = true;
  }
  const tags = await cachedTags().catch(() => []);
  return (
    <SearchView view={view} after={after} found={found} isRateLimited={isRateLimited} tags={tags} />
  );
}
