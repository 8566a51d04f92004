import Link from "next/link";

const orders = [
  ["new", "New"],
  ["popular", "Popular"],
] as const;

/** Two orders as two small frames; each is an address of its own. */
export function SortLinks({
  sort,
  href,
}: {
  sort: "new" | "popular";
  href: (sort: "new" | "popular") => string;
}) {
  return (
    <nav aria-label="Order" className="sort-links">
      {orders.map(([order, label]) => (
        <Link
          key={order}
          href={href(order)}
          prefetch={false}
          scroll={false}
          aria-current={order === sort ? "true" : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
