import Link from "next/link";
import { ButtonLink } from "@/components/ui/button";
import { type Part, partTitle, readingPath } from "@/lib/stories/reading/parts";
import type { Story } from "@/lib/stories/schema";
import { theEnd } from "../end/the-end";
import { titleWords } from "./title-page";

interface PartProps {
  story: Story;
  part: Part;
}

/** The header of a later part, instead of the story's title page. */
export function PartHead({ story, part }: PartProps) {
  return (
    <header className="title-page">
      <div className={titleWords}>
        <h1 className="display text-2xl wrap-anywhere md:text-3xl">{story.title}</h1>
        <p className="text-lg">{partTitle(part, part.number)}</p>
        <StoryParts story={story} part={part} />
      </div>
    </header>
  );
}

/** The end of a part that is not the last. */
export function PartEnd({ story, part }: PartProps) {
  const next = part.number + 1;
  return (
    <section id="end" aria-labelledby="the-end" className={theEnd}>
      <h2 id="the-end" className="display text-4xl">
        The Story Goes On
      </h2>
      {/* Prefetched when the reader comes near it. */}
      <ButtonLink
        variant="primary"
        size="lg"
        href={readingPath(story._id, next)}
        rel="next"
        prefetch
      >
        Read On: {partTitle(part, next)}
      </ButtonLink>
      <ButtonLink href="#main" variant="ghost">
        Back to Top
      </ButtonLink>
    </section>
  );
}

/** Links to each part of a long story. */
export function StoryParts({ story, part }: PartProps) {
  const numbers = Array.from({ length: part.total }, (_, index) => index + 1);
  return (
    <nav aria-label="Parts of the story">
      <ul className="flex gap-2 [scrollbar-width:none] max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:py-[3px] max-md:whitespace-nowrap md:flex-wrap">
        {numbers.map((number) => (
          <li key={number}>
            <Link
              href={readingPath(story._id, number)}
              prefetch={false}
              className="chip"
              aria-current={number === part.number ? "page" : undefined}
            >
              {partTitle(part, number)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
