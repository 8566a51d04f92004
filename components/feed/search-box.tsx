import { Search } from "lucide-react";
import type { SearchSort } from "@/lib/stories/feed/cursor";

/** A form that works without scripts as well. */
export function SearchBox({
  q = "",
  tag,
  made,
  sort,
}: {
  q?: string | undefined;
  tag?: string | undefined;
  made?: "by-hand" | undefined;
  sort: SearchSort;
}) {
  return (
    <search className="search-box">
      <form action="/search">
        <label htmlFor="search" className="sr-only">
          Search stories
        </label>
        <input
          id="search"
          type="search"
          name="q"
          key={q}
          defaultValue={q}
          maxLength={200}
          autoComplete="off"
          enterKeyHint="search"
          placeholder="Search stories and people"
        />
        {tag && <input type="hidden" name="tag" value={tag} />}
        {made && <input type="hidden" name="made" value={made} />}
        {sort === "popular" && <input type="hidden" name="sort" value="popular" />}
        <button type="submit" aria-label="Search">
          <Search aria-hidden="true" size={20} />
        </button>
      </form>
    </search>
  );
}
