import Link from "next/link";
import type { HomeRow } from "@/lib/stories/home-rows";
import { StoryCover } from "./story-cover";

/** Rows of covers above the whole feed, each the beginning of a list. */
export function HomeRows({ rows }: { rows: readonly HomeRow[] }) {
  return rows.map(({ title, href, stories }, row) => (
    <section key={href} aria-label={title} className="home-row">
      <div className="list-head">
        <h2 className="display text-xl wrap-anywhere">{title}</h2>
        <Link href={href} prefetch={false} className="link">
          See all <span className="sr-only">in {title}</span>
        </Link>
      </div>
      <div className="cover-row">
        {stories.map((story, index) => (
          <StoryCover key={story._id} story={story} eager={row === 0 && index < 6} brief />
        ))}
      </div>
    </section>
  ));
}
