"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "@/components/ui/toast";
import { ApiError, messageOf } from "@/lib/platform/http/api-error";
import { applyEdit, type BubbleEdit, type Bubbles } from "@/lib/scenes/bubbles/editing";
import type { PanelLayout } from "@/lib/scenes/bubbles/geometry";
import type { Panel } from "@/lib/scenes/schema";
import { findPanelPosition } from "@/lib/stories/query-cache";
import { useBubbleCanvas } from "./bubble-canvas";
import { bubbleName } from "./bubble-labels";
import { useSaveBubbles } from "./use-save-bubbles";

interface WorkspaceBubblesProps {
  storyId: string;
  sceneId: string;
  panel: Panel;
  size: PanelLayout;
  onOpen: (bubbleId: string) => void;
  /** Called when a move is saved; offers to undo the move. */
  onMoved: (move: { key: string; place: string | undefined; undo: () => Promise<void> }) => void;
}

/**
 * The bubbles of a panel in the workspace: each can be dragged, by a finger after a long press, and
 * is saved on the drop; a tap opens it.
 */
export function WorkspaceBubbles(props: WorkspaceBubblesProps) {
  const { storyId, sceneId, panel, size, onOpen, onMoved } = props;
  const queryClient = useQueryClient();
  const identity = { storyId, sceneId, panelNumber: panel.panelNumber, panelId: panel._id };
  const { mutateAsync: save } = useSaveBubbles(identity);
  /** Optimistic, until the saved bubbles arrive. */
  const [unsaved, setUnsaved] = useState<Bubbles | null>(null);
  const shown = unsaved ?? panel.textBubbles;

  /** @throws ApiError whose message the author reads */
  async function place(base: Bubbles, bubbles: Bubbles): Promise<Panel> {
    setUnsaved(bubbles);
    try {
      return await save({ base, bubbles });
    } catch (error) {
      throw new ApiError(`Failed to save position: ${messageOf(error)}`, 0, "unknown");
    } finally {
      setUnsaved((latest) => (latest === bubbles ? null : latest));
    }
  }

  async function edit(change: BubbleEdit): Promise<void> {
    const where = findPanelPosition(queryClient, storyId, panel._id);
    const moved = applyEdit(shown, change, size);
    try {
      const { version } = await place(shown, moved);
      onMoved({
        key: `${panel._id} ${version}`,
        place: where,
        undo: async () => void (await place(moved, shown)),
      });
    } catch (error) {
      toast.error(messageOf(error), { duration: 6000, description: where });
    }
  }

  const { layer, grips } = useBubbleCanvas({
    bubbles: shown,
    size,
    labelOf: (bubble) => `Edit ${bubbleName(bubble)}`,
    onEdit: (change) => void edit(change),
    onOpen: ({ id }) => onOpen(id),
    fingersScroll: true,
  });
  return (
    <>
      {layer}
      {grips}
    </>
  );
}
