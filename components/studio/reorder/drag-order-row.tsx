import { useSortable } from "@dnd-kit/react/sortable";
import { GripVertical } from "lucide-react";
import { averageColour } from "@/components/comic/placeholder";
import { Button } from "@/components/ui/button";
import { ImageWithFallback } from "@/components/ui/pictures/image-with-fallback";
import type { AspectRatio } from "@/lib/scenes/aspect";
import { cssAspect } from "@/lib/scenes/aspect";
import { panelName } from "@/lib/scenes/scene-name";
import type { Panel, Scene } from "@/lib/scenes/schema";
import type { DragData } from "./drag-announcements";
import { useFocusWhenDropped } from "./handle-focus";

/** While it moves it does not have the focus. */
const rowClasses =
  "reorder-scene flex items-start gap-3 rounded-card border-2 border-ink bg-sheet p-3 data-dragging:cursor-grabbing";

/** A scene in the list, with its panels as thumbnails. */
export function SceneRow({
  scene,
  index,
  places,
  aspectRatio,
}: {
  scene: Scene;
  index: number;
  places: number;
  aspectRatio: AspectRatio;
}) {
  const { ref, handleRef, isDragging, isDropping } = useSortable({
    id: scene._id,
    index,
    group: "scenes",
    type: "scene",
    accept: "scene",
    data: { name: `Scene ${scene.sceneNumber}`, places } satisfies DragData,
  });
  useFocusWhenDropped(scene._id, isDropping);
  return (
    <li ref={ref} className={rowClasses} data-dragging={isDragging || undefined}>
      <Button
        icon
        size="sm"
        className="cursor-grab touch-none"
        ref={handleRef}
        label={`Move scene ${scene.sceneNumber}`}
        data-handle={scene._id}
      >
        <GripVertical aria-hidden="true" />
      </Button>
      <div className="min-w-0 flex-1">
        <p className="font-bold wrap-anywhere">
          {scene.sceneNumber}. {scene.title || "Untitled scene"}
        </p>
        <ol className="mt-2 flex flex-wrap gap-2">
          {scene.panels.map((panel, at) => (
            <PanelTile
              key={panel._id}
              scene={scene}
              panel={panel}
              index={at}
              aspectRatio={aspectRatio}
            />
          ))}
        </ol>
      </div>
    </li>
  );
}

function PanelTile({
  scene,
  panel,
  index,
  aspectRatio,
}: {
  scene: Scene;
  panel: Panel;
  index: number;
  aspectRatio: AspectRatio;
}) {
  const isBusy = scene.status === "generating";
  const name = panelName(panel, scene);
  const { ref, handleRef, isDragging, isDropping } = useSortable({
    id: panel._id,
    index,
    group: scene._id,
    type: scene._id,
    accept: scene._id,
    data: { name, places: scene.panels.length, sceneId: scene._id } satisfies DragData,
    disabled: isBusy,
  });
  useFocusWhenDropped(panel._id, isDropping);
  return (
    <li ref={ref} data-dragging={isDragging || undefined}>
      <button
        ref={handleRef}
        data-handle={panel._id}
        type="button"
        className="relative block w-16 cursor-grab overflow-hidden border-2 border-ink in-data-dragging:cursor-grabbing [&>img]:size-full [&>img]:object-cover"
        disabled={isBusy}
        aria-label={`Move ${name.toLowerCase()}`}
        style={{
          aspectRatio: cssAspect[aspectRatio],
          background: averageColour(panel.placeholder),
        }}
      >
        {panel.imageUrl && (
          <ImageWithFallback
            src={panel.imageUrl}
            srcSet={panel.srcSet || undefined}
            sizes="5rem"
            alt=""
            loading="lazy"
            decoding="async"
            draggable={false}
          />
        )}
        <span className="absolute bottom-0 left-0 min-w-5 bg-sheet px-1 text-center text-sm font-bold text-ink">
          {panel.panelNumber}
        </span>
      </button>
    </li>
  );
}
