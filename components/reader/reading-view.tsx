import { Activity } from "react";
import { Page } from "@/components/shell/page";
import { EmptyState } from "@/components/ui/empty-state";
import { Illustration } from "@/components/ui/pictures/illustration";
import { aspectOf } from "@/lib/scenes/aspect";
import { storySlug } from "@/lib/scenes/panels/picture-file-name";
import type { Part } from "@/lib/stories/reading/parts";
import { readingCover } from "@/lib/stories/reading/progression";
import type { Story, StoryCard } from "@/lib/stories/schema";
import { TheEnd } from "./end/the-end";
import { NoScenesAction, OwnerLink } from "./owner-link";
import { Reader } from "./reader";
import { isRightToLeft, isStrip } from "./reading-order";
import { SceneView } from "./scene-view";
import { StoryAbout } from "./title/story-about";
import { PartEnd, PartHead, StoryParts } from "./title/story-parts";
import { TitlePage } from "./title/title-page";
import "./reader.css";
import "./reading-toolbar.css";
import "./stage/screens.css";

interface ReadingViewProps {
  story: Story;
  /** The part of a published story; by default all scenes. */
  part?: Part;
  /** Timestamp of the data; a new one resets the page. */
  readAt?: number;
  /** The author's next stories. */
  next: readonly StoryCard[];
}

/**
 * The whole reading page, rendered on the server for all readers and in the browser for an owner's
 * draft. It is independent of the viewer; small islands show what depends on them.
 */
export function ReadingView({ story, part, readAt = 0, next }: ReadingViewProps) {
  const scenes = story.scenes
    .filter((scene) => scene.panels.length > 0)
    .toSorted((a, b) => a.sceneNumber - b.sceneNumber);
  const slug = storySlug(story.title);
  const sceneCounts = scenes.map((scene) => ({
    number: scene.sceneNumber,
    panels: scene.panels.length,
  }));
  const { number, total, counts } = part ?? { number: 1, total: 1, counts: sceneCounts };
  return (
    <Page width="wide" className="reader">
      <noscript>
        <style>{".with-script{display:none!important}"}</style>
      </noscript>
      {scenes.length === 0 ? (
        <>
          <TitlePage story={story} />
          <EmptyState
            className="no-scenes"
            picture={<Illustration name="sleeping-cat" />}
            title="No Scenes to Read"
            action={<NoScenesAction storyId={story._id} authorId={story.userId._id} />}
          >
            This story doesn't have any scenes yet.
          </EmptyState>
        </>
      ) : (
        <Reader
          key={readAt}
          storyId={story._id}
          title={story.title}
          cover={readingCover(story)}
          isPublished={story.status === "published"}
          aspect={aspectOf[story.aspectRatio]}
          isStrip={isStrip(story)}
          isRightToLeft={isRightToLeft(story)}
          counts={counts}
          from={scenes[0]?.sceneNumber ?? 1}
          head={
            part && number > 1 ? (
              <PartHead story={story} part={part} />
            ) : (
              <TitlePage story={story}>
                {part && total > 1 && <StoryParts story={story} part={part} />}
              </TitlePage>
            )
          }
          end={
            part && number < total ? (
              <PartEnd story={story} part={part} />
            ) : (
              <Activity>
                <TheEnd story={story} next={next} />
              </Activity>
            )
          }
        >
          {scenes.map((scene, index) => (
            // Hydrated after the rest of the page, or when it is touched.
            <Activity key={scene._id}>
              <SceneView
                scene={scene}
                aspectRatio={story.aspectRatio}
                oneLetterSize={story.oneLetterSize}
                slug={slug}
                canShare={story.status === "published"}
                isFirst={index === 0 && story.rating !== "mature"}
              />
            </Activity>
          ))}
        </Reader>
      )}
      <StoryAbout story={story} />
      {/* Without scenes, the middle of the page already has this button. */}
      {scenes.length > 0 && (
        <OwnerLink
          storyId={story._id}
          authorId={story.userId._id}
          renderId={`${story._id} ${number} ${readAt}`}
        />
      )}
    </Page>
  );
}
