"use client";
import { BookDown, BookOpen, Settings } from "lucide-react";
import { useRef } from "react";
import { titleSize } from "@/components/comic/title-size";
import { LikeButton } from "@/components/reader/social/like-button";
import { AuthorLine } from "@/components/reader/title/author-line";
import { RemixOriginNote } from "@/components/reader/title/remix-origin-note";
import { Badge } from "@/components/ui/badge";
import { Button, ButtonLink } from "@/components/ui/button";
import { ReadMore } from "@/components/ui/read-more";
import { cx } from "@/components/ui/utils/cx";
import type { DemoNotice } from "@/lib/stories/ai-disclosure";
import type { Story } from "@/lib/stories/schema";
import { PublishButton } from "./publishing/publish";
import { Unpublish } from "./publishing/unpublish";
import { RemixNotice } from "./remix-notice";
import { useSaveStory } from "./use-story-mutations";

interface StoryHeaderProps {
  story: Story;
  demoNotice: DemoNotice | null;
  onSettings: () => void;
  onPublish: () => void;
  onBooks: () => void;
}

/** Title, description, origin and author of the story, and actions for the whole story. */
export function StoryHeader({
  story,
  demoNotice,
  onSettings,
  onPublish,
  onBooks,
}: StoryHeaderProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const publish = useRef<HTMLButtonElement>(null);
  const save = useSaveStory(story);
  return (
    // On a phone description and author follow the scenes, so that a panel is visible without
    // scrolling.
    <header className="studio-head flex flex-col gap-3 max-md:contents lg:col-start-2">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={story.status === "published" ? "green" : "yellow"}>
          {story.status === "published" ? "Published" : "Draft"}
        </Badge>
        {demoNotice && (
          <Badge>
            <span title={demoNotice.hint}>{demoNotice.label}</span>
          </Badge>
        )}
      </div>
      <h1 ref={title} tabIndex={-1} className={cx("display wrap-anywhere", titleSize(story.title))}>
        {story.title}
      </h1>
      <div className="max-md:order-1">
        <ReadMore
          text={story.description}
          limit={160}
          className="me-auto max-w-measure text-lg wrap-anywhere"
        />
      </div>
      <RemixOriginNote story={story} />
      <RemixNotice title={title} />
      <div className="mt-1 flex flex-wrap items-center justify-between gap-4 max-md:contents">
        <div className="max-md:order-1">
          <AuthorLine author={story.userId} date={story.createdAt} />
        </div>
        <div className="flex flex-wrap gap-2">
          <LikeButton storyId={story._id} count={story.likeCount} />
          <Button className="max-md:px-2.5" onClick={onSettings}>
            <Settings aria-hidden="true" /> <span className="max-md:sr-only">Settings</span>
          </Button>
          {story.scenes.length > 0 && (
            <ButtonLink
              href={`/story/${story._id}/read`}
              prefetch={false}
              className="max-md:px-2.5"
            >
              <BookOpen aria-hidden="true" /> <span className="max-md:sr-only">Read Story</span>
            </ButtonLink>
          )}
          {story.scenes.length > 0 && (
            <Button label="Download as a book" className="max-md:px-2.5" onClick={onBooks}>
              <BookDown aria-hidden="true" /> <span className="max-md:sr-only">Book</span>
            </Button>
          )}
          <PublishButton ref={publish} story={story} onOpen={onPublish} />
          {story.status === "published" && (
            <Unpublish save={save} onGone={() => publish.current?.focus()} />
          )}
        </div>
      </div>
    </header>
  );
}
