import { X } from "lucide-react";
import { Button } from "@/components/ui/button";
import type { Story } from "@/lib/stories/schema";
import type { InsertScene } from "./scene-menu";

/**
 * The number of a scene that is inserted before or after another scene; undefined if the other
 * scene is deleted.
 */
export function findInsertPosition(
  story: Story,
  beside: Parameters<InsertScene>[0] | null,
): number | undefined {
  const scene = story.scenes.find(({ _id }) => _id === beside?.sceneId);
  return scene && scene.sceneNumber + (beside?.where === "after" ? 1 : 0);
}

/** Shows where the next scene will be inserted. */
export function InsertionNote({
  position,
  last,
  onCancel,
}: {
  position: number;
  /** Number of scenes. */
  last: number;
  onCancel: () => void;
}) {
  const where =
    position > last
      ? `behind scene ${last}`
      : position === 1
        ? "before scene 1"
        : `between scenes ${position - 1} and ${position}`;
  return (
    <p className="flex items-center gap-2 mb-1 text-sm">
      <span id="scene-insertion" role="status">
        This scene goes <strong>{where}</strong>
      </span>
      <Button icon size="sm" variant="ghost" label="At the end instead" onClick={onCancel}>
        <X aria-hidden="true" />
      </Button>
    </p>
  );
}
