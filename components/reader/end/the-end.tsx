import { ReadMarks } from "@/components/reading-progress/read-marks";
import { ButtonLink } from "@/components/ui/button";
import { displayName, shortName } from "@/lib/accounts/display-name";
import { hasPicture } from "@/lib/stories/pictures";
import type { Story, StoryCard } from "@/lib/stories/schema";
import { LikeButton } from "../social/like-button";
import { RemixButton } from "../social/remix-button";
import { AuthorLine } from "../title/author-line";
import { AboutButton, StoryTags } from "../title/story-about";
import { EndAction } from "./end-action";
import { MoreStories, NextStory } from "./next-stories";

export const theEnd = "the-end flex flex-col items-center gap-6 px-2 py-12 text-center";

/** Equal widths in a column on a phone: side by side they would wrap unevenly. */
const choices =
  "flex flex-wrap justify-center gap-3 max-[30rem]:grid max-[30rem]:w-[min(100%,17.5rem)] max-[30rem]:grid-cols-1";

/**
 * The end of a story. Its primary action is the author's next story, or else a like; further actions
 * follow.
 */
export function TheEnd({ story, next }: { story: Story; next: readonly StoryCard[] }) {
  const [first, ...more] = story.status === "published" ? next : [];
  return (
    <section id="end" aria-labelledby="the-end" className={theEnd}>
      <h2 id="the-end" className="display text-4xl">
        The End
      </h2>
      <p className="text-lg wrap-anywhere">Thanks for reading "{story.title}"!</p>
      {first && (
        <>
          <ReadMarks isFar />
          <NextStory story={first} />
        </>
      )}
      <p className="text-ink-soft">What did you think of this story?</p>
      <div className={choices}>
        <LikeButton
          storyId={story._id}
          count={story.likeCount}
          label="Show your love"
          primary={!first && story.status === "published"}
        />
        <RemixButton storyId={story._id} count={story.remixCount} label="Make it your own" />
        <EndAction
          storyId={story._id}
          title={story.title}
          authorId={story.userId._id}
          isPublished={story.status === "published"}
          hasPicture={hasPicture(story)}
        />
      </div>
      <MoreStories stories={more} />
      <StoryTags story={story} />
      <nav aria-label="More" className={choices}>
        <ButtonLink href="#main">Back to Top</ButtonLink>
        <ButtonLink href="/" prefetch={false}>
          Explore More Stories
        </ButtonLink>
        <ButtonLink
          href={`/user/${story.userId.username}`}
          prefetch={false}
          className="min-w-0 wrap-anywhere"
        >
          More by <bdi>{shortName(story.userId)}</bdi>
        </ButtonLink>
        <AboutButton>About this story</AboutButton>
      </nav>
      <div className="mt-4 flex flex-col items-center gap-2">
        <p className="text-sm text-ink-soft">
          Story created by <span className="sr-only">{displayName(story.userId)}</span>
        </p>
        <AuthorLine author={story.userId} date={story.createdAt} />
        <a
          href={`/report?story=${story._id}`}
          rel="nofollow"
          className="-my-0.5 link inline-block py-0.5 text-sm"
        >
          Report this story
        </a>
      </div>
    </section>
  );
}
