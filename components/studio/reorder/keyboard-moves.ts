import { isSortable } from "@dnd-kit/dom/sortable";
import type { DragDropManager, DragMoveEvent } from "@dnd-kit/react";

/** Serializes moves: each key press waits for the one before. */
let lastMove = Promise.resolve();

/**
 * Moves by one position for each arrow key. The library looks for the nearest element instead,
 * from where the dragged one was when it was picked up: after a scroll, such as the focus causes,
 * that is far away.
 */
export function moveByKey(event: DragMoveEvent, manager: DragDropManager): void {
  const { by, nativeEvent } = event;
  if (!by || !(nativeEvent instanceof KeyboardEvent)) return;
  event.preventDefault();
  const step = by.x + by.y > 0 ? 1 : -1;
  lastMove = lastMove.then(() => moveBy(step, manager)).catch(() => undefined);
}

async function moveBy(step: 1 | -1, manager: DragDropManager): Promise<void> {
  const { actions, collisionObserver, dragOperation, registry } = manager;
  const { source } = dragOperation;
  if (!isSortable(source)) return;
  const wanted = source.index + step;
  const target = [...registry.droppables].find(
    (one) => isSortable(one) && one.group === source.group && one.index === wanted,
  );
  if (!target) return;
  // Otherwise the library would choose the nearest target again.
  collisionObserver.disable();
  await actions.setDropTarget(target.id);
  const shape = dragOperation.shape?.current.boundingRectangle;
  const element = source.sortable.target ?? source.element;
  if (element && shape) {
    element.scrollIntoView({ block: "nearest" });
    const { x, y } = element.getBoundingClientRect();
    void actions.move({ by: { x: x - shape.left, y: y - shape.top } });
  }
  await actions.setDropTarget(source.id);
  collisionObserver.enable();
}
