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
import { Menu, MenuItem, MenuRule } from "@/components/ui/menu";
import { maxPanels, type Scene } from "@/lib/scenes/schema";
import type { Order } from "./use-order";

export type InsertScene = (beside: { sceneId: string; where: "before" | "after" }) => void;

interface SceneMenuProps {
  scene: Scene;
  /** Of all scenes of the story. */
  isLast: boolean;
  order: Order;
  onInsert: InsertScene;
  /** Opens the sheet in which everything can be dragged. */
  onArrange: (sceneId: string) => void;
  /** Asks first. */
  onDelete: () => void;
}

/** Where a scene stands in its story, and what stands beside it. */
export function SceneMenu({ scene, isLast, order, onInsert, onArrange, onDelete }: SceneMenuProps) {
  const { _id: sceneId, sceneNumber } = scene;
  const isBusy = scene.status === "generating";
  const takenOut = order.lost.findLast((lost) => lost.sceneId === sceneId);
  const place = (to: number) =>
    order.change({ of: `${sceneId} to ${to}`, make: () => order.placeScene(sceneId, to) });
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
      <MenuRule />
      <MenuItem icon={ListStart} onSelect={() => onInsert({ sceneId, where: "before" })}>
        Insert before
      </MenuItem>
      <MenuItem icon={ListEnd} onSelect={() => onInsert({ sceneId, where: "after" })}>
        Insert after
      </MenuItem>
      <MenuItem
        icon={Copy}
        disabled={isBusy}
        onSelect={() => order.change({ of: `copy ${sceneId}`, make: () => order.copyScene(scene) })}
      >
        Duplicate
      </MenuItem>
      <MenuRule />
      <MenuItem
        icon={ImagePlus}
        disabled={isBusy || scene.panels.length >= maxPanels}
        onSelect={() =>
          order.change({ of: `panel of ${sceneId}`, make: () => order.newPanel(sceneId, {}) })
        }
      >
        Add a panel
      </MenuItem>
      {takenOut && (
        <MenuItem
          icon={Undo2}
          disabled={isBusy || scene.panels.length >= maxPanels}
          onSelect={() => order.putBack(takenOut)}
        >
          Put panel {takenOut.panelNumber} back
        </MenuItem>
      )}
      <MenuRule />
      <MenuItem icon={Trash2} onSelect={onDelete}>
        Delete Scene
      </MenuItem>
    </Menu>
  );
}
