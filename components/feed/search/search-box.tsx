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
    <search>
      <form
        action="/search"
        className="flex h-11 overflow-clip rounded-full border-2 border-ink bg-sheet focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-blue"
      >
        <label htmlFor="search" className="sr-only">
          Search stories
        </label>
        <input
          id="search"
          type="search"
          // Hides Safari's clear button, which it shows even if the field is empty.
          className="min-w-0 flex-1 pl-4.5 outline-none [&::-webkit-search-cancel-button]:hidden"
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
        <button
          type="submit"
          aria-label="Search"
          className="grid w-12 place-items-center border-l-2 border-transparent outline-none hover:border-ink hover:bg-yellow hover:text-on-yellow focus-visible:border-ink focus-visible:bg-yellow focus-visible:text-on-yellow"
        >
          <Search aria-hidden="true" size={20} />
        </button>
      </form>
    </search>
  );
}
