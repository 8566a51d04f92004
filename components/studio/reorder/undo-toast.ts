import { playSound } from "@/components/ui/sound";
import { toast } from "@/components/ui/toast";

/** What was done, in words, and how it is taken back. */
export interface ReorderChange {
  message: string;
  /** The scene or panel that it was done to, or beside. */
  focus: string;
  undo: () => Promise<unknown>;
  focusAfterUndo: string;
  /** What a scene has lost with it, until it is undone. */
  removedPanel?: RemovedPanel;
}

/** A panel that was taken out of a scene, which can have it back. */
export interface RemovedPanel {
  sceneId: string;
  panelId: string;
  panelNumber: number;
}

/** How long a change can be taken back from its message, in milliseconds. */
export const undoDuration = 10_000;

/** Says what was done, with a way back. */
export function showUndoToast({ message }: ReorderChange, onUndo: () => void): void {
  toast.success(message, {
    duration: undoDuration,
    action: { label: "Undo", onClick: onUndo },
  });
  playSound("swoosh");
}

/**
 * Gives the focus to the menu of a scene or panel: moved in the page it would have lost it. A scene
 * that is far away has a place for its menu only, and comes near first. A panel comes into sight as a
 * whole.
 */
export function focusActionsMenu(id: string, frames = 60): void {
  const actions = document.querySelector<HTMLElement>(`[data-actions="${id}"]`);
  const shown = actions?.closest(".page-panel") ?? actions;
  shown?.scrollIntoView({ block: "nearest" });
  if (!(actions instanceof HTMLButtonElement)) {
    if (frames > 0) requestAnimationFrame(() => focusActionsMenu(id, frames - 1));
    return;
  }
  // Messages that have the focus give it back to where it came from; afterwards it is ours.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  actions.focus({ preventScroll: true });
}
