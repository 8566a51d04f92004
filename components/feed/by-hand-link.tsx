import Link from "next/link";
import { type FeedView, feedHref } from "@/lib/stories/feed-address";

/** Leads to what was made by hand, without anything of AI, and back to everything. */
export function ByHandLink({ view }: { view: FeedView }) {
  const { made } = view;
  return (
    <nav aria-label="Made" className="sort-links">
      <Link
        href={feedHref({ ...view, made: made ? undefined : "by-hand" })}
        prefetch={false}
        scroll={false}
        aria-current={made ? "true" : undefined}
      >
        By hand
      </Link>
    </nav>
  );
}
