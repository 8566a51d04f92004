"use client";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { isSameValue } from "@/components/ui/forms/merge-values";
import { useBeforeUnloadWarning } from "@/components/ui/hooks/use-before-unload-warning";
import { applyEdit, type BubbleEdit, type Bubbles, bubbleId } from "@/lib/scenes/bubbles/editing";
import type { PanelLayout } from "@/lib/scenes/bubbles/geometry";
import {
  type BubbleHistory,
  createHistory,
  rebaseHistory,
  recordEdit,
  redoEdit,
  replaceBubbles,
  undoEdit,
} from "@/lib/scenes/bubbles/history";
import { type TextBubble, textBubbles } from "@/lib/scenes/bubbles/schema";
import type { Panel } from "@/lib/scenes/schema";
import { loadBubbleDraft, saveBubbleDraft } from "./bubble-draft";
import { isBlank } from "./bubble-labels";
import { describeEdit, editNames } from "./edit-announcements";

interface EditorState {
  history: BubbleHistory;
  /** The saved bubbles that the draft is based on. */
  base: Bubbles;
  /** The panel's version after the last save here; the cached story may be older for a moment. */
  savedVersion: number;
  selectedId: string | null;
  /** A newly added, unsaved bubble. */
  newId: string | null;
  /** Whether it continues from a draft. */
  restored: boolean;
}

interface EditorOptions {
  sceneId: string;
  panel: Panel;
  size: PanelLayout;
  /** The tapped bubble; null for a new one. */
  bubbleId: string | null;
  /** Whether the dialog is open: a closed one saves no draft and shows no notices. */
  open: boolean;
  /** Whether a save is pending, whose answer `accept` takes. */
  isSaving: boolean;
}

const makeId = () => bubbleId(Date.now(), Math.random());
const isNewTo =
  (base: Bubbles) =>
  ({ id }: TextBubble) =>
    base.every((one) => one.id !== id);
const isBlankAndNew = (base: Bubbles) => (bubble: TextBubble) =>
  isBlank(bubble) && isNewTo(base)(bubble);
/** Drops new bubbles without text, which are not worth a draft. */
const withoutEmpty = (bubbles: Bubbles, base: Bubbles) =>
  bubbles.filter((bubble) => !isBlankAndNew(base)(bubble));

function createInitialState({
  sceneId,
  panel,
  size,
  bubbleId: requestedId,
}: EditorOptions): EditorState {
  const saved = panel.textBubbles;
  const draft = loadBubbleDraft(sceneId, panel._id);
  const hasDraft = draft !== null && !isSameValue(draft.mine, saved);
  let history = hasDraft
    ? replaceBubbles(createHistory(draft.base), draft.mine)
    : createHistory(saved);
  // Adding again continues with the unsaved new bubble.
  const unsavedNewId = history.present.find(isNewTo(hasDraft ? draft.base : saved))?.id;
  const newId = requestedId === null ? (unsavedNewId ?? makeId()) : null;
  if (newId && newId !== unsavedNewId) {
    const edit: BubbleEdit = { kind: "add", id: newId };
    history = recordEdit(history, edit, applyEdit(history.present, edit, size), Date.now());
  }
  const initialId = newId ?? requestedId;
  const isThere = history.present.some(({ id }) => id === initialId);
  return {
    history,
    base: hasDraft ? draft.base : saved,
    savedVersion: 0,
    selectedId: isThere ? initialId : (history.present[0]?.id ?? null),
    newId: isThere ? newId : null,
    restored: hasDraft,
  };
}

/**
 * The bubbles of one panel in the editor: their current state, undo history, selection and
 * conflicts with saved bubbles. Unsaved bubbles are kept as a draft on this device.
 */
