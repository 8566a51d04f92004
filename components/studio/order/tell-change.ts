import { playSound } from "@/components/ui/sound";
import { toast } from "@/components/ui/toast";

/** What was done, in words, and how it is taken back. */
export interface OrderChange {
  said: string;
  /** The scene or panel that it was done to, or beside. */
  focus: string;
  undo: () => Promise<unknown>;
  focusUndone: string;
}

/** How long a change can be taken back from its message, in milliseconds. */
const undoDuration = 10_000;

/** Says what was done, with a way back. */
export function tellChange({ said }: OrderChange, onUndo: () => void): void {
  toast.success(said, {
    duration: undoDuration,
    action: { label: "Undo", onClick: onUndo },
  });
  playSound("swoosh");
}

/** The menu of a scene or panel: moved in the page it would have lost the focus. */
export function showActions(id: string, frames = 30): void {
  const actions = document.querySelector<HTMLElement>(`[data-actions="${id}"]`);
  if (!actions) {
    if (frames > 0) requestAnimationFrame(() => showActions(id, frames - 1));
    return;
  }
  actions.focus({ preventScroll: true });
  actions.scrollIntoView({ block: "nearest" });
}
