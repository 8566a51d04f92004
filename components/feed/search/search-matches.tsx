import Link from "next/link";
import { Chip, ChipRow } from "@/components/ui/chip";
import { Avatar } from "@/components/ui/pictures/avatar";
import { displayName, initials } from "@/lib/accounts/display-name";
import { countOf } from "@/lib/platform/text/count-of";
import { feedHref, type SearchFilters, searchHref } from "@/lib/stories/feed/urls";
import type { Search } from "@/lib/stories/schema";
import { Highlight } from "../highlight";

/** Beside the stories of a search: spelling suggestion, people and tags. */
export function SearchMatches({ view, search }: { view: SearchFilters; search: Search }) {
  const { correctedTo, tags, people, words } = search;
  return (
    <>
      {correctedTo && (
        <p className="mb-4 max-w-measure text-lg wrap-anywhere">
          No results for “<bdi>{view.q}</bdi>”. Showing results for{" "}
          <Link href={searchHref({ ...view, q: correctedTo })} prefetch={false} className="link">
            {correctedTo}
          </Link>
          .
        </p>
      )}
      {people.length > 0 && (
        <section aria-labelledby="people-found" className="mb-6">
          <h2 id="people-found" className="mb-3 font-bold">
            People
          </h2>
          <ul className="flex flex-wrap gap-3">
            {people.map((person) => (
              <li key={person._id}>
                <Link
                  href={`/user/${person.username}`}
                  prefetch={false}
                  className="flex items-center gap-2.5 rounded-full border-2 border-rule py-2 pr-3.5 pl-2 leading-[1.2] hover:border-ink"
                >
                  <Avatar
                    src={person.avatar}
                    initials={initials(person)}
                    seed={person.username}
                    size="sm"
                  />
                  <span className="wrap-anywhere">
                    <Highlight text={displayName(person)} words={words} />
                    <span className="block text-sm text-ink-soft">
                      @<Highlight text={person.username} words={words} /> ·{" "}
                      {countOf(person.storyCount, "story", "stories")}
                    </span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {tags.length > 0 && (
        <section aria-labelledby="tags-found" className="mb-6">
          <h2 id="tags-found" className="mb-3 font-bold">
            Tags
          </h2>
          <ChipRow label="Tags found">
            {tags.map(({ tag, count }) => (
              <Chip key={tag} href={feedHref({ tag })} count={count}>
                {tag}
              </Chip>
            ))}
          </ChipRow>
        </section>
      )}
    </>
  );
}
