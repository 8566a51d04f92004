"use client";
import { StoryCover } from "@/components/feed/covers/story-cover";
import { ImageWithFallback } from "@/components/ui/pictures/image-with-fallback";
import { cx } from "@/components/ui/utils/cx";
import { displayName } from "@/lib/accounts/display-name";
import { excerpt } from "@/lib/discovery/excerpt";
import { coverPosition } from "@/lib/stories/cover-position";
import { picturesOf, sharePictures } from "@/lib/stories/pictures";
import { matureNotice } from "@/lib/stories/ratings";
import { readingPath } from "@/lib/stories/reading/parts";
import type { PublishSettings, Story } from "@/lib/stories/schema";

interface PublishPreviewProps {
  story: Story;
  settings: PublishSettings;
}

/** The story as a card in lists, with these settings. */
export function toPublishedCard(
  story: Story,
  { title, coverPanelId }: Pick<PublishSettings, "title" | "coverPanelId">,
) {
  const pictures = picturesOf(story);
  const cover = (pictures.find(({ panel }) => panel._id === coverPanelId) ?? pictures[0])?.panel;
  const shown: Story = {
    ...story,
    title: title.trim() || story.title,
    ...(cover && { previewImage: cover.imageUrl, preview: cover }),
    status: "published",
  };
  return { ...shown, coverPosition: coverPosition(shown.preview, cover?.faces ?? []) };
}

/** Previews of the story as a cover in lists and as a link in messengers. */
export function PublishPreview({ story, settings }: PublishPreviewProps) {
  const { rating } = settings;
  const shown = toPublishedCard(story, settings);
  return (
    <div className="grid content-start gap-5">
      <section aria-label="In lists">
        <h3 className="field-label mb-1.5">In lists</h3>
        {rating === "mature" ? (
          <p className="text-ink-soft">
            Not shown in lists. You find it in My stories, and anyone with the link can read it.
          </p>
        ) : (
          <div inert className="max-w-44">
            <StoryCover story={shown} />
          </div>
        )}
      </section>
      <section aria-label="As a link">
        <h3 className="field-label mb-1.5">As a link</h3>
        <div className="overflow-clip rounded-card border-2 border-ink bg-sheet">
          {rating === "mature" ? (
            <ImageWithFallback
              src="/share.jpg"
              alt=""
              width={1200}
              height={630}
              className="block w-full h-auto"
            />
          ) : (
            <SharePicture story={shown} />
          )}
          <div className="p-3">
            <p className="font-bold wrap-anywhere">{shown.title}</p>
            <p className="line-clamp-2 text-sm text-ink-soft wrap-anywhere">
              {rating === "mature" ? matureNotice : excerpt(story.description, 200)}
            </p>
            <p className="mt-1 text-sm text-ink-soft wrap-anywhere">
              {window.location.host + readingPath(story._id)}
            </p>
          </div>
        </div>
      </section>
    </div>
  );
}

/** The same composition as the share picture that the server renders. */
function SharePicture({ story }: { story: Story }) {
  const pictures = sharePictures(story);
  const smaller = new Map(picturesOf(story).map(({ panel }) => [panel.imageUrl, panel.srcSet]));
  return (
    // On paper in both themes.
    <div className="@container grid aspect-1200/630 grid-cols-[38%_50%] justify-between overflow-clip border-b-2 border-ink bg-[#faf5ea] px-[4%] py-[3.5%] text-[#17130e]">
      <div className="min-w-0 self-start">
        <p className="line-clamp-4 overflow-clip font-display text-[7.5cqw]/[1.06] wrap-anywhere">
          {story.title}
        </p>
        <p className="overflow-clip text-[3cqw] text-ellipsis whitespace-nowrap text-[#5c5347]">
          by <bdi>{displayName(story.userId)}</bdi>
        </p>
      </div>
      <div
        className={cx(
          "grid min-h-0 auto-cols-fr grid-flow-col gap-[2.5%] [&>img]:size-full [&>img]:min-h-0 [&>img]:rounded-[4px] [&>img]:border-2 [&>img]:border-[#17130e] [&>img]:object-cover",
          pictures.length > 2 && "grid-cols-[1.44fr_1fr] grid-rows-2 [&>:first-child]:row-span-2",
        )}
      >
        {pictures.map((url) => (
          <ImageWithFallback
            key={url}
            src={url}
            srcSet={smaller.get(url) || undefined}
            sizes="12rem"
            alt=""
            decoding="async"
          />
        ))}
      </div>
    </div>
  );
}
