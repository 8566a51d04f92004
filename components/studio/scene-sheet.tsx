"use client";
import { Pencil } from "lucide-react";
import { type CSSProperties, memo, type ReactNode, useCallback, useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Progress } from "@/components/ui/progress";
import type { Panel, Scene } from "@/lib/scenes/schema";
import { aspectOf } from "@/lib/stories/aspect";
import type { AspectRatio } from "@/lib/stories/schema";
import { type InsertScene, SceneMenu } from "./order/scene-menu";
import type { Order } from "./order/use-order";
import { pageTiers, type Tier } from "./page-layout";
import { type EditMedia, PanelFrame, PanelPlace, type PanelSlot } from "./panel-frame";
import { SceneTrouble } from "./scene-trouble";
import { useNear } from "./use-near";

interface SceneSheetProps {
  scene: Scene;
  aspectRatio: AspectRatio;
  /** Whole from the first paint on, on the server too; the others when they come near. */
  initially: boolean;
  /** The first sight of the page: its pictures are fetched before anything else. */
  first: boolean;
  /** Of all scenes of the story. */
  isLast: boolean;
  order: Order;
  onInsert: InsertScene;
  onArrange: () => void;
  onEdit: (scene: Scene) => void;
  onEditMedia: (scene: Scene, ...asked: Parameters<EditMedia>) => void;
  /** Opens the editor of a panel's bubbles; without an id with a new one. */
  onLetter: (scene: Scene, panel: Panel, bubbleId: string | null) => void;
}

/**
 * A scene on the table. Its heading and the places of its panels are always there, and as large as
 * they will be: so nothing moves, the table of contents and find-in-page know every scene, and an
 * address leads to the right spot. Pictures, bubbles and tools come when the scene comes near.
 */
export const SceneSheet = memo(function SceneSheet({
  scene,
  aspectRatio,
  initially,
  first,
  isLast,
  order,
  onInsert,
  onArrange,
  onEdit,
  onEditMedia,
  onLetter,
}: SceneSheetProps) {
  const { ref, isNear, onBlur, show } = useNear<HTMLElement>(initially);
  const isBusy = scene.status === "generating";
  const latest = useRef(scene);
  latest.current = scene;
  // The same functions for as long as the sheet lies there: its panels are drawn again for nothing else.
  const editMedia = useCallback<EditMedia>(
    (...asked) => onEditMedia(latest.current, ...asked),
    [onEditMedia],
  );
  const letter = useCallback(
    (panel: Panel, bubbleId: string | null) => onLetter(latest.current, panel, bubbleId),
    [onLetter],
  );
  // Of a scene that failed, what its author asked for counts, not the beginning of an answer.
  const words =
    scene.status === "failed"
      ? scene.prompt || scene.description
      : scene.description || scene.prompt;
  const done = scene.panels.filter(({ status }) => status === "completed").length;
  return (
    <section
      ref={ref}
      id={`scene-${scene.sceneNumber}`}
      aria-label={`Scene ${scene.sceneNumber}: ${scene.title || "being written"}`}
      aria-busy={isBusy}
      className="scene-sheet"
      onBlur={onBlur}
    >
      <header className="scene-head">
        <div className="min-w-0 flex-1">
          <p className="text-sm font-bold text-ink-soft">Scene {scene.sceneNumber}</p>
          <h2 className="display text-2xl wrap-anywhere">
            {scene.title || (isBusy ? "Writing the scene..." : "Untitled scene")}
          </h2>
        </div>
        <Button size="sm" onClick={() => onEdit(scene)}>
          <Pencil aria-hidden="true" /> Edit scene
        </Button>
        {isNear ? (
          <SceneMenu {...{ scene, isLast, order, onInsert, onArrange }} />
        ) : (
          <span className="btn btn-icon btn-sm invisible" data-actions={scene._id} />
        )}
      </header>
      {words && <p className="max-w-measure wrap-anywhere">{words}</p>}
      {isBusy && (
        <Progress
          value={Math.round((100 * done) / Math.max(1, scene.panels.length))}
          label={
            done === 0
              ? "Writing and drawing your scene"
              : `${done} of ${scene.panels.length} panels drawn`
          }
        />
      )}
      <SceneTrouble scene={scene} />
      {scene.panels.length === 0 ? (
        <p className="text-ink-soft">No panels in this scene</p>
      ) : (
        <Page
          panels={scene.panels}
          aspectRatio={aspectRatio}
          render={(panel, slot) =>
            isNear ? (
              <PanelFrame
                key={panel._id}
                storyId={scene.storyId}
                sceneId={scene._id}
                panel={panel}
                aspectRatio={aspectRatio}
                slot={slot}
                panelCount={scene.panels.length}
                order={order}
                isBusy={isBusy}
                eager={first && panel.panelNumber === 1}
                onEditMedia={editMedia}
                onLetter={letter}
              />
            ) : (
              <PanelPlace key={panel._id} panel={panel} aspectRatio={aspectRatio} />
            )
          }
        />
      )}
      {!isNear && <HiddenWords panels={scene.panels} onFound={show} />}
    </section>
  );
});

/** The panels in tiers, as on the page of a comic. */
function Page({
  panels,
  aspectRatio,
  render,
}: {
  panels: Panel[];
  aspectRatio: AspectRatio;
  render: (panel: Panel, slot: PanelSlot) => ReactNode;
}) {
  let next = 0;
  return (
    <div
      className="page-tiers"
      data-aspect={aspectRatio}
      style={{ "--aspect": aspectOf[aspectRatio] } as CSSProperties}
    >
      {pageTiers(panels.length, aspectRatio).map((tier) => {
        const from = next;
        next += tier.panels;
        return (
          <div key={from} className={`page-tier page-tier-${tier.kind}`}>
            {panels.slice(from, next).map((panel, index) => render(panel, slotOf(tier, index)))}
          </div>
        );
      })}
    </div>
  );
}

function slotOf({ kind }: Tier, index: number): PanelSlot {
  if (kind === "row-1" || (kind.startsWith("lead") && index === 0)) return "large";
  if (kind === "row-2") return "half";
  return kind === "lead-3" ? "tiny" : "small";
}

/** Words of bubbles that are not on the page now: find-in-page finds them and the scene appears. */
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
    <p ref={ref} hidden className="scene-words">
      {words.join(" ")}
    </p>
  );
}
