import { PanelView } from "@/components/comic/panel-view";
import { DownloadButton } from "@/components/downloads/download-button";
import { SleepingCat } from "@/components/illustrations/sleeping-cat";
import { Page } from "@/components/shell/page";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { ReadMore } from "@/components/ui/read-more";
import { storySlug } from "@/lib/scenes/picture-name";
import type { Story } from "@/lib/stories/schema";
import { AuthorLine } from "./author-line";
import { LikeButton } from "./like-button";
import { NoScenesAction, OwnerLink } from "./owner-link";
import { ProvenanceNote } from "./provenance-note";
import { RemixButton } from "./remix-button";
import { TheEnd } from "./the-end";

/**
 * The whole reading page. It renders on the server for everybody alike and in the browser for an
 * owner's draft, so it knows no viewer: what depends on one are small islands.
 */
export function ReadingView({ story }: { story: Story }) {
  const scenes = story.scenes
    .filter((scene) => scene.panels.length > 0)
    .toSorted((a, b) => a.sceneNumber - b.sceneNumber);
  const slug = storySlug(story.title);
  return (
    <Page width="reading">
      <header className="mb-8 flex flex-col gap-4 md:mb-12">
        {story.status === "draft" && (
          <div>
            <Badge tone="yellow">Draft</Badge>
          </div>
        )}
        <h1 className="display text-3xl md:text-4xl">{story.title}</h1>
        <ReadMore text={story.description} className="max-w-measure text-lg" />
        <ProvenanceNote story={story} />
        <div className="flex flex-wrap items-center justify-between gap-4">
          <AuthorLine author={story.userId} date={story.createdAt} />
          <div className="flex gap-2">
            <LikeButton kind="stories" id={story._id} count={story.likeCount} />
            <RemixButton storyId={story._id} count={story.remixCount} />
          </div>
        </div>
      </header>
      {scenes.length === 0 ? (
        <EmptyState
          picture={<SleepingCat />}
          title="No Scenes to Read"
          action={<NoScenesAction storyId={story._id} authorId={story.userId._id} />}
        >
          This story doesn't have any scenes yet.
        </EmptyState>
      ) : (
        <>
          {scenes.map((scene, index) => (
            <section
              key={scene._id}
              id={`scene-${scene.sceneNumber}`}
              aria-label={scene.title || `Scene ${scene.sceneNumber}`}
              className="mb-10 md:mb-16"
            >
              {scene.title && <h2 className="display mb-4 text-2xl">{scene.title}</h2>}
              <div className="strip">
                {scene.panels.map((panel, position) => (
                  <PanelView
                    key={panel._id}
                    panel={panel}
                    aspectRatio={story.aspectRatio}
                    eager={index === 0 && position === 0}
                  />
                ))}
              </div>
              <div className="mt-3 flex justify-end gap-2">
                <RemixButton storyId={story._id} scene={scene.sceneNumber} quiet />
                <DownloadButton
                  sceneId={scene._id}
                  sceneNumber={scene.sceneNumber}
                  slug={slug}
                  quiet
                />
                <LikeButton kind="scenes" id={scene._id} count={scene.likeStats.likeCount} quiet />
              </div>
            </section>
          ))}
          <TheEnd story={story} />
        </>
      )}
      <OwnerLink storyId={story._id} authorId={story.userId._id} />
    </Page>
  );
}
