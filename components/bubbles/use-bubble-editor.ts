"use client";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { sameValue } from "@/components/ui/kept-values";
import { useLeaveWarning } from "@/components/ui/use-leave-warning";
import type { TextBubble } from "@/lib/scenes/bubble";
import { applyEdit, type BubbleEdit, type Bubbles, bubbleId } from "@/lib/scenes/bubble-editing";
import type { Size } from "@/lib/scenes/bubble-geometry";
import {
  type BubbleHistory,
  recorded,
  redone,
  replaced,
  startHistory,
  undone,
} from "@/lib/scenes/bubble-history";
import type { Panel } from "@/lib/scenes/schema";
import { editWords, undoWords } from "./edit-words";
import { keepBubbles, readKeptBubbles } from "./kept-bubbles";

interface EditorState {
  history: BubbleHistory;
  /** The saved bubbles that all of this was made from. */
  base: Bubbles;
  selectedId: string | null;
  /** A bubble that was asked for and has not been saved. */
  newId: string | null;
  /** Whether it goes on from what was left unsaved. */
  restored: boolean;
}

interface EditorOptions {
  sceneId: string;
  panel: Panel;
  size: Size;
  /** The bubble that was tapped; null for a new one. */
  bubbleId: string | null;
  /** Whether it is shown: once closed, it neither keeps nor warns. */
  open: boolean;
}

const makeId = () => bubbleId(Date.now(), Math.random());
const isNewTo =
  (base: Bubbles) =>
  ({ id }: TextBubble) =>
    base.every((one) => one.id !== id);
/** Bubbles that were asked for and never given a word are nothing to keep. */
const withoutEmpty = (bubbles: Bubbles, base: Bubbles) =>
  bubbles.filter((bubble) => bubble.text.trim() !== "" || !isNewTo(base)(bubble));

function begin({ sceneId, panel, size, bubbleId: wanted }: EditorOptions): EditorState {
  const saved = panel.textBubbles;
  const kept = readKeptBubbles(sceneId, panel._id);
  const isKept = kept !== null && !sameValue(kept.mine, saved);
  let history = isKept ? replaced(startHistory(kept.base), kept.mine) : startHistory(saved);
  // Whoever adds again goes on with the one that was left unsaved.
  const left = history.present.find(isNewTo(isKept ? kept.base : saved))?.id;
  const newId = wanted === null ? (left ?? makeId()) : null;
  if (newId && newId !== left) {
    const edit: BubbleEdit = { kind: "add", id: newId };
    history = recorded(history, edit, applyEdit(history.present, edit, size), Date.now());
  }
  const wantedId = newId ?? wanted;
  const isThere = history.present.some(({ id }) => id === wantedId);
  return {
    history,
    base: isKept ? kept.base : saved,
    selectedId: isThere ? wantedId : (history.present[0]?.id ?? null),
    newId: isThere ? newId : null,
    restored: isKept,
  };
}

/**
 * The bubbles of one panel while they are edited: what they are now, what can be undone, what is
 * selected, and what became of the saved ones meanwhile. Whatever is unsaved is kept on this device.
 */
