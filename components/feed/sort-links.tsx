import Link from "next/link";
import type { SearchSort } from "@/lib/stories/feed/cursor";

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
    <nav aria-label="Order" className="sort-links">
      {orders.map((order) => (
        <Link
          key={order}
          href={href(order)}
          prefetch={false}
          scroll={false}
          aria-current={order === sort ? "true" : undefined}
        >
          {labels[order]}
        </Link>
      ))}
    </nav>
  );
}
