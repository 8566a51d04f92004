import { playSound } from "@/components/ui/sound";
import { toast } from "@/components/ui/toast";

/** A change with its message and its undo. */
export interface ReorderChange {
  message: string;
  /** Place of the change, for example 'Scene 3: The long tide'; absent if the message names it. */
  place?: string | undefined;
  /** Id of the scene or panel to focus; null leaves the focus where it is. */
  focus: string | null;
  undo: () => Promise<unknown>;
  focusAfterUndo: string | null;
  /** Changes with the same key share one toast and one focus. */
  key?: string;
  /** The panel that the change has removed from its scene. */
  removedPanel?: RemovedPanel;
}

/** A panel removed from a scene, which can be restored. */
export interface RemovedPanel {
  sceneId: string;
  panelId: string;
  panelNumber: number;
  /** Its removal made the published story a draft. */
  hasUnpublished?: boolean | undefined;
}

/** Milliseconds during which the toast offers Undo. */
export const undoDuration = 10_000;

/** Shows the change's message with Undo, in a toast that `showUndone` replaces. */
export function showUndoToast(
  { message, place }: ReorderChange,
  id: string,
  onUndo: () => void,
): void {
  toast.success(message, {
    id,
    duration: undoDuration,
    description: place,
    action: { label: "Undo", onClick: onUndo },
  });
  playSound("swoosh");
}

/** Replaces the toast of a change by "Undone", and says what was not undone. */
export const showUndone = (id: string | undefined, note: string | null) =>
  toast.info("Undone", {
    description: note,
    ...(id && { id, duration: note ? undoDuration : 4_000, action: null }),
  });

/**
 * Focuses the menu of a scene or panel, which loses the focus when it moves in the DOM. A scene far
 * away has only a placeholder for its menu and is scrolled near first; a panel is scrolled fully
 * into view.
 */
export function focusActionsMenu(id: string | null, frames = 60): void {
  if (id === null) return;
  const actions = document.querySelector<HTMLElement>(`[data-actions="${id}"]`);
  const shown = actions?.closest(".page-panel") ?? actions;
  shown?.scrollIntoView({ block: "nearest" });
  if (!(actions instanceof HTMLButtonElement)) {
    if (frames > 0) requestAnimationFrame(() => focusActionsMenu(id, frames - 1));
    return;
  }
  // Toasts return the focus on closing; blur first, so that it stays here.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  actions.focus({ preventScroll: true });
}
