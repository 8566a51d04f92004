import type { ReactNode } from "react";
import type { SearchSort } from "@/lib/stories/feed/cursor";
import { defaultSort, feedHref, type SearchFilters, searchHref } from "@/lib/stories/feed/urls";
import { ByHandLink } from "./by-hand-link";
import { NewStoryButton } from "./new-story-button";
import { SearchBox } from "./search-box";
import { SortLinks } from "./sort-links";

/** On top of a list: search, what narrows it, and the button for a new story. */
export function FeedToolbar({ view, children }: { view: SearchFilters; children?: ReactNode }) {
  const { q, tag, made, sort = defaultSort(q) } = view;
  return (
    <div id="stories" className="feed-tools">
      <SearchBox q={q} tag={q ? tag : undefined} made={made} sort={sort} />
      {children}
      <NewStoryButton />
    </div>
  );
}

/** Above the covers: the order of the list, and the choice of stories without AI. */
export function ListOrders({ view }: { view: SearchFilters }) {
  const { q, tag, made, sort = defaultSort(q) } = view;
  const href = (order: SearchSort) =>
    !q && order !== "best"
      ? feedHref({ tag, made, sort: order })
      : searchHref({ q, tag, made, sort: order });
  return (
    <div className="feed-orders">
      <SortLinks sort={sort} isSearch={Boolean(q)} href={href} />
      <ByHandLink view={{ q, tag, made, sort }} />
    </div>
  );
}
