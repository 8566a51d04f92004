"use client";
import { Check } from "lucide-react";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { panelSize } from "@/components/comic/panel-view";
import { useDeletedPanel } from "@/components/comic/use-deleted-panel";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { isSameValue } from "@/components/ui/forms/merge-values";
import { useVisualViewport } from "@/components/ui/hooks/use-visual-viewport";
import { playSound } from "@/components/ui/sound";
import { toast } from "@/components/ui/toast";
import { isComposing } from "@/components/ui/utils/ime";
import { isTouchDevice } from "@/components/ui/utils/is-touch-device";
import { shortcutKey } from "@/components/ui/utils/shortcut-key";
import { ApiError, messageOf } from "@/lib/platform/http/api-error";
import { aspectOf } from "@/lib/scenes/aspect";
import type { Bubbles } from "@/lib/scenes/bubbles/editing";
import { letterPage } from "@/lib/scenes/lettering/page-lettering";
import { pageTiers } from "@/lib/scenes/panels/page-layout";
import type { Panel, Scene } from "@/lib/scenes/schema";
import type { Story } from "@/lib/stories/schema";
import { BubbleNotices } from "./bubble-notices";
import { BubbleStage } from "./bubble-stage";
import { Inspector, maxTextLength } from "./inspector/inspector";
import { StageToolbar } from "./stage-toolbar";
import { UnsavedChangesDialog } from "./unsaved-changes-dialog";
import { useBubbleEditor } from "./use-bubble-editor";
import { useSaveBubbles } from "./use-save-bubbles";
import { focusBubble } from "./use-stage-keys";

/** The picture large, a slim inspector beside it or below; room at its edge for the handles. */
const editorClasses =
  "bubble-editor flex min-w-0 flex-col [--gutter:1.5rem] beside:grid beside:h-full beside:min-h-0 beside:grid-cols-[minmax(0,1fr)_min(25rem,48%)] beside:grid-rows-1";

/** On a wide screen the tools are at the side, since the panel needs the height. */
const workAreaClasses =
  "bubble-work-area sticky top-0 z-2 grid h-(--desk) min-w-0 flex-none grid-rows-[minmax(0,1fr)_auto] border-ink bg-paper outline-none border-b-2 cramped:static max-lg:beside:relative beside:h-auto beside:min-h-0 beside:border-r-2 beside:border-b-0 lg:static lg:grid-cols-[auto_minmax(0,1fr)] lg:grid-rows-1";

/** A paint layer of its own, so that dragging beside it does not repaint it. */
const sideClasses =
  "bubble-side isolate min-w-0 p-4 *:scroll-mt-[calc(var(--covered)+1rem)] lg:p-5 beside:overflow-y-auto";

