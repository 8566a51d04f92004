"use client";
import type { Ref } from "react";
import { BubbleLayer, PanelView, panelSize } from "@/components/comic/panel-view";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { AspectRatio } from "@/lib/scenes/aspect";
import type { Bubbles } from "@/lib/scenes/bubbles/editing";
import type { Panel } from "@/lib/scenes/schema";
import { formatBubbleCount } from "./edit-announcements";
import type { BubbleEditor } from "./use-bubble-editor";

interface BubbleNoticesProps {
  editor: BubbleEditor;
  panel: Panel;
  aspectRatio: AspectRatio;
  /** Called when the answered notice unmounts and the focus needs another target. */
  onDecided: () => void;
  /** Heading of the conflict, if another tab or device has saved other bubbles. */
  titleRef: Ref<HTMLSpanElement>;
}

/**
 * Shows that unsaved bubbles were restored, or that another tab or device saved other bubbles, and
 * lets the author choose.
 */
export function BubbleNotices(props: BubbleNoticesProps) {
  const { editor, panel, aspectRatio, onDecided, titleRef } = props;
  const { restored, conflict, bubbles } = editor;
  if (!restored && !conflict) return null;
  const decide = (decision: () => void) => () => {
    decision();
    onDecided();
  };
  if (!conflict) {
    return (
      <Notice
        className="mb-5"
        action={
          <Button size="sm" onClick={decide(editor.takeSaved)}>
            Discard
          </Button>
        }
      >
        Your unsaved changes are back.
      </Notice>
    );
  }
  const version = (name: string, list: Bubbles, action: string, take: () => void) => (
    <figure className="grid content-start gap-1.5 text-[0.875rem]">
      <figcaption>
        <b>{name}</b>, {formatBubbleCount(list.length)}
      </figcaption>
      <PanelView
        panel={{ ...panel, textBubbles: [] }}
        aspectRatio={aspectRatio}
        sizes="12rem"
        bubbleLayer={<BubbleLayer bubbles={list} size={panelSize(aspectRatio)} />}
      />
      <Button size="sm" onClick={decide(take)}>
        {action}
      </Button>
    </figure>
  );
  return (
    <Notice
      tone="warning"
      className="mb-5"
      title={
        <span ref={titleRef} tabIndex={-1} className="scroll-mt-[calc(var(--covered)+1rem)]">
          The bubbles of this panel were changed elsewhere in the meantime
        </span>
      }
    >
      <p>Choose which version to keep. Undo restores yours.</p>
      <div className="grid grid-cols-2 gap-3 mt-3">
        {version("Yours", bubbles, "Keep mine", editor.keepMine)}
        {version("Saved now", conflict, "Use the saved ones", editor.takeSaved)}
      </div>
    </Notice>
  );
}
