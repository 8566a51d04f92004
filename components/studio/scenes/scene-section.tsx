"use client";
import { Pencil } from "lucide-react";
import { memo, useCallback, useEffect, useRef } from "react";
import { ComicPage } from "@/components/comic/comic-page";
import { Button } from "@/components/ui/button";
import { useNearViewport } from "@/components/ui/hooks/use-near-viewport";
import type { AspectRatio } from "@/lib/scenes/aspect";
import type { Panel, Scene } from "@/lib/scenes/schema";
import { formatCount } from "@/lib/stories/format-count";
import { type InsertScene, SceneMenu } from "../reorder/scene-menu";
import type { ReorderControls } from "../reorder/use-undoable-changes";
import { sceneSection } from "../workspace-classes";
import { getSharedFailure } from "./panel-failure";
import { PanelFrame, PanelPlaceholder } from "./panel-frame";
import type { EditMedia } from "./panel-tools";
import { SceneDownloads } from "./scene-downloads";
import { SceneError } from "./scene-error";
import { SceneGenerationProgress } from "./scene-generation-progress";

/** On a phone one row of icons, so that a panel is visible without scrolling. */
const headClasses =
  "scene-head flex flex-wrap items-start gap-3 max-md:gap-x-2 max-md:gap-y-1.5 md:justify-end max-md:[&_.two-lines]:sr-only pointer-coarse:[&_.btn]:min-h-11 pointer-coarse:[&_.btn]:min-w-11";

interface SceneSectionProps {
  scene: Scene;
  aspectRatio: AspectRatio;
  oneLetterSize: boolean;
  /** Slug of the story's title, for file names. */
  slug: string;
  /** Whether it is rendered fully at first, on the server too; otherwise once it is near. */
  initially: boolean;
  /** In the first viewport: its pictures are fetched with high priority. */
  first: boolean;
  /** The last scene of the story. */
  isLast: boolean;
  order: ReorderControls;
  onInsert: InsertScene;
  onArrange: (sceneId: string) => void;
  onEdit: (scene: Scene, asksToDelete: boolean) => void;
  onEditMedia: (scene: Scene, ...asked: Parameters<EditMedia>) => void;
  /** Opens the bubble editor of a panel; null adds a bubble. */
  onLetter: (scene: Scene, panel: Panel, bubbleId: string | null) => void;
  /** Opens the alternative text of a picture. */
  onEditAltText: (scene: Scene, panel: Panel) => void;
}

/**
 * A scene in the workspace. Its heading and placeholders of its panels in full size are always
 * rendered, so that nothing shifts, the table of contents and find-in-page know every scene, and an
 * address leads to the right position. Pictures, bubbles and tools are rendered near the viewport.
 */
export const SceneSection = memo(function SceneSection({
  scene,
  aspectRatio,
  oneLetterSize,
  slug,
  initially,
  first,
  isLast,
  order,
  onInsert,
  onArrange,
  onEdit,
  onEditMedia,
  onLetter,
  onEditAltText,
}: SceneSectionProps) {
  const { ref, isNear, onBlur, show } = useNearViewport<HTMLElement>(initially);
  const isBusy = scene.status === "generating";
  const { likeCount } = scene.likeStats;
  const latest = useRef(scene);
  latest.current = scene;
  // Stable callbacks, so that the memoized panels do not render again.
  const editMedia = useCallback<EditMedia>(
    (...asked) => onEditMedia(latest.current, ...asked),
    [onEditMedia],
  );
  const letter = useCallback(
    (panel: Panel, bubbleId: string | null) => onLetter(latest.current, panel, bubbleId),
    [onLetter],
  );
  const editAltText = useCallback(
    (panel: Panel) => onEditAltText(latest.current, panel),
    [onEditAltText],
  );
  const sharedFailure = getSharedFailure(scene);
  // For a failed scene show the author's prompt, not a partial answer.
  const words =
    scene.status === "failed"
      ? scene.prompt || scene.description
      : scene.description || scene.prompt;
  return (
    <section
      ref={ref}
      id={`scene-${scene.sceneNumber}`}
      aria-label={`Scene ${scene.sceneNumber}: ${scene.title || "being written"}`}
      aria-busy={isBusy}
      className={sceneSection}
      onBlur={onBlur}
    >
      <header className={headClasses}>
        <div className="min-w-0 grow basis-full md:basis-64">
          <p className="text-sm font-bold text-ink-soft">
            Scene {scene.sceneNumber}
            {likeCount > 0 && (
              <span className="font-normal">
                {" "}
                · {formatCount(likeCount)} {likeCount === 1 ? "like" : "likes"}
              </span>
            )}
          </p>
          <h2 className="display text-2xl wrap-anywhere">
            {scene.title || (isBusy ? "Writing the scene..." : "Untitled scene")}
          </h2>
        </div>
        <SceneDownloads {...{ scene, aspectRatio, oneLetterSize, slug }} />
        <Button size="sm" data-edit-scene onClick={() => onEdit(scene, false)}>
          <Pencil aria-hidden="true" /> Edit scene
        </Button>
        {isNear ? (
          <SceneMenu
            {...{ scene, isLast, order, onInsert, onArrange }}
            onDelete={() => onEdit(scene, true)}
          />
        ) : (
          <span className="btn btn-icon btn-sm invisible" data-actions={scene._id} />
        )}
      </header>
      {words && (
        <p className="max-w-measure wrap-anywhere max-md:line-clamp-1 max-md:text-sm">{words}</p>
      )}
      {isBusy && <SceneGenerationProgress scene={scene} />}
      <SceneError scene={scene} sharedFailure={sharedFailure} />
      {scene.panels.length === 0 ? (
        <p className="text-ink-soft">No panels in this scene</p>
      ) : (
        <ComicPage
          scene={scene}
          aspectRatio={aspectRatio}
          oneLetterSize={oneLetterSize}
          render={(panel, place) =>
            isNear ? (
              <PanelFrame
                storyId={scene.storyId}
                sceneId={scene._id}
                panel={panel}
                aspectRatio={aspectRatio}
                {...place}
                panelCount={scene.panels.length}
                order={order}
                isBusy={isBusy}
                isFailureShared={sharedFailure?.panels.includes(panel.panelNumber) ?? false}
                eager={first && panel.panelNumber === 1}
                onEditMedia={editMedia}
                onLetter={letter}
                onEditAltText={editAltText}
              />
            ) : (
              <PanelPlaceholder panel={panel} aspectRatio={aspectRatio} />
            )
          }
        />
      )}
      {!isNear && <HiddenWords panels={scene.panels} onFound={show} />}
    </section>
  );
});

/**
 * Hidden bubble texts of a scene that is not rendered: find-in-page finds them and shows the scene.
 */
function HiddenWords({ panels, onFound }: { panels: Panel[]; onFound: () => void }) {
  const ref = useRef<HTMLParagraphElement>(null);
  const found = useRef(onFound);
  found.current = onFound;
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    element.setAttribute("hidden", "until-found");
    const show = () => found.current();
    element.addEventListener("beforematch", show);
    return () => element.removeEventListener("beforematch", show);
  }, []);
  const words = panels.flatMap(({ textBubbles }) => textBubbles.map(({ text }) => text));
  if (words.length === 0) return null;
  return (
    // `hidden=until-found` still generates a box, which must not take a grid cell.
    <p ref={ref} hidden className="absolute">
      {words.join(" ")}
    </p>
  );
}
