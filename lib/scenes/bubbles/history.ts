import type { BubbleEdit, Bubbles } from "./editing";
import { mergeBubbles } from "./merge";

/** A state to return to, and the edit that left it. */
interface Entry {
  bubbles: Bubbles;
  kind: BubbleEdit["kind"] | "replace";
}

/** The undo history of a panel's bubbles since its editing began. */
export interface BubbleHistory {
  past: readonly Entry[];
  present: Bubbles;
  future: readonly Entry[];
  /** The entry that the next edit of the same kind joins. */
  open: { key: string; at: number; composition?: number | undefined } | null;
}

/** Milliseconds. After a longer pause, typing or a run of arrow keys starts a new undo step. */
export const mergeWindowMs = 1_500;

export const createHistory = (bubbles: Bubbles): BubbleHistory => ({
  past: [],
  present: bubbles,
  future: [],
  open: null,
});

/**
 * Edits with the same key merge into one entry if they follow quickly or belong to one IME
 * composition; null never merges.
 */
function keyOf(edit: BubbleEdit): string | null {
  switch (edit.kind) {
    case "text":
    case "speaker":
    case "move":
    case "point":
      return `${edit.kind} ${edit.id}`;
    case "resize":
      return `resize ${edit.id} ${edit.maxWidth !== undefined} ${edit.fontSize !== undefined}`;
    case "style":
      return `style ${edit.id} ${Object.keys(edit.style).join()}`;
    default:
      return null;
  }
}

/** The history after an edit; the same history if the edit changes nothing. */
export function recordEdit(
  history: BubbleHistory,
  edit: BubbleEdit,
  bubbles: Bubbles,
  now: number,
): BubbleHistory {
  if (bubbles === history.present) return history;
  const key = keyOf(edit);
  const { open } = history;
  const composition = "composition" in edit ? edit.composition : undefined;
  const isSameComposition = composition !== undefined && open?.composition === composition;
  const isSoon = open !== null && now - open.at <= mergeWindowMs;
  const joins = key !== null && open?.key === key && (isSoon || isSameComposition);
  return {
    past: joins ? history.past : [...history.past, { bubbles: history.present, kind: edit.kind }],
    present: bubbles,
    future: [],
    open: key === null ? null : { key, at: now, composition },
  };
}

/**
 * The history on top of another tab's edits, which changed `from` to `to`: undo and redo affect only
 * this tab's edits.
 * @returns null if the present bubbles and the other tab's edits conflict
 */
export function rebaseHistory(
  { past, present: before, future }: BubbleHistory,
  from: Bubbles,
  to: Bubbles,
): BubbleHistory | null {
  const present = mergeBubbles(from, before, to);
  if (!present) return null;
  /** Entries, the nearest to the present first, without those that no longer change anything. */
  const rebase = (entries: readonly Entry[]) => {
    let next = JSON.stringify(present);
    return entries.flatMap((entry) => {
      const bubbles = mergeBubbles(from, entry.bubbles, to, "theirs") ?? to;
      const last = next;
      next = JSON.stringify(bubbles);
      return next === last ? [] : [{ ...entry, bubbles }];
    });
  };
  return {
    past: rebase(past.toReversed()).toReversed(),
    present,
    future: rebase(future),
    open: null,
  };
}

/** Replaces the bubbles by others that the author has chosen; undo brings the former ones back. */
export const replaceBubbles = (history: BubbleHistory, bubbles: Bubbles): BubbleHistory =>
  bubbles === history.present
    ? history
    : {
        past: [...history.past, { bubbles: history.present, kind: "replace" }],
        present: bubbles,
        future: [],
        open: null,
      };

export function undoEdit(history: BubbleHistory): BubbleHistory {
  const last = history.past.at(-1);
  if (!last) return history;
  return {
    past: history.past.slice(0, -1),
    present: last.bubbles,
    future: [{ bubbles: history.present, kind: last.kind }, ...history.future],
    open: null,
  };
}

export function redoEdit(history: BubbleHistory): BubbleHistory {
  const [next, ...future] = history.future;
  if (!next) return history;
  return {
    past: [...history.past, { bubbles: history.present, kind: next.kind }],
    present: next.bubbles,
    future,
    open: null,
  };
}
