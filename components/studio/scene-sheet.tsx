"use client";
import { useMutation } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { PanelView } from "@/components/comic/panel-view";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Progress } from "@/components/ui/progress";
import { regeneratePanel, regenerateScene } from "@/lib/generation/client";
import type { Panel, Scene } from "@/lib/scenes/schema";
import { cssAspect } from "@/lib/stories/aspect";
import type { AspectRatio } from "@/lib/stories/schema";

/** A scene on the table: its frames are there at once, and each fills as it is drawn. */
export function SceneSheet({ scene, aspectRatio }: { scene: Scene; aspectRatio: AspectRatio }) {
  const retry = useMutation({ mutationFn: () => regenerateScene(scene) });
  const done = scene.panels.filter((panel) => panel.hasImage).length;
  return (
    <section
      id={`scene-${scene.sceneNumber}`}
      aria-label={`Scene ${scene.sceneNumber}: ${scene.title || "being written"}`}
      aria-busy={scene.status === "generating"}
      className="scene-sheet"
    >
      <header className="flex flex-col gap-1">
        <p className="text-sm font-bold text-ink-soft">Scene {scene.sceneNumber}</p>
        <h2 className="display text-2xl">{scene.title || "Writing the scene..."}</h2>
        <p className="max-w-measure">{scene.description || scene.prompt}</p>
      </header>
      {scene.status === "generating" && (
        <Progress
          value={Math.round((100 * done) / Math.max(1, scene.panels.length))}
          label={
            done === 0
              ? "Writing and drawing your scene"
              : `${done} of ${scene.panels.length} panels drawn`
          }
        />
      )}
      {scene.status === "failed" && (
        <Notice
          tone="error"
          action={
            <Button size="sm" loading={retry.isPending} onClick={() => retry.mutate()}>
              <RefreshCw aria-hidden="true" /> Try again
            </Button>
          }
        >
          {scene.errorMessage ?? "Scene generation failed during image creation"}
        </Notice>
      )}
      {scene.panels.length === 0 ? (
        <p className="text-ink-soft">No panels in this scene</p>
      ) : (
        <div className={`panel-grid panel-grid-${scene.panels.length}`}>
          {scene.panels.map((panel) => (
            <PanelFrame
              key={panel._id}
              panel={panel}
              sceneId={scene._id}
              aspectRatio={aspectRatio}
            />
          ))}
        </div>
      )}
    </section>
  );
}

/** Panels on a sheet are about this wide, in px. */
const sheetPanelWidth = 300;

/** A frame: the picture, or what is happening to it. */
function PanelFrame({
  panel,
  sceneId,
  aspectRatio,
}: {
  panel: Panel;
  sceneId: string;
  aspectRatio: AspectRatio;
}) {
  const retry = useMutation({ mutationFn: () => regeneratePanel(sceneId, panel.panelNumber) });
  if (panel.hasImage) {
    return (
      <PanelView
        panel={panel}
        aspectRatio={aspectRatio}
        layoutWidth={sheetPanelWidth}
        sizes="(min-width: 64rem) 18rem, 45vw"
        reveal
        eager
      >
        {panel.status === "failed" && panel.imageGenerationError && (
          <PanelFailure panel={panel} pending={retry.isPending} onRetry={() => retry.mutate()} />
        )}
      </PanelView>
    );
  }
  const working = panel.status === "queued" || panel.status === "processing";
  return (
    <div className="panel-frame" style={{ aspectRatio: cssAspect[aspectRatio] }}>
      {working ? (
        <div className="panel-waiting">
          <span className="panel-waiting-word display">Generating</span>
          {panel.altText && <p className="panel-caption">{panel.altText}</p>}
        </div>
      ) : panel.imageGenerationError ? (
        <PanelFailure panel={panel} pending={retry.isPending} onRetry={() => retry.mutate()} />
      ) : (
        <p className="text-ink-soft">No image generated</p>
      )}
    </div>
  );
}

function PanelFailure({
  panel,
  pending,
  onRetry,
}: {
  panel: Panel;
  pending: boolean;
  onRetry: () => void;
}) {
  const flagged = panel.imageGenerationError?.isContentFlag;
  return (
    <div className="panel-failure" role="alert">
      <p className="font-bold">
        {flagged ? "Content flagged as sensitive" : panel.imageGenerationError?.message}
      </p>
      {flagged && <p className="text-sm">Try rephrasing with gentler language</p>}
      <Button size="sm" loading={pending} onClick={onRetry}>
        <RefreshCw aria-hidden="true" /> Regenerate image
      </Button>
    </div>
  );
}
