import { type FeedView, feedHref, searchHref } from "@/lib/stories/feed-address";
import { NewStoryButton } from "./new-story-button";
import { SearchBox } from "./search-box";
import { SortLinks } from "./sort-links";

/** Above the covers: look for one, choose the order, or start a story. */
export function FeedTools({ view, q }: { view: FeedView; q?: string }) {
  const href = (sort: "new" | "popular") =>
    q === undefined ? feedHref({ ...view, sort }) : searchHref({ q, tag: view.tag, sort });
  return (
    <div id="stories" className="feed-tools">
      <SearchBox q={q} sort={view.sort} />
      <SortLinks sort={view.sort ?? "new"} href={href} />
      <NewStoryButton />
    </div>
  );
}