export function useBubbleEditor(options: EditorOptions) {
  const { sceneId, panel, size, open } = options;
  const [state, setState] = useState(() => begin(options));
  const [isSaving, setIsSaving] = useState(false);
  const [said, setSaid] = useState("");
  const { history, base, selectedId, newId } = state;
  const bubbles = history.present;
  const saved = panel.textBubbles;
  const latest = useRef(state);
  latest.current = state;

  const isUnsaved = !sameValue(withoutEmpty(bubbles, base), base);
  const hasMoved = !sameValue(saved, base);
  const isSame = sameValue(bubbles, saved);
  /** What was saved elsewhere since, where it is neither what is here nor what this began with. */
  const conflict = hasMoved && isUnsaved && !isSame && !isSaving ? saved : null;

  // Saved elsewhere, and nothing of one's own would be lost: it is taken over.
  useEffect(() => {
    if (isSaving || !hasMoved || (isUnsaved && !isSame)) return;
    setState((before) => ({
      ...before,
      base: saved,
      history: isSame ? before.history : replaced(before.history, saved),
      selectedId: saved.some(({ id }) => id === before.selectedId) ? before.selectedId : null,
    }));
  }, [isSaving, hasMoved, isUnsaved, isSame, saved]);

  useEffect(() => {
    if (!open) return;
    keepBubbles(sceneId, panel._id, isUnsaved ? { mine: withoutEmpty(bubbles, base), base } : null);
  }, [open, sceneId, panel._id, bubbles, base, isUnsaved]);
  useLeaveWarning(open && isUnsaved);

  const say = useCallback((words: string) => {
    // The same words twice are told twice.
    setSaid((before) => (before === words ? `${words}\u00a0` : words));
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
        history: recorded(
          state.history,
          change,
          applyEdit(state.history.present, change, size),
          now,
        ),
        selectedId: selected,
      }));
      const words = editWords(change, next, size);
      if (words) say(words);
    },
    [size, say],
  );

  const travel = useCallback(
    (step: (history: BubbleHistory) => BubbleHistory, way: "Undone" | "Redone") => {
      const { history: before } = latest.current;
      const after = step(before);
      if (after === before) return say(way === "Undone" ? "Nothing to undo" : "Nothing to redo");
      setState((state) => ({
        ...state,
        history: step(state.history),
        selectedId: touched(before.present, after.present, state.selectedId),
      }));
      const entry = way === "Undone" ? after.future[0] : after.past.at(-1);
      say(`${way}: ${undoWords(entry?.kind ?? "replace")}`);
    },
    [say],
  );

  return {
    ...state,
    bubbles,
    selected: bubbles.find(({ id }) => id === selectedId) ?? null,
    isNew: newId !== null && bubbles.some(({ id }) => id === newId),
    isUnsaved,
    /** Nothing but the bubble that was asked for is unsaved. */
    isOnlyNew:
      newId !== null &&
      sameValue(
        bubbles.filter(({ id }) => id !== newId),
        base,
      ),
    /** Forgets what is unsaved; closing follows. */
    discard: useCallback(() => keepBubbles(sceneId, panel._id, null), [sceneId, panel._id]),
    isSaving,
    setIsSaving,
    conflict,
    said,
    say,
    edit,
    add: useCallback(
      (at?: { x: number; y: number }) => {
        const { history, base } = latest.current;
        const blank = history.present.find(
          (bubble) => bubble.text.trim() === "" && isNewTo(base)(bubble),
        );
        // One that waits for its words is the one that was asked for.
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
      // Pressed again, it is the same state: nothing of the editor is drawn anew.
      (id: string | null) =>
        setState((before) => (before.selectedId === id ? before : { ...before, selectedId: id })),
      [],
    ),
    undo: useCallback(() => travel(undone, "Undone"), [travel]),
    redo: useCallback(() => travel(redone, "Redone"), [travel]),
    ...useDecisions(setState, saved),
    /** After saving: `sent` is stored as these. @returns whether nothing was changed since */
    accept: useCallback(
      (sent: Bubbles, stored: Bubbles): boolean => {
        const isLast = latest.current.history.present === sent;
        // At once: closing follows, and what is closed keeps nothing.
        if (isLast) keepBubbles(sceneId, panel._id, null);
        setState((before) => ({
          ...before,
          base: stored,
          newId: null,
          restored: false,
          // A blank text is stored as a word; whoever typed on meanwhile goes on from there.
          history:
            before.history.present === sent
              ? { ...before.history, present: stored, open: null }
              : before.history,
        }));
        return isLast;
      },
      [sceneId, panel._id],
    ),
  };
}

export type BubbleEditor = ReturnType<typeof useBubbleEditor>;

/** What an author decides about unsaved bubbles and those that are saved now. */
function useDecisions(
  setState: (change: (before: EditorState) => EditorState) => void,
  saved: Bubbles,
) {
  return useMemo(
    () => ({
      /** One's own go on, and will replace the saved ones. */
      keepMine: () => setState((before) => ({ ...before, base: saved })),
      /** The saved ones take their place; undoing brings one's own back. */
      takeSaved: () =>
        setState((before) => ({
          ...before,
          base: saved,
          history: replaced(before.history, saved),
          restored: false,
          newId: null,
          selectedId: saved[0]?.id ?? null,
        })),
    }),
    [setState, saved],
  );
}

function selectedAfter(edit: BubbleEdit, before: Bubbles): string | null {
  if (edit.kind === "duplicate") return edit.newId;
  if (edit.kind !== "delete") return edit.id;
  const index = before.findIndex(({ id }) => id === edit.id);
  return (before[index + 1] ?? before[index - 1])?.id ?? null;
}

/** The bubble that an undoing was about, so that its effect is seen. */
function touched(before: Bubbles, after: Bubbles, selectedId: string | null): string | null {
  const old = new Map<string, TextBubble>(before.map((bubble) => [bubble.id, bubble]));
  const changed = after.find((bubble) => old.get(bubble.id) !== bubble);
  if (changed) return changed.id;
  return after.some(({ id }) => id === selectedId) ? selectedId : (after[0]?.id ?? null);
}
