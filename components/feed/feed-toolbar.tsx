import type { ReactNode } from "react";
import type { SearchSort } from "@/lib/stories/feed/cursor";
import { defaultSort, feedHref, type SearchFilters, searchHref } from "@/lib/stories/feed/urls";
import { ByHandLink } from "./by-hand-link";
import { LinkRow } from "./link-row";
import { NewStoryButton } from "./new-story-button";
import { SearchBox } from "./search/search-box";

/** Above a list: search, filters, and the button for a new story. */
export function FeedToolbar({ view, children }: { view: SearchFilters; children?: ReactNode }) {
  const { q, tag, made, sort = defaultSort(q) } = view;
  return (
    <div
      id="stories"
      className="mb-6 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-3 lg:grid-cols-[minmax(12rem,20rem)_minmax(0,1fr)_auto] lg:gap-4 print:hidden"
    >
      <SearchBox q={q} tag={q ? tag : undefined} made={made} sort={sort} />
      {/* A phone has the button in the hero. */}
      <NewStoryButton className="whitespace-nowrap max-md:[.hero~*_&]:hidden lg:order-1" />
      <div className="min-w-0 max-lg:col-span-full">{children}</div>
    </div>
  );
}

/** Above the covers: the order of the list, and the filter for stories without AI. */
export function ListOrders({ view }: { view: SearchFilters }) {
  const { q, tag, made, sort = defaultSort(q) } = view;
  const href = (order: SearchSort) =>
    !q && order !== "best"
      ? feedHref({ tag, made, sort: order })
      : searchHref({ q, tag, made, sort: order });
  return (
    <div className="flex flex-wrap items-center gap-3 print:hidden">
      <SortLinks sort={sort} isSearch={Boolean(q)} href={href} />
      <ByHandLink view={{ q, tag, made, sort }} />
    </div>
  );
}

const labels = { best: "Best", new: "New", popular: "Popular" } as const;

/** Sort orders as links, each with its own address. 'Best match' exists only in a search. */
function SortLinks({
  sort,
  isSearch,
  href,
}: {
  sort: SearchSort;
  isSearch: boolean;
  href: (sort: SearchSort) => string;
}) {
  const orders: SearchSort[] = isSearch ? ["best", "new", "popular"] : ["new", "popular"];
  return (
    <LinkRow
      label="Order"
      keepsScroll
      links={orders.map((order) => ({
        key: order,
        label: labels[order],
        href: href(order),
        isCurrent: order === sort,
      }))}
    />
  );
}
