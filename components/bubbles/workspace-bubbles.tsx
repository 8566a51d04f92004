"use client";
import { isSameValue } from "@/components/ui/forms/draft-storage";
import { toast } from "@/components/ui/toast";
import { ApiError, messageOf } from "@/lib/platform/http/api-error";
import type { Bubbles } from "@/lib/scenes/bubble-editing";
import type { Size } from "@/lib/scenes/bubble-geometry";
import type { Panel } from "@/lib/scenes/schema";
import { loadBubbleDraft, saveBubbleDraft } from "./bubble-draft";
import { DraggableBubbles } from "./draggable-bubbles";
import { useSaveBubbles } from "./use-save-bubbles";

interface WorkspaceBubblesProps {
  storyId: string;
  sceneId: string;
  panel: Panel;
  size: Size;
  onOpen: (bubbleId: string) => void;
}

/** The bubbles of a panel in the workspace; a drop is saved at once. */
export function WorkspaceBubbles({ storyId, sceneId, panel, size, onOpen }: WorkspaceBubblesProps) {
  const identity = { storyId, sceneId, panelNumber: panel.panelNumber, panelId: panel._id };
  const { save, show, shown, refetch } = useSaveBubbles(identity);

  async function moved(before: Panel, bubbles: Bubbles, byFinger = false): Promise<void> {
    const base = before.textBubbles;
    await show(bubbles);
    try {
      await save({ bubbles: base, version: before.version }, bubbles);
      if (byFinger) {
        const undo = { label: "Undo", onClick: () => putBack(base, bubbles) };
        toast.info("Bubble moved", { action: undo });
      }
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
      toast.error(`Failed to save position: ${messageOf(error)}`, { duration: 6000 });
    }
  }

  /** Moves dragged bubbles back and leaves all else as it is now. */
  function putBack(base: Bubbles, bubbles: Bubbles): void {
    const now = shown();
    if (now?._id !== panel._id) return;
    const back = now.textBubbles.map((bubble) => {
      const index = bubbles.findIndex(({ id }) => id === bubble.id);
      const was = base[index];
      if (!was || was === bubbles[index]) return bubble;
      return isSameValue(bubble, bubbles[index]) ? was : { ...bubble, position: was.position };
    });
    void moved(now, back);
  }

  return (
    <DraggableBubbles
      bubbles={panel.textBubbles}
      size={size}
      onMoved={(bubbles, byFinger) => void moved(panel, bubbles, byFinger)}
      onOpen={onOpen}
    />
  );
}
