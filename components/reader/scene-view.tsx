import { ComicPage, type PanelPagePosition } from "@/components/comic/comic-page";
import { columnSizes, PanelView } from "@/components/comic/panel-view";
import { DownloadButton } from "@/components/downloads/download-button";
import type { AspectRatio } from "@/lib/scenes/aspect";
import type { Scene } from "@/lib/scenes/schema";
import { panelId } from "@/lib/stories/reading/parts";
import { LikeButton } from "./social/like-button";
import { RemixButton } from "./social/remix-button";
import { SharePanelButton } from "./social/share-panel-button";
import { Transcript } from "./transcript";

interface SceneViewProps {
  scene: Scene;
  aspectRatio: AspectRatio;
  oneLetterSize: boolean;
  /** Slug of the story's title, for file names. */
  slug: string;
  /** Whether its first picture is the page's largest paint. */
  isFirst: boolean;
  /** False for a draft, which others cannot open. */
  canShare: boolean;
}

/** As in reader.css, in rem: the width of a page, and the window width from which it has tiers. */
const page = { width: 67.5, from: 56 };
const widePage = { width: 78, from: 80 };

/** Drops the width for covers: a large panel is as wide as the screen of a phone. */
const inFullWidth = (srcSet: string) => srcSet.replace(/^\S+ 320w, /, "");

function sizesOf({ share, scrollLayout }: PanelPagePosition): string {
  if (scrollLayout === "column") return columnSizes;
  const { width, from } = scrollLayout ? widePage : page;
  return `(min-width: ${from}rem) ${Math.round(width * share)}rem, ${columnSizes}`;
}

/** A scene: its panels, transcript and actions. */
export function SceneView({
  scene,
  aspectRatio,
  oneLetterSize,
  slug,
  isFirst,
  canShare,
}: SceneViewProps) {
  const { sceneNumber, panels, storyId, likeStats } = scene;
  const download = { sceneId: scene._id, sceneNumber, slug, quiet: true };
  return (
    <section
      id={`scene-${sceneNumber}`}
      data-scene={sceneNumber}
      data-id={scene._id}
      data-likes={likeStats.likeCount}
      aria-label={scene.title || `Scene ${sceneNumber}`}
      className="scene"
    >
      {scene.title && <h2 className="display">{scene.title}</h2>}
      <ComicPage
        scene={scene}
        aspectRatio={aspectRatio}
        oneLetterSize={oneLetterSize}
        className="strip"
        render={(panel, place) => (
          <PanelView
            panel={place.share > 0.5 ? { ...panel, srcSet: inFullWidth(panel.srcSet) } : panel}
            aspectRatio={aspectRatio}
            layout={place.layout}
            sizes={sizesOf(place)}
            eager={isFirst && panel === panels[0]}
          >
            {panel.imageUrl && (
              <a
                id={panelId({ scene: sceneNumber, panel: place.index })}
                href={panel.imageUrl}
                className="panel-link"
              >
                <span className="sr-only">{`Panel ${place.index + 1} of scene ${sceneNumber} in full size`}</span>
              </a>
            )}
          </PanelView>
        )}
      />
      <div className="scene-foot">
        <Transcript scene={scene} />
        <div className="scene-actions with-script">
          <RemixButton storyId={storyId} scene={{ id: scene._id, number: sceneNumber }} quiet />
          <DownloadButton
            {...download}
            pictures={panels.filter(({ hasImage }) => hasImage).length}
          />
          {panels.length > 1 && <DownloadButton {...download} pictures={1} asPage />}
          {canShare && panels.some(({ imageUrl }) => imageUrl) && (
            <SharePanelButton storyId={storyId} scene={sceneNumber} />
          )}
          <LikeButton storyId={storyId} sceneId={scene._id} count={likeStats.likeCount} quiet />
        </div>
      </div>
    </section>
  );
}
