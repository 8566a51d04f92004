import Link from "next/link";
import { feedHref, type SearchedView, searchHref } from "@/lib/stories/feed-address";

/** Leads to what was made by hand, without anything of AI, and back to everything. */
export function ByHandLink({ view: { q, sort, ...view } }: { view: SearchedView }) {
  const made = view.made ? undefined : "by-hand";
  const href =
    q || sort === "best"
      ? searchHref({ ...view, q, sort, made })
      : feedHref({ ...view, ...(sort && { sort }), made });
  return (
    <nav aria-label="Made" className="sort-links">
      <Link
        href={href}
        prefetch={false}
        scroll={false}
        aria-current={view.made ? "true" : undefined}
      >
        Made by hand
      </Link>
    </nav>
  );
}
