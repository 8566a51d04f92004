import { BookDown, Ellipsis, Flag, GitBranch, X } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { aiDisclosure } from "@/lib/stories/ai-disclosure";
import { feedHref } from "@/lib/stories/feed/urls";
import { hasPicture } from "@/lib/stories/pictures";
import type { Story } from "@/lib/stories/schema";
import { RemixOriginNote } from "./remix-origin-note";

const sheetId = "about";

/** Opens the sheet about the story, also without a script. */
export const AboutButton = ({ children }: { children: string }) => (
  <Button popoverTarget={sheetId}>
    <Ellipsis aria-hidden="true" />
    <span>{children}</span>
  </Button>
);

const isListed = ({ status, rating }: Story) => status === "published" && rating !== "mature";

/** What a story is about and where it comes from, and what else readers can do with it. */
export function StoryAbout({ story }: { story: Story }) {
  const disclosure = aiDisclosure(story);
  return (
    <section id={sheetId} popover="auto" aria-labelledby="about-title" className="story-about">
      <div className="about-head">
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
      <div className="about-actions">
        {isListed(story) && (story.isRemix || story.remixCount > 0) && (
          <Link href={`/story/${story._id}/remixes`} prefetch={false} className="btn">
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

/** To a page of its own kind, which no crawler follows. */
const PlainLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} rel="nofollow" className="btn">
    {children}
  </a>
);

export function StoryTags({ story }: { story: Story }) {
  if (story.tags.length === 0 || !isListed(story)) return null;
  return (
    <ul className="story-tags" aria-label="Tags">
      {story.tags.map((tag) => (
        <li key={tag}>
          <Link href={feedHref({ tag })} prefetch={false} className="chip">
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  );
}
