import type { SearchSort } from "@/lib/stories/feed/cursor";
import { LinkRow } from "./link-row";

const labels = { best: "Best", new: "New", popular: "Popular" } as const;

/** Sort orders as links, each with its own address. 'Best match' exists only in a search. */
export function SortLinks({
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
