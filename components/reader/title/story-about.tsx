import { BookDown, Ellipsis, Flag, GitBranch, X } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { aiDisclosure } from "@/lib/stories/ai-disclosure";
import { feedHref } from "@/lib/stories/feed/urls";
import { hasPicture } from "@/lib/stories/pictures";
import { remixTreeHref } from "@/lib/stories/remix/tree";
import type { Story } from "@/lib/stories/schema";
import { RemixOriginNote } from "./remix-origin-note";

const sheetId = "about";

/** Opens the sheet about the story; works without scripts. */
export const AboutButton = ({ children }: { children: string }) => (
  <Button popoverTarget={sheetId}>
    <Ellipsis aria-hidden="true" />
    <span>{children}</span>
  </Button>
);

/** In the middle of the screen, at its foot on a phone. */
const sheet =
  "m-auto max-h-[85dvh] w-[min(100%,36rem)] gap-4 overflow-y-auto overscroll-contain rounded-card border-2 border-ink bg-sheet px-6 pt-5 pb-6 text-ink backdrop:bg-night/62 open:grid open:animate-[fade-in_150ms] max-[30rem]:mx-0 max-[30rem]:mb-0 max-[30rem]:w-full max-[30rem]:max-w-none max-[30rem]:rounded-b-none max-[30rem]:border-x-0 max-[30rem]:border-b-0";

const isListed = ({ status, rating }: Story) => status === "published" && rating !== "mature";

/** A sheet about the story: description, tags, origin, and further actions. */
export function StoryAbout({ story }: { story: Story }) {
  const disclosure = aiDisclosure(story);
  return (
    <section id={sheetId} popover="auto" aria-labelledby="about-title" className={sheet}>
      <div className="flex items-start justify-between gap-4">
        <h2 id="about-title" className="display text-2xl wrap-anywhere">
          {story.title}
        </h2>
        <Button icon variant="ghost" label="Close" popoverTarget={sheetId}>
          <X aria-hidden="true" />
        </Button>
      </div>
      <p className="wrap-anywhere">{story.description}</p>
      <StoryTags story={story} />
      <RemixOriginNote story={story} />
      {disclosure && (
        <p className="text-ink-soft">
          <Badge>{disclosure.label}</Badge> {disclosure.text}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {isListed(story) && (story.isRemix || story.remixCount > 0) && (
          <Link href={remixTreeHref(story._id)} prefetch={false} className="btn">
            <GitBranch aria-hidden="true" /> Remix tree
          </Link>
        )}
        {hasPicture(story) && (
          <PlainLink href={`/story/${story._id}/book`}>
            <BookDown aria-hidden="true" /> Download as a book
          </PlainLink>
        )}
        <PlainLink href={`/report?story=${story._id}`}>
          <Flag aria-hidden="true" /> Report
        </PlainLink>
      </div>
    </section>
  );
}

/** A link that crawlers do not follow, without prefetching. */
const PlainLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} rel="nofollow" className="btn">
    {children}
  </a>
);

export function StoryTags({ story }: { story: Story }) {
  if (story.tags.length === 0 || !isListed(story)) return null;
  return (
    <ul className="flex flex-wrap gap-2 [.the-end_&]:justify-center" aria-label="Tags">
      {story.tags.map((tag) => (
        <li key={tag} className="max-w-full">
          <Link
            href={feedHref({ tag })}
            prefetch={false}
            className="chip max-w-full wrap-anywhere whitespace-normal"
          >
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  );
}
