"use client";
import { ArrowLeft, ArrowRight, ZoomIn, ZoomOut } from "lucide-react";
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { prefersReducedMotion } from "@/components/ui/utils/reduced-motion";
import { minOf } from "@/lib/platform/min-max";
import { detectGesture, isDoubleTap, type Tap } from "./navigation/gestures";
import "./panel-dialog.css";

interface PanelDialogProps {
  /** All panels of the page, in order. */
  panels: HTMLElement[];
  first: HTMLElement;
  /** Called for each panel that the reader turns to, so that the page shows it afterwards. */
  onTurned: (panel: HTMLElement) => void;
  onClosed: () => void;
}

/** Pixels; minimum size of the smallest letters in an enlarged panel. */
const minLegibleSize = 12;

/** A point of a panel, in fractions of its width and height. */
interface RelativePoint {
  x: number;
  y: number;
}

/** Reading begins at the top left. */
const corner: RelativePoint = { x: 0, y: 0 };

/** A panel alone, fit to the window or enlarged. */
export default function PanelDialog({ panels, first, onTurned, onClosed }: PanelDialogProps) {
  const [open, setOpen] = useState(true);
  const [at, setAt] = useState(Math.max(panels.indexOf(first), 0));
  /** Enlarged, with this point in the centre of the window; null fits the window. */
  const [large, setLarge] = useState<RelativePoint | null>(null);
  const panel = panels[at] ?? first;
  const last = panels.length - 1;

  function turn(by: number) {
    const next = Math.min(Math.max(at + by, 0), last);
    if (next === at) return;
    setAt(next);
    setLarge(null);
  }
  const view = useRef<HTMLElement>(null);
  function onKey(event: KeyboardEvent<HTMLElement>) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    // Arrow keys scroll a picture wider than the window.
    const isWide = view.current !== null && view.current.scrollWidth > view.current.clientWidth;
    if (!by || isWide || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    turn(by);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (!next && panel !== first) onTurned(panel);
      }}
      onClosed={onClosed}
      finalFocus={() => panel.querySelector<HTMLElement>(".panel-link")}
      size="xl"
      flush
      title={
        <span role="status">
          Panel {at + 1} of {panels.length}
        </span>
      }
      footer={
        <>
          {panels.length > 1 && (
            <Button aria-disabled={at === 0} onClick={() => turn(-1)} onKeyDown={onKey}>
              <ArrowLeft aria-hidden="true" />
              Previous
            </Button>
          )}
          <Button
            icon
            label="Larger"
            className="panel-size"
            aria-pressed={large !== null}
            onClick={() => setLarge(large ? null : corner)}
            onKeyDown={onKey}
          >
            {large ? <ZoomOut aria-hidden="true" /> : <ZoomIn aria-hidden="true" />}
          </Button>
          {panels.length > 1 && (
            <Button aria-disabled={at === last} onClick={() => turn(1)} onKeyDown={onKey}>
              Next
              <ArrowRight aria-hidden="true" />
            </Button>
          )}
        </>
      }
    >
      <PanelCopy
        holder={view}
        panel={panel}
        large={large}
        onKey={onKey}
        onSwipe={turn}
        onDoubleTap={(spot) => setLarge(large ? null : spot)}
      />
    </Dialog>
  );
}

interface PanelCopyProps {
  holder: RefObject<HTMLElement | null>;
  panel: HTMLElement;
  large: RelativePoint | null;
  onKey: (event: KeyboardEvent<HTMLElement>) => void;
  onSwipe: (by: 1 | -1) => void;
  onDoubleTap: (spot: RelativePoint) => void;
}

/** Panels are rendered on the server only: this shows a copy of the DOM. */
function PanelCopy({ holder, panel, large, onKey, onSwipe, onDoubleTap }: PanelCopyProps) {
  const [width, height] = panel.style.aspectRatio.split("/").map(Number);
  const aspect = (width ?? 3) / (height ?? 4) || 0.75;
  const need = Math.ceil(legibleWidth(panel));
  const fingers = useGestures({ canTurn: large === null, onSwipe, onDoubleTap });

  useEffect(() => {
    const copy = panel.cloneNode(true) as HTMLElement;
    for (const extra of copy.querySelectorAll(".panel-link, .heartbeat")) extra.remove();
    copy.removeAttribute("data-on");
    const picture = copy.querySelector("img");
    if (picture) {
      picture.loading = "eager";
      picture.sizes = `max(150vw, ${need}px)`;
    }
    const clip = copy.querySelector("video");
    if (clip) {
      clip.muted = true;
      clip.autoplay = !prefersReducedMotion();
    }
    holder.current?.replaceChildren(copy);
  }, [panel, need, holder]);

  useLayoutEffect(() => {
    const view = holder.current;
    if (!view || !large) return;
    view.scrollTo({
      left: large.x * view.scrollWidth - view.clientWidth / 2,
      top: large.y * view.scrollHeight - view.clientHeight / 2,
      behavior: "instant",
    });
  }, [large, holder]);

  return (
    <section
      ref={holder}
      className="panel-alone"
      aria-label="Panel"
      data-large={large ? "" : undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a picture larger than the window is scrolled
      tabIndex={0}
      onKeyDown={onKey}
      {...fingers}
      style={{ "--aspect": aspect, "--need": `${need}px` } as CSSProperties}
    />
  );
}

interface GestureHandlers {
  canTurn: boolean;
  onSwipe: (by: 1 | -1) => void;
  onDoubleTap: (spot: RelativePoint) => void;
}

/** Gestures on the picture: a swipe turns, a double tap toggles the size. */
function useGestures({ canTurn, onSwipe, onDoubleTap }: GestureHandlers) {
  const down = useRef<Tap | null>(null);
  const before = useRef<Tap | null>(null);
  const tapOf = (event: PointerEvent): Tap => ({
    x: event.clientX,
    y: event.clientY,
    at: event.timeStamp,
  });
  return {
    onPointerDown(event: PointerEvent) {
      down.current = event.isPrimary && event.button === 0 ? tapOf(event) : null;
    },
    onPointerUp(event: PointerEvent) {
      if (!down.current || !event.isPrimary) return;
      const up = tapOf(event);
      const gesture = detectGesture(down.current, up, window.innerWidth);
      down.current = null;
      if (gesture?.startsWith("swipe")) {
        // After a pinch zoom, a finger pans the view.
        const isSpread = (window.visualViewport?.scale ?? 1) > 1.01;
        if (canTurn && !isSpread && event.pointerType !== "mouse")
          onSwipe(gesture === "swipe-next" ? 1 : -1);
        return;
      }
      const panel = event.target instanceof Element ? event.target.closest(".panel") : null;
      if (!gesture || !panel || event.target instanceof HTMLVideoElement) return;
      if (!isDoubleTap(before.current, up)) {
        before.current = up;
        return;
      }
      before.current = null;
      document.getSelection()?.removeAllRanges();
      const frame = panel.getBoundingClientRect();
      onDoubleTap({ x: (up.x - frame.x) / frame.width, y: (up.y - frame.y) / frame.height });
    },
  };
}

/** Minimum panel width, in px, at which its smallest letters are readable; 0 without letters. */
function legibleWidth(panel: HTMLElement): number {
  const bubbles = panel.querySelector<SVGSVGElement>("svg.panel-bubbles");
  const sizes = [...(bubbles?.querySelectorAll(".lettering") ?? [])].map((letters) =>
    Number(letters.getAttribute("font-size")),
  );
  if (!bubbles || sizes.length === 0) return 0;
  return (minLegibleSize * bubbles.viewBox.baseVal.width) / minOf(sizes);
}