export function useBubbleEditor(options: EditorOptions) {
  const { sceneId, panel, size, open, isSaving } = options;
  const [state, setState] = useState(() => createInitialState(options));
  const [announcement, setAnnouncement] = useState("");
  const { history, base, selectedId, newId } = state;
  const bubbles = history.present;
  const saved = panel.version < state.savedVersion ? base : panel.textBubbles;
  const latest = useRef(state);
  latest.current = state;

  const isUnsaved = !isSameValue(withoutEmpty(bubbles, base), base);
  /** On top of what other tabs have saved since; null if both changed the same. */
  const rebased = useMemo(
    () => (isSameValue(saved, base) ? history : rebaseHistory(history, base, saved)),
    [base, history, saved],
  );
  const conflict = rebased === null && !isSaving ? saved : null;

  useEffect(() => {
    if (isSaving || rebased === null || isSameValue(saved, base)) return;
    setState((before) => ({
      ...before,
      base: saved,
      history: rebased,
      selectedId: rebased.present.some(({ id }) => id === before.selectedId)
        ? before.selectedId
        : null,
    }));
  }, [isSaving, rebased, saved, base]);

  useEffect(() => {
    if (!open) return;
    saveBubbleDraft(
      sceneId,
      panel._id,
      isUnsaved ? { mine: withoutEmpty(bubbles, base), base } : null,
    );
  }, [open, sceneId, panel._id, bubbles, base, isUnsaved]);
  useBeforeUnloadWarning(open && isUnsaved);

  const announce = useCallback((text: string) => {
    // A changed string makes screen readers announce the same words again.
    setAnnouncement((before) => (before === text ? `${text}\u00a0` : text));
  }, []);

  const edit = useCallback(
    (change: BubbleEdit) => {
      const { history: before } = latest.current;
      const next = applyEdit(before.present, change, size);
      if (next === before.present) return;
      const now = Date.now();
      const selected = selectedAfter(change, before.present);
      setState((state) => ({
        ...state,
        history: recordEdit(
          state.history,
          change,
          applyEdit(state.history.present, change, size),
          now,
        ),
        selectedId: selected,
      }));
      const text = describeEdit(change, next, size);
      if (text) announce(text);
    },
    [size, announce],
  );

  const travel = useCallback(
    (step: (history: BubbleHistory) => BubbleHistory, action: "Undone" | "Redone") => {
      const { history: before } = latest.current;
      const after = step(before);
      if (after === before)
        return announce(action === "Undone" ? "Nothing to undo" : "Nothing to redo");
      setState((state) => ({
        ...state,
        history: step(state.history),
        selectedId: findChangedBubble(before.present, after.present, state.selectedId),
      }));
      const entry = action === "Undone" ? after.future[0] : after.past.at(-1);
      announce(`${action}: ${editNames[entry?.kind ?? "replace"]}`);
    },
    [announce],
  );

  return {
    ...state,
    bubbles,
    selected: bubbles.find(({ id }) => id === selectedId) ?? null,
    isNew: newId !== null && bubbles.some(({ id }) => id === newId),
    isUnsaved,
    /** Deletes the draft; the caller closes the editor. */
    discard: useCallback(() => saveBubbleDraft(sceneId, panel._id, null), [sceneId, panel._id]),
    conflict,
    announcement,
    say: announce,
    edit,
    add: useCallback(
      (at?: { x: number; y: number }) => {
        const { history, base } = latest.current;
        const blank = history.present.find(isBlankAndNew(base));
        // A bubble that is still empty already serves the request for a new bubble.
        if (blank && at) return edit({ kind: "place", id: blank.id, at });
        if (blank) return setState((before) => ({ ...before, selectedId: blank.id }));
        const id = makeId();
        edit({ kind: "add", id, ...(at && { at }) });
      },
      [edit],
    ),
    duplicate: useCallback(
      (id: string) => edit({ kind: "duplicate", id, newId: makeId() }),
      [edit],
    ),
    select: useCallback(
      // Returns the same state for a repeated selection, so that nothing renders.
      (id: string | null) =>
        setState((before) => (before.selectedId === id ? before : { ...before, selectedId: id })),
      [],
    ),
    undo: useCallback(() => travel(undoEdit, "Undone"), [travel]),
    redo: useCallback(() => travel(redoEdit, "Redone"), [travel]),
    /** In a conflict: keeps the draft, which will replace the saved bubbles. */
    keepMine: () => setState((before) => ({ ...before, base: saved })),
    /** Takes the saved bubbles; undo restores the draft. */
    takeSaved: () =>
      setState((before) => ({
        ...before,
        base: saved,
        history: replaceBubbles(before.history, saved),
        restored: false,
        newId: null,
        selectedId: saved[0]?.id ?? null,
      })),
    /**
     * Call after saving `sent`, with the answer.
     * @returns whether nothing has changed since
     */
    accept: useCallback(
      (sent: Bubbles, { textBubbles: stored, version }: Panel): boolean => {
        const isLast = latest.current.history.present === sent;
        // Immediately, because the dialog closes next and a closed editor saves no draft.
        if (isLast) saveBubbleDraft(sceneId, panel._id, null);
        setState((before) => {
          // A blank text is stored as a placeholder; later typing continues from there.
          const own = textBubbles.safeParse(sent).data ?? sent;
          const history = rebaseHistory(before.history, sent, own) ?? before.history;
          const merged = rebaseHistory(history, own, stored);
          return {
            ...before,
            // What was typed meanwhile where another tab has written becomes a conflict.
            base: merged ? stored : own,
            savedVersion: version,
            newId: null,
            restored: false,
            history: merged ?? history,
          };
        });
        return isLast;
      },
      [sceneId, panel._id],
    ),
  };
}

export type BubbleEditor = ReturnType<typeof useBubbleEditor>;

function selectedAfter(edit: BubbleEdit, before: Bubbles): string | null {
  if (edit.kind === "duplicate") return edit.newId;
  if (edit.kind !== "delete") return edit.id;
  const index = before.findIndex(({ id }) => id === edit.id);
  return (before[index + 1] ?? before[index - 1])?.id ?? null;
}

/** Finds the bubble that an undo changed, to select it. */
function findChangedBubble(
  before: Bubbles,
  after: Bubbles,
  selectedId: string | null,
): string | null {
  const old = new Map<string, TextBubble>(before.map((bubble) => [bubble.id, bubble]));
  const changed = after.find((bubble) => old.get(bubble.id) !== bubble);
  if (changed) return changed.id;
  return after.some(({ id }) => id === selectedId) ? selectedId : (after[0]?.id ?? null);
}
