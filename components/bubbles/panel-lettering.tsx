"use client";
import {
  type CSSProperties,
  type MouseEvent,
  memo,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import { Balloons } from "@/components/comic/panel-view";
import { cx } from "@/components/ui/cx";
import type { Point } from "@/lib/scenes/balloon-path";
import type { TextBubble } from "@/lib/scenes/bubble";
import { applyEdit, type Bubbles, drawnPosition } from "@/lib/scenes/bubble-editing";
import { drawnGeometry, type Size } from "@/lib/scenes/bubble-geometry";
import { bubbleName } from "./bubble-words";
import { type Held, HeldLayer, hold } from "./held-balloon";
import { followPress } from "./press";

interface PanelLetteringProps {
  bubbles: readonly TextBubble[];
  size: Size;
  /** Moved to another place of the panel and let go of; by a finger, which may not have meant it. */
  onMoved: (bubbles: Bubbles, byFinger: boolean) => void;
  /** Tapped, or chosen with the keyboard. */
  onOpen: (bubbleId: string) => void;
}

/**
 * The balloons of a panel on the table: each can be dragged, by a finger once it has rested there,
 * and a tap opens it. While one is dragged the others are not drawn again.
 */
export function PanelLettering({ bubbles, size, onMoved, onOpen }: PanelLetteringProps) {
  const [held, setHeld] = useState<Held | null>(null);
  /** Until those that were saved have come. */
  const [moved, setMoved] = useState<{ from: Bubbles; to: Bubbles } | null>(null);
  /** Always the same for the grips, so that those of the resting balloons rest as well. */
  const acts = useRef<GripActs>(null);
  const tapped = useRef<string | null>(null);
  const shown = moved?.from === bubbles ? moved.to : bubbles;

  function grab(event: PointerEvent<HTMLButtonElement>, bubble: TextBubble) {
    const frame = event.currentTarget.parentElement?.getBoundingClientRect();
    if (!frame) return;
    const from = drawnPosition(bubble, size);
    const movedBy = (bubbles: Bubbles, by: Point): Bubbles => {
      const at = { x: from.x + by.x / frame.width, y: from.y + by.y / frame.height };
      return applyEdit(bubbles, { kind: "place", id: bubble.id, at }, size);
    };
    const lifted = hold(bubble);
    followPress(event, {
      onTap: () => {
        tapped.current = bubble.id;
      },
      onStart: () => setHeld(lifted),
      onMove: (by) => lifted.move(movedBy([bubble], by)[0] ?? bubble),
      onDrop(by) {
        setHeld(null);
        // Held and let go of where it was: nothing to save.
        if (Math.hypot(by.x, by.y) < 1) return;
        const to = movedBy(bubbles, by);
        setMoved({ from: bubbles, to });
        onMoved(to, event.pointerType === "touch");
      },
      onCancel: () => setHeld(null),
      fingersScroll: true,
    });
  }

  acts.current = {
    grab,
    // A tap opens with its click: one that came later would hit what has opened meanwhile.
    click({ detail }, { id }) {
      if (detail === 0 || tapped.current === id) onOpen(id);
      tapped.current = null;
    },
  };
  const grips = useStillPage(held !== null);

  return (
    <>
      <Balloons
        bubbles={shown}
        size={size}
        heldId={held?.id}
        held={<HeldLayer held={held} size={size} />}
      />
      <div ref={grips} className="bubble-grips bubble-grips-table">
        {shown.map((bubble) => (
          <Grip
            key={bubble.id}
            bubble={bubble}
            size={size}
            isHeld={bubble.id === held?.id}
            acts={acts}
          />
        ))}
      </div>
    </>
  );
}

/** Keeps the page where it is while a finger holds something in this element. */
function useStillPage(isHeld: boolean) {
  const element = useRef<HTMLDivElement>(null);
  const holds = useRef(isHeld);
  holds.current = isHeld;
  useEffect(() => {
    // React's own listeners cannot prevent it.
    const stay = (event: TouchEvent) => holds.current && event.preventDefault();
    const grips = element.current;
    grips?.addEventListener("touchmove", stay, { passive: false });
    return () => grips?.removeEventListener("touchmove", stay);
  }, []);
  return element;
}

interface GripActs {
  grab: (event: PointerEvent<HTMLButtonElement>, bubble: TextBubble) => void;
  click: (event: MouseEvent, bubble: TextBubble) => void;
}

interface GripProps {
  bubble: TextBubble;
  size: Size;
  isHeld: boolean;
  acts: RefObject<GripActs | null>;
}

/** What lies over a balloon to be grabbed. */
const Grip = memo(function Grip({ bubble, size, isHeld, acts }: GripProps) {
  return (
    <button
      type="button"
      className={cx("bubble-grip", isHeld && "bubble-grip-held")}
      data-bubble={bubble.id}
      style={boxStyle(bubble, size)}
      aria-label={`Edit ${bubbleName(bubble)}`}
      onPointerDown={(event) => acts.current?.grab(event, bubble)}
      // What a press is, followPress decides; a keyboard or a screen reader comes without one.
      onClick={(event) => acts.current?.click(event, bubble)}
      onContextMenu={(event) => event.preventDefault()}
    />
  );
});

/** Where a balloon lies, in shares of the panel. */
export function boxStyle(bubble: TextBubble, size: Size): CSSProperties {
  const { box } = drawnGeometry(bubble, size);
  return {
    left: `${(box.x / size.width) * 100}%`,
    top: `${(box.y / size.height) * 100}%`,
    width: `${(box.width / size.width) * 100}%`,
    height: `${(box.height / size.height) * 100}%`,
  };
}
