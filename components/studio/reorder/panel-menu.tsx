"use client";
import {
  ArrowDown,
  ArrowUp,
  Copy,
  Ellipsis,
  Images,
  ListEnd,
  ListStart,
  ScanText,
  SquareMinus,
} from "lucide-react";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { maxPanels, minPanels, type Panel } from "@/lib/scenes/schema";
import type { ReorderControls } from "./use-undoable-changes";

interface PanelMenuProps {
  sceneId: string;
  panel: Panel;
  /** Number of panels of the scene. */
  panelCount: number;
  order: ReorderControls;
  onEditMedia: () => void;
  onEditAltText: () => void;
}

/** Menu of a panel: alternative text, position, insertion beside it, removal. */
export function PanelMenu({
  sceneId,
  panel,
  panelCount,
  order,
  onEditMedia,
  onEditAltText,
}: PanelMenuProps) {
  const { _id: panelId, panelNumber } = panel;
  const isFull = panelCount >= maxPanels;
  const place = (to: number) =>
    order.change({
      key: `${panelId} to ${to}`,
      make: () => order.placePanel(sceneId, panelId, to),
    });
  const add = (position: number, copyOf?: string) =>
    order.change({
      key: `${copyOf ? "copy of" : "panel beside"} ${panelId}, at ${position}`,
      make: () => order.newPanel(sceneId, { position, ...(copyOf && { copyOf }) }),
    });
  return (
    <Menu
      trigger={(props) => (
        <Button
          icon
          size="sm"
          label="Panel actions"
          title="Panel actions"
          data-actions={panelId}
          {...props}
        >
          <Ellipsis aria-hidden="true" />
        </Button>
      )}
    >
      <MenuItem icon={Images} onSelect={onEditMedia}>
        Edit media
      </MenuItem>
      <MenuItem icon={ScanText} disabled={!panel.hasImage} onSelect={onEditAltText}>
        Alt text
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={ArrowUp} disabled={panelNumber === 1} onSelect={() => place(panelNumber - 2)}>
        Move earlier
      </MenuItem>
      <MenuItem
        icon={ArrowDown}
        disabled={panelNumber === panelCount}
        onSelect={() => place(panelNumber)}
      >
        Move later
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={ListStart} disabled={isFull} onSelect={() => add(panelNumber)}>
        Insert before
      </MenuItem>
      <MenuItem icon={ListEnd} disabled={isFull} onSelect={() => add(panelNumber + 1)}>
        Insert after
      </MenuItem>
      <MenuItem icon={Copy} disabled={isFull} onSelect={() => add(panelNumber + 1, panelId)}>
        Duplicate
      </MenuItem>
      <MenuSeparator />
      <RemovePanel {...{ sceneId, panel, order }} disabled={panelCount <= minPanels} />
    </Menu>
  );
}

/** Warns if the story would become a draft; the panel itself can be restored. */
function RemovePanel({
  sceneId,
  panel,
  order,
  disabled,
}: Pick<PanelMenuProps, "sceneId" | "panel" | "order"> & { disabled: boolean }) {
  const note = disabled ? null : order.getRemovalNote(panel._id);
  return (
    <MenuItem
      icon={SquareMinus}
      disabled={disabled}
      onSelect={() =>
        order.change({
          key: `without ${panel._id}`,
          make: () => order.removePanelFromScene(sceneId, panel),
        })
      }
    >
      <span className="text-start">
        Remove this panel{note && <span className="block max-w-64 text-sm">{note}</span>}
      </span>
    </MenuItem>
  );
}