interface BubbleDialogProps {
  story: Story;
  scene: Scene;
  panel: Panel;
  /** The tapped bubble; null for a new one. */
  bubbleId: string | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The bubble editor: the panel large, and the settings of the selected bubble. */
export function BubbleDialog({
  story,
  scene,
  panel,
  bubbleId,
  open,
  onOpenChange,
}: BubbleDialogProps) {
  const { aspectRatio } = story;
  const onPage = layoutOnPage(story, scene, panel);
  const [isOnPage, setIsOnPage] = useState(false);
  const alone = useMemo(() => panelSize(aspectRatio), [aspectRatio]);
  const size = isOnPage && onPage ? onPage : alone;
  const { mutateAsync: save, isPending: isSaving } = useSaveBubbles({
    storyId: story._id,
    sceneId: scene._id,
    panelNumber: panel.panelNumber,
    panelId: panel._id,
  });
  const editor = useBubbleEditor({ sceneId: scene._id, panel, size, bubbleId, open, isSaving });
  const [copiedId, setCopiedId] = useState<string | null>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const conflictTitle = useRef<HTMLSpanElement>(null);
  const side = useRef<HTMLDivElement>(null);
  const workArea = useRef<HTMLDivElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [hasSaved, setHasSaved] = useState(false);
  /** The bubble whose tail the next press on the picture aims. */
  const [pointingId, setPointingId] = useState<string | null>(null);
  /** The bubble that was selected when the dialog began to close. */
  const lastSelectedId = useRef<string | undefined>(undefined);
  useVisualViewport(open);
  const { bubbles, selectedId, isUnsaved, isNew } = editor;
  // Selecting another bubble ends aiming.
  useEffect(() => setPointingId((id) => (id === selectedId ? id : null)), [selectedId]);
  useDeletedPanel(story, panel._id, open, () => {
    // Stays open with unsaved text, so that it can be copied.
    if (!isUnsaved && !isNew) onOpenChange(false);
  });
  // A bubble deleted since has no style to paste.
  const pasteable = bubbles.some(({ id }) => id === copiedId) ? copiedId : null;

  // The field may mount only with the newly selected bubble.
  const write = () =>
    requestAnimationFrame(() => {
      text.current?.focus();
      text.current?.select();
      // On touch screens the stage covers the fields that scroll below it.
      if (isTouchDevice()) text.current?.scrollIntoView({ block: "end" });
    });

  /** Shows the conflict that blocks saving: it may have been scrolled out of sight. */
  function showConflict() {
    conflictTitle.current?.focus({ preventScroll: true });
    conflictTitle.current?.scrollIntoView({ block: "start" });
  }

  /** The notice unmounts after the answer: focus the bubble and its first field. */
  function showDecided() {
    if (editor.selectedId) focusBubble(editor.selectedId);
    requestAnimationFrame(() => side.current?.lastElementChild?.scrollIntoView({ block: "start" }));
  }

  function copy(id: string) {
    setCopiedId(id);
    editor.say("Style copied. Choose another bubble and paste it.");
  }

  async function submit({ keepOpen }: { keepOpen: boolean }): Promise<void> {
    if (isSaving) return;
    lastSelectedId.current = editor.selected?.id;
    if (editor.conflict) return showConflict();
    const tooLong = bubbles.find((bubble) => bubble.text.length > maxTextLength);
    if (tooLong) {
      editor.select(tooLong.id);
      return void write();
    }
    if (isSameValue(bubbles, editor.base)) {
      if (keepOpen) editor.say("Saved");
      else onOpenChange(false);
      return;
    }
    try {
      const stored = await save({ base: editor.base, bubbles });
      const isLast = editor.accept(bubbles, stored);
      setHasSaved(true);
      playSound("saved");
      editor.say("Saved");
      if (!keepOpen && isLast) onOpenChange(false);
    } catch (error) {
      if (error instanceof ApiError && error.code === "stale_version") {
        requestAnimationFrame(showConflict);
      } else {
        const what = isTextOnlyChange(editor.base, bubbles) ? "text" : "panel";
        toast.error(`Failed to update ${what}: ${messageOf(error)}`, { duration: 6000 });
      }
    }
  }

  function discard() {
    editor.discard();
    setIsAsking(false);
    onOpenChange(false);
  }

  /** Asks before unsaved text is lost. */
  function leave() {
    lastSelectedId.current = editor.selected?.id;
    if (isUnsaved) setIsAsking(true);
    else onOpenChange(false);
  }

  function onKey(event: KeyboardEvent) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isComposing(event)) return;
    const key = shortcutKey(event);
    const work =
      key === "z" && !event.shiftKey
        ? editor.undo
        : key === "y" || (key === "z" && event.shiftKey)
          ? editor.redo
          : key === "s"
            ? () => void submit({ keepOpen: true })
            : null;
    if (!work) return;
    event.preventDefault();
    work();
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : leave())}
      locked={isSaving}
      size="xl"
      flush
      title={isNew ? "Add Speech Bubble" : "Edit Speech Bubbles"}
      description={
        <>
          Panel {panel.panelNumber} of scene {scene.sceneNumber} ·{" "}
          <span className="inline-flex items-center gap-1 align-bottom">
            {isSaving && "Saving…"}
            {!isSaving && (isUnsaved || isNew) && "Not saved yet"}
            {!isSaving && !isUnsaved && !isNew && (hasSaved ? <SavedMark /> : "No changes yet")}
          </span>
        </>
      }
      // Focusing a field on a touch screen opens a keyboard over half of it; focusing the first
      // bubble would select it.
      initialFocus={isTouchDevice() ? workArea : text}
      finalFocus={() =>
        findWorkspaceGrip(scene.sceneNumber, panel.panelNumber, lastSelectedId.current)
      }
      footer={
        isAsking ? (
          <UnsavedChangesDialog
            replaced={cancel}
            onStay={() => setIsAsking(false)}
            onDiscard={discard}
            onSave={() => {
              setIsAsking(false);
              void submit({ keepOpen: false });
            }}
          />
        ) : (
          <>
            <Button ref={cancel} onClick={leave} disabled={isSaving}>
              Cancel
            </Button>
            <Button
              variant="primary"
              loading={isSaving}
              onClick={() => void submit({ keepOpen: false })}
            >
              {isNew ? "Add Bubble" : "Save Changes"}
            </Button>
          </>
        )
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of everything inside */}
      <div className={editorClasses} onKeyDown={onKey}>
        <div ref={workArea} tabIndex={-1} className={workAreaClasses}>
          <BubbleStage
            editor={editor}
            panel={panel}
            aspectRatio={aspectRatio}
            size={size}
            isOnPage={onPage && isOnPage}
            onShow={setIsOnPage}
            copiedId={pasteable}
            onCopy={copy}
            onWrite={write}
            pointingId={pointingId}
            onPointed={() => setPointingId(null)}
          />
          <StageToolbar
            editor={editor}
            copiedId={pasteable}
            onCopy={copy}
            onAdd={() => {
              editor.add();
              write();
            }}
          />
        </div>
        <div ref={side} className={sideClasses}>
          {/* Only one Discard button at a time. */}
          {(!isAsking || editor.conflict) && (
            <BubbleNotices
              titleRef={conflictTitle}
              editor={editor}
              panel={panel}
              aspectRatio={aspectRatio}
              onDecided={showDecided}
            />
          )}
          <Inspector
            editor={editor}
            size={size}
            names={story.characters.map(({ name }) => name)}
            onPoint={(id) => {
              setPointingId(id);
              if (id) editor.say("Press the picture where the tail should end.");
            }}
            textRef={text}
          />
        </div>
        <p role="status" className="sr-only">
          {editor.announcement}
        </p>
      </div>
    </Dialog>
  );
}

