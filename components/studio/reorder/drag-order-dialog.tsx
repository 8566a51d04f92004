"use client";
import { PointerActivationConstraints } from "@dnd-kit/dom";
import {
  DragDropProvider,
  type DragEndEvent,
  type DragOverEvent,
  type DragStartEvent,
  KeyboardSensor,
  PointerSensor,
  useDragDropMonitor,
} from "@dnd-kit/react";
import { isSortable } from "@dnd-kit/react/sortable";
import { Undo2 } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import type { Story } from "@/lib/stories/schema";
import { type DragData, describePosition, withAnnouncements } from "./drag-announcements";
import { SceneRow } from "./drag-order-row";
import { createHandleRef, focusHandle } from "./handle-focus";
import { moveByKey } from "./keyboard-moves";
import { focusActionsMenu, type ReorderChange } from "./undo-toast";
import { NotFoundError, sortScenes, useReorderActions } from "./use-reorder-actions";
import { useUndoShortcut } from "./use-undo-shortcut";
import { type ReorderWrite, reorderScope } from "./use-undoable-changes";

const { keyboardCodes } = KeyboardSensor.defaults;
const { activationConstraints: usual } = PointerSensor.defaults;
/**
 * The library's sensors, plus Enter of the number pad. Touch needs no delay on a scene's handle,
 * since nothing scrolls by it.
 */
const sensors = [
  PointerSensor.configure({
    activationConstraints(event, source) {
      if (event.pointerType === "touch" && source.type === "scene")
        return [new PointerActivationConstraints.Distance({ value: 5 })];
      return typeof usual === "function" ? usual(event, source) : usual;
    },
  }),
  KeyboardSensor.configure({
    keyboardCodes: {
      ...keyboardCodes,
      start: [...keyboardCodes.start, "NumpadEnter"],
      end: [...keyboardCodes.end, "NumpadEnter"],
    },
  }),
];

