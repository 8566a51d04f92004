"use client";
import { useQueryClient } from "@tanstack/react-query";
import { isSameValue } from "@/components/ui/forms/draft-storage";
import { toast } from "@/components/ui/toast";
import { ApiError, messageOf } from "@/lib/platform/http/api-error";
import type { Bubbles } from "@/lib/scenes/bubbles/editing";
import type { PanelLayout } from "@/lib/scenes/bubbles/geometry";
import { movedPanelError } from "@/lib/scenes/client";
import type { Panel } from "@/lib/scenes/schema";
import { findPanelPosition } from "@/lib/stories/query-cache";
import { loadBubbleDraft, saveBubbleDraft } from "./bubble-draft";
import { DraggableBubbles } from "./draggable-bubbles";
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

/** The bubbles of a panel in the workspace; a drop is saved at once. */
export function WorkspaceBubbles({
  storyId,
  sceneId,
  panel,
  size,
  onOpen,
  onMoved,
}: WorkspaceBubblesProps) {
  const queryClient = useQueryClient();
  const identity = { storyId, sceneId, panelNumber: panel.panelNumber, panelId: panel._id };
  const { save, show, shown, refetch } = useSaveBubbles(identity);

  /** @throws ApiError whose message the author reads */
  async function place(before: Panel, bubbles: Bubbles): Promise<Panel> {
    const base = before.textBubbles;
    await show(bubbles);
    try {
      return await save({ bubbles: base, version: before.version }, bubbles);
    } catch (error) {
      if (error instanceof ApiError && error.code === "stale_version") {
        // The editor shows both versions and lets the author choose. An older draft contains more
        // than a position and must not be overwritten.
        if (!loadBubbleDraft(sceneId, panel._id)) {
          saveBubbleDraft(sceneId, panel._id, { mine: bubbles, base });
        }
        const movedBubble = bubbles.find((bubble, index) => bubble !== base[index]);
        onOpen(movedBubble?.id ?? "");
      } else {
        void refetch();
      }
      throw new ApiError(`Failed to save position: ${messageOf(error)}`, 0, "unknown");
    }
  }

  async function moved(before: Panel, bubbles: Bubbles): Promise<void> {
    const where = findPanelPosition(queryClient, storyId, panel._id);
    try {
      const { version } = await place(before, bubbles);
      onMoved({
        key: `${panel._id} ${version}`,
        place: where,
        undo: () => restoreBubbles(before.textBubbles, bubbles),
      });
    } catch (error) {
      toast.error(messageOf(error), { duration: 6000, description: where });
    }
  }

  /** Moves dragged bubbles back and leaves all else as it is now. */
  async function restoreBubbles(base: Bubbles, bubbles: Bubbles): Promise<void> {
    const now = shown();
    if (now?._id !== panel._id) throw movedPanelError();
    const back = now.textBubbles.map((bubble) => {
      const index = bubbles.findIndex(({ id }) => id === bubble.id);
      const was = base[index];
      if (!was || was === bubbles[index]) return bubble;
      return isSameValue(bubble, bubbles[index]) ? was : { ...bubble, position: was.position };
    });
    await place(now, back);
  }

  return (
    <DraggableBubbles
      bubbles={panel.textBubbles}
      size={size}
      onMoved={(bubbles) => void moved(panel, bubbles)}
      onOpen={onOpen}
    />
  );
}
