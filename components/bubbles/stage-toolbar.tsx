"use client";
import {
  BringToFront,
  CircleHelp,
  ClipboardPaste,
  Copy,
  Keyboard,
  Paintbrush,
  Plus,
  Redo2,
  SendToBack,
  Undo2,
} from "lucide-react";
import { type ReactNode, type Ref, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { isTouchDevice } from "@/components/ui/utils/is-touch-device";
import { maxBubbles } from "@/lib/scenes/bubbles/schema";
import { editNames } from "./edit-announcements";
import { StageHelp } from "./stage-help";
import type { BubbleEditor } from "./use-bubble-editor";

interface StageToolbarProps {
  editor: BubbleEditor;
  copiedId: string | null;
  onCopy: (id: string) => void;
  onAdd: () => void;
}

/** Actions on the bubbles of the stage: below it, on a wide screen at its side. */
export function StageToolbar({ editor, copiedId, onCopy, onAdd }: StageToolbarProps) {
  const { bubbles, selected, history, edit } = editor;
  const [helps, setHelps] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const isTouch = isTouchDevice();
  const id = selected?.id;
  const index = bubbles.findIndex((bubble) => bubble.id === id);
  const isFull = bubbles.length >= maxBubbles;
  const lastDone = history.past.at(-1)?.kind;
  const nextDone = history.future[0]?.kind;
  return (
    <div className="min-w-0 lg:relative lg:-order-1 lg:grid lg:min-h-0 lg:border-r-2 lg:border-rule lg:bg-sheet">
      {helps && (
        <StageHelp
          isTouch={isTouch}
          onClose={() => {
            setHelps(false);
            opener.current?.focus();
          }}
        />
      )}
      <div role="toolbar" aria-label="Bubbles" className={toolbarClasses}>
        <Tool
          label="Add another bubble"
          word="Add"
          title={isFull ? `A panel holds at most ${maxBubbles} bubbles` : "Add another bubble"}
          disabled={isFull}
          onClick={onAdd}
        >
          <Plus aria-hidden="true" />
        </Tool>
        <ToolSeparator />
        <Tool
          label="Undo"
          title={lastDone ? `Undo ${editNames[lastDone]}` : "Undo"}
          disabled={!lastDone}
          onClick={editor.undo}
        >
          <Undo2 aria-hidden="true" />
        </Tool>
        <Tool
          label="Redo"
          title={nextDone ? `Redo ${editNames[nextDone]}` : "Redo"}
          disabled={!nextDone}
          onClick={editor.redo}
        >
          <Redo2 aria-hidden="true" />
        </Tool>
        <ToolSeparator />
        <Tool label="Duplicate" disabled={!id || isFull} onClick={() => id && editor.duplicate(id)}>
          <Copy aria-hidden="true" />
        </Tool>
        <Tool
          label="Bring forward"
          word="Forward"
          disabled={!id || index === bubbles.length - 1}
          onClick={() => id && edit({ kind: "order", id, step: 1 })}
        >
          <BringToFront aria-hidden="true" />
        </Tool>
        <Tool
          label="Send backward"
          word="Backward"
          disabled={!id || index <= 0}
          onClick={() => id && edit({ kind: "order", id, step: -1 })}
        >
          <SendToBack aria-hidden="true" />
        </Tool>
        <Tool label="Copy style" disabled={!id} onClick={() => id && onCopy(id)}>
          <Paintbrush aria-hidden="true" />
        </Tool>
        <Tool
          label="Paste style"
          disabled={!id || !copiedId || copiedId === id}
          onClick={() => id && copiedId && edit({ kind: "copy-style", id, from: copiedId })}
        >
          <ClipboardPaste aria-hidden="true" />
        </Tool>
        <ToolSeparator />
        <Tool
          ref={opener}
          label={isTouch ? "Help" : "Keys"}
          pressed={helps}
          onClick={() => setHelps(!helps)}
        >
          {isTouch ? <CircleHelp aria-hidden="true" /> : <Keyboard aria-hidden="true" />}
        </Tool>
      </div>
    </div>
  );
}

const ToolSeparator = () => (
  <span className="flex-none w-0.5 mx-1 bg-rule lg:w-auto lg:h-0.5 lg:mx-0 lg:my-1" />
);

/** Fades out where it scrolls sideways. */
const toolbarClasses =
  "flex justify-center-safe gap-1 overflow-x-auto border-rule bg-sheet py-1 pr-6 pl-1 [scrollbar-width:none] max-lg:border-t-2 max-lg:[mask-image:linear-gradient(to_left,transparent,#000_1.5rem)] lg:flex-col lg:justify-start lg:overflow-x-hidden lg:overflow-y-auto lg:p-2";

/** The label of a tool is below its icon, in a column of tools beside it. */
const toolClasses =
  "grid min-h-11 w-auto min-w-11 flex-none justify-items-center gap-0.5 px-1 py-0.5 lg:flex lg:min-h-9 lg:justify-start lg:gap-2 lg:px-2 lg:py-0";

interface ToolProps {
  ref?: Ref<HTMLButtonElement>;
  label: string;
  /** Text beside the icon; `label` by default. */
  word?: string;
  title?: string;
  disabled?: boolean;
  /** Whether the opened element is open. */
  pressed?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** Disabled tools keep the focus, so that keyboard users stay there after the last undo. */
function Tool({
  ref,
  label,
  word = label,
  title = label,
  disabled = false,
  pressed,
  onClick,
  children,
}: ToolProps) {
  return (
    <Button
      ref={ref}
      icon
      size="sm"
      variant="ghost"
      className={toolClasses}
      label={label}
      title={title}
      aria-disabled={disabled}
      aria-expanded={pressed}
      onClick={() => !disabled && onClick()}
    >
      {children}
      <span className="text-[0.75rem]/3.5 font-normal whitespace-nowrap lg:text-[0.875rem]/3.5">
        {word}
      </span>
    </Button>
  );
}