interface ReorderDialogProps {
  story: Story;
  /** The scene it was opened from. */
  sceneId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** All scenes and panels of the story as thumbnails, reordered by dragging or arrow keys. */
export function ReorderDialog({ story, sceneId, open, onOpenChange }: ReorderDialogProps) {
  const { placeScene, placePanel } = useReorderActions(story._id);
  /** Changes that can be undone, the newest last. */
  const changes = useRef<ReorderChange[]>([]);
  const [undoable, setUndoable] = useState(0);
  const [announcement, setAnnouncement] = useState("");
  const [isDragging, setIsDragging] = useState(false);
  /** Id of the scene or panel being moved, here or by Undo, to focus it afterwards. */
  const movedId = useRef<string | null>(null);
  const move = useDedupedMutation({
    scope: reorderScope,
    keyOf: ({ key }) => key,
    mutationFn: ({ make }: ReorderWrite) => make(),
    onSuccess(change) {
      changes.current.push(change);
      setUndoable(changes.current.length);
      setAnnouncement(change.message);
    },
    onError: () => setAnnouncement(""),
    onSettled() {
      movedId.current = null;
    },
  });
  const undoButton = useRef<HTMLButtonElement>(null);
  const presses = useRef(0);
  const undo = useDedupedMutation({
    scope: reorderScope,
    // Each press undoes one more step, even while the one before is pending.
    keyOf: String,
    async mutationFn(_press: number) {
      const change = changes.current.at(-1);
      if (!change) return;
      // The button keeps the focus for the next press.
      if (document.activeElement !== undoButton.current) movedId.current = change.focusAfterUndo;
      const drop = () => {
        changes.current.pop();
        setUndoable(changes.current.length);
      };
      await change.undo().catch((error: unknown) => {
        // The scene is deleted, so this undo is dropped and the next one undoes an earlier step.
        if (error instanceof NotFoundError) drop();
        throw error;
      });
      drop();
      setAnnouncement("Undone");
    },
    onSettled() {
      movedId.current = null;
    },
  });
  const undoLast = () => {
    if (undoable === 0 && !move.isPending) return;
    presses.current += 1;
    undo.mutate(presses.current);
  };
  useUndoShortcut(open && !isDragging, undoLast);
  const scenes = sortScenes(story.scenes);
  const orderKey = scenes
    .flatMap(({ _id, panels }) => [_id, ...panels.map((one) => one._id)])
    .join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new order
  useEffect(() => {
    if (movedId.current) focusHandle(movedId.current);
  }, [orderKey]);

  function onDragStart({ operation: { source } }: DragStartEvent) {
    setIsDragging(true);
    setAnnouncement(`Picked up. ${describePosition(source)}`);
    // Mouse and touch do not focus the handle automatically.
    if (source) createHandleRef(String(source.id)).current?.focus({ preventScroll: true });
  }

  function onDragEnd({ canceled, operation: { source } }: DragEndEvent) {
    // The Escape that ends a drag must not close the dialog as well.
    setTimeout(() => setIsDragging(false));
    if (canceled || !isSortable(source) || source.index === source.initialIndex) {
      setAnnouncement("It is left where it was.");
      return;
    }
    const { index, id } = source;
    const { sceneId } = source.data as DragData;
    const dragged = String(id);
    movedId.current = dragged;
    move.mutate({
      key: `${dragged} ${index}`,
      make: () => (sceneId ? placePanel(sceneId, dragged, index) : placeScene(dragged, index)),
    });
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      // The scene may have moved by now.
      onClosed={() => focusActionsMenu(sceneId)}
      locked={isDragging}
      initialFocus={createHandleRef(sceneId)}
      size="lg"
      title="Order of scenes and panels"
      description={
        <>
          Drag a scene by its handle, or a panel within its scene.
          <span className="hidden pointer-fine:inline">
            {" "}
            By keyboard: Enter picks it up, the arrow keys move it, Enter puts it down, Escape
            leaves it where it was.
          </span>
          <span className="hidden pointer-coarse:inline">
            {" "}
            Press and hold a panel to drag it. The actions of each scene and panel move it, too.
          </span>
        </>
      }
      footer={
        <>
          {/* Reserves its height, so that the buttons do not move. */}
          <p
            role="status"
            className="min-w-0 flex-1 self-center text-ink-soft max-sm:-mb-1 max-sm:min-h-[1.5em] max-sm:flex-[1_0_100%]"
          >
            {announcement}
          </p>
          <Button
            ref={undoButton}
            // Keeps the focus, also after the last step.
            aria-disabled={undoable === 0}
            aria-keyshortcuts="Control+Z Meta+Z"
            loading={undo.isPending}
            onClick={undoLast}
          >
            <Undo2 aria-hidden="true" /> Undo
          </Button>
          <Button variant="primary" onClick={() => onOpenChange(false)}>
            Done
          </Button>
        </>
      }
    >
      <DragDropProvider
        plugins={withAnnouncements}
        sensors={sensors}
        onDragStart={onDragStart}
        onDragEnd={onDragEnd}
      >
        <DragAnnouncer onPlace={setAnnouncement} />
        <ol className="grid gap-3">
          {scenes.map((scene, index) => (
            <SceneRow
              key={scene._id}
              scene={scene}
              index={index}
              places={scenes.length}
              aspectRatio={story.aspectRatio}
            />
          ))}
        </ol>
      </DragDropProvider>
    </Dialog>
  );
}

/**
 * Announces the position during a drag, and focuses the moved element again. Not by the provider's
 * onDragOver: moves would wait for its render, and a quick Enter would come first.
 */
function DragAnnouncer({ onPlace }: { onPlace: (next: (before: string) => string) => void }) {
  const handlers = useMemo(
    () => ({
      onDragMove: moveByKey,
      onDragOver({ operation: { source, target } }: DragOverEvent) {
        // A target other than itself: the list has not made room yet.
        if (!source || source.id !== target?.id) return;
        const place = describePosition(source);
        // On pick-up the element is over its own position at once.
        onPlace((before) => (before.endsWith(place) ? before : place));
        focusHandle(String(source.id), { preventScroll: true });
      },
    }),
    [onPlace],
  );
  useDragDropMonitor(handlers);
  return null;
}
