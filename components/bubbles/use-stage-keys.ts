"use client";
import type { KeyboardEvent, RefObject } from "react";
import { useEffect, useRef } from "react";
import { arrowDirections } from "@/components/ui/utils/arrow-keys";
import { shortcutKey } from "@/components/ui/utils/shortcut-key";
import { drawnGeometry, type PanelLayout } from "@/lib/scenes/bubbles/geometry";
import { bubbleWidths, fontSizes, type TextBubble } from "@/lib/scenes/bubbles/schema";
import { tailHandleId } from "./bubble-handles";
import type { BubbleEditor } from "./use-bubble-editor";

interface StageKeysOptions {
  editor: BubbleEditor;
  size: PanelLayout;
  copiedId: string | null;
  onCopy: (id: string) => void;
  onWrite: () => void;
}

/** Fractions of the panel per press of an arrow key. */
const stepOf = ({ shiftKey }: KeyboardEvent) => (shiftKey ? 0.05 : 0.01);

/** The grip of a bubble on the stage; the workspace below has one too. */
export const findStageGrip = (id: string) =>
  document.querySelector<HTMLElement>(`.bubble-stage [data-bubble="${CSS.escape(id)}"]`);
export const focusBubble = (id: string) => findStageGrip(id)?.focus({ preventScroll: true });
export const focusTail = () =>
  document.getElementById(tailHandleId)?.focus({ preventScroll: true });

/**
 * Keyboard control of a bubble on the stage and of the tip of its tail; stage-help.tsx lists the
 * keys.
 */
export function useStageKeys(
  { editor, size, copiedId, onCopy, onWrite }: StageKeysOptions,
  frame: RefObject<HTMLElement | null>,
) {
  const { edit, selectedId } = editor;
  const follows = useRef(false);

  // When the focused bubble disappears, the selected one takes the focus.
  useEffect(() => {
    if (!follows.current) return;
    follows.current = false;
    if (selectedId) focusBubble(selectedId);
    else frame.current?.querySelector<HTMLElement>("button")?.focus();
  }, [selectedId, frame]);

  function onBubbleKey(event: KeyboardEvent, bubble: TextBubble) {
    const { id, style } = bubble;
    const arrow = arrowDirections[event.key];
    const isCommand = event.ctrlKey || event.metaKey;
    const act = (work: () => void) => {
      event.preventDefault();
      work();
    };
    if (arrow && event.altKey) {
      return act(() =>
        edit({
          kind: "resize",
          id,
          ...(arrow.x
            ? { maxWidth: style.maxWidth + arrow.x * bubbleWidths.step }
            : { fontSize: style.fontSize - arrow.y * fontSizes.step }),
        }),
      );
    }
    if (arrow && !isCommand) {
      const step = stepOf(event);
      return act(() => edit({ kind: "move", id, by: { x: arrow.x * step, y: arrow.y * step } }));
    }
    const key = shortcutKey(event);
    if (isCommand && key === "d") {
      follows.current = true;
      return act(() => editor.duplicate(id));
    }
    if (isCommand || event.altKey) return;
    switch (key) {
      case "Delete":
      case "Backspace":
        follows.current = true;
        return act(() => edit({ kind: "delete", id }));
      case "Enter":
        return act(onWrite);
      case "t":
        return act(focusTail);
      case "c":
        return act(() => onCopy(id));
      case "v":
        return act(() => copiedId && edit({ kind: "copy-style", id, from: copiedId }));
      case "]":
        return act(() => edit({ kind: "order", id, step: 1 }));
      case "[":
        return act(() => edit({ kind: "order", id, step: -1 }));
    }
  }

  function onTailKey(event: KeyboardEvent, bubble: TextBubble) {
    const { id, style } = bubble;
    const arrow = arrowDirections[event.key];
    if (arrow) {
      event.preventDefault();
      const drawn = drawnGeometry(bubble, size).tailTip ?? { x: 0, y: 0 };
      const from = style.tailTip ?? { x: drawn.x / size.width, y: drawn.y / size.height };
      const step = stepOf(event);
      const tip = { x: from.x + arrow.x * step, y: from.y + arrow.y * step };
      return edit({ kind: "point", id, tip });
    }
    if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      return edit({ kind: "point", id, tip: null });
    }
    if (["Escape", "Enter", "t"].includes(shortcutKey(event))) {
      event.preventDefault();
      event.stopPropagation();
      focusBubble(id);
    }
  }

  return { onBubbleKey, onTailKey };
}