/** The panel's layout on its page; null if it is the same as alone. */
function layoutOnPage(story: Story, { panels, layout }: Scene, panel: Panel) {
  const aspect = aspectOf[story.aspectRatio];
  const tiers = pageTiers(panels.length, aspect, layout);
  const { layouts } = letterPage(panels, tiers, aspect, story.oneLetterSize);
  const found = layouts[panels.findIndex(({ _id }) => _id === panel._id)];
  return found?.alone ? found : null;
}

function SavedMark() {
  return (
    <>
      <Check aria-hidden="true" size={16} strokeWidth={3} className="text-green" /> Saved
    </>
  );
}

/** Whether only texts changed. */
function isTextOnlyChange(base: Bubbles, bubbles: Bubbles): boolean {
  const rest = (list: Bubbles) =>
    JSON.stringify(list.map(({ text: _, byHand: __, ...bubble }) => bubble));
  return rest(base) === rest(bubbles);
}

/**
 * The grip of the bubble in the workspace, or the button that adds bubbles if the bubble was
 * discarded.
 */
function findWorkspaceGrip(
  scene: number,
  panel: number,
  bubbleId: string | undefined,
): HTMLElement | null | undefined {
  const panelSelector = `#scene-${scene} [role="group"][aria-label="Panel ${panel}"]`;
  const active = document.activeElement;
  if (active instanceof HTMLElement && active.isConnected && active !== document.body) {
    return undefined;
  }
  const grip =
    bubbleId && document.querySelector(`${panelSelector} [data-bubble="${CSS.escape(bubbleId)}"]`);
  return grip instanceof HTMLElement
    ? grip
    : document.querySelector<HTMLElement>(`${panelSelector} [aria-label="Add speech bubble"]`);
}
