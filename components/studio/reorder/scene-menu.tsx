"use client";
import {
  ArrowDown,
  ArrowUp,
  Copy,
  Ellipsis,
  GripVertical,
  ImagePlus,
  ListEnd,
  ListStart,
  Trash2,
  Undo2,
} from "lucide-react";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { maxPanels, type Scene } from "@/lib/scenes/schema";
import type { ReorderControls } from "./use-undoable-changes";

export type InsertScene = (beside: { sceneId: string; where: "before" | "after" }) => void;

interface SceneMenuProps {
  scene: Scene;
  /** The last scene of the story. */
  isLast: boolean;
  order: ReorderControls;
  onInsert: InsertScene;
  /** Opens the reorder dialog. */
  onArrange: (sceneId: string) => void;
  /** Asks for confirmation first. */
  onDelete: () => void;
}

/** Menu of a scene: position, insertion beside it, deletion. */
export function SceneMenu({ scene, isLast, order, onInsert, onArrange, onDelete }: SceneMenuProps) {
  const { _id: sceneId, sceneNumber } = scene;
  const isBusy = scene.status === "generating";
  const removedPanel = order.removedPanels.findLast((removed) => removed.sceneId === sceneId);
  const place = (to: number) =>
    order.change({ key: `${sceneId} to ${to}`, make: () => order.placeScene(sceneId, to) });
  return (
    <Menu
      trigger={(props) => (
        <Button
          icon
          size="sm"
          label="Scene actions"
          title="Scene actions"
          data-actions={sceneId}
          {...props}
        >
          <Ellipsis aria-hidden="true" />
        </Button>
      )}
    >
      <MenuItem icon={ArrowUp} disabled={sceneNumber === 1} onSelect={() => place(sceneNumber - 2)}>
        Move earlier
      </MenuItem>
      <MenuItem icon={ArrowDown} disabled={isLast} onSelect={() => place(sceneNumber)}>
        Move later
      </MenuItem>
      <MenuItem icon={GripVertical} onSelect={() => onArrange(sceneId)}>
        Change the order
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={ListStart} onSelect={() => onInsert({ sceneId, where: "before" })}>
        Insert before
      </MenuItem>
      <MenuItem icon={ListEnd} onSelect={() => onInsert({ sceneId, where: "after" })}>
        Insert after
      </MenuItem>
      <MenuItem
        icon={Copy}
        disabled={isBusy}
        onSelect={() =>
          order.change({ key: `copy ${sceneId}`, make: () => order.copyScene(scene) })
        }
      >
        Duplicate
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={ImagePlus}
        disabled={isBusy || scene.panels.length >= maxPanels}
        onSelect={() =>
          order.change({ key: `panel of ${sceneId}`, make: () => order.newPanel(sceneId, {}) })
        }
      >
        Add a panel
      </MenuItem>
      {removedPanel && (
        <MenuItem
          icon={Undo2}
          disabled={isBusy || scene.panels.length >= maxPanels}
          onSelect={() => order.restorePanel(removedPanel)}
        >
          Put panel {removedPanel.panelNumber} back
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={Trash2} onSelect={onDelete}>
        Delete Scene
      </MenuItem>
    </Menu>
  );
}
