"use client";
import { ArrowLeft, ArrowRight } from "lucide-react";
import { type CSSProperties, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { isStill } from "./comforts/parts";
import "./panel-dialog.css";

interface PanelDialogProps {
  /** Of the whole story, as they stand on the page. */
  panels: HTMLElement[];
  first: HTMLElement;
  /** Of one that was turned to, so that the page shows it afterwards. */
  onTurned: (panel: HTMLElement) => void;
  onClosed: () => void;
}

/** The smallest letters of a panel that is seen by itself, in px. */
const legible = 12;

/** A panel by itself, as large as the window: where its letters were too small, larger than that. */
export default function PanelDialog({ panels, first, onTurned, onClosed }: PanelDialogProps) {
  const [open, setOpen] = useState(true);
  const [at, setAt] = useState(Math.max(panels.indexOf(first), 0));
  const panel = panels[at] ?? first;
  const last = panels.length - 1;

  const turn = (by: number) => setAt(Math.min(Math.max(at + by, 0), last));
  function onKey(event: KeyboardEvent<HTMLElement>) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    // A picture wider than the window is moved by the arrows.
    const isWide = event.currentTarget.scrollWidth > event.currentTarget.clientWidth;
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
        panels.length > 1 && (
          <>
            <Button aria-disabled={at === 0} onClick={() => turn(-1)}>
              <ArrowLeft aria-hidden="true" />
              Previous
            </Button>
            <Button aria-disabled={at === last} onClick={() => turn(1)}>
              Next
              <ArrowRight aria-hidden="true" />
            </Button>
          </>
        )
      }
    >
      <PanelCopy panel={panel} onKey={onKey} />
    </Dialog>
  );
}

interface PanelCopyProps {
  panel: HTMLElement;
  onKey: (event: KeyboardEvent<HTMLElement>) => void;
}

/** The panels of a page are drawn on the server alone: what is seen here is a copy of one. */
function PanelCopy({ panel, onKey }: PanelCopyProps) {
  const holder = useRef<HTMLElement>(null);
  const [width, height] = panel.style.aspectRatio.split("/").map(Number);
  const aspect = (width ?? 3) / (height ?? 4) || 0.75;
  const need = Math.ceil(widthFor(panel));

  useEffect(() => {
    const copy = panel.cloneNode(true) as HTMLElement;
    for (const extra of copy.querySelectorAll(".panel-link, .heartbeat")) extra.remove();
    copy.removeAttribute("data-on");
    const picture = copy.querySelector("img");
    if (picture) {
      picture.loading = "eager";
      picture.sizes = `max(100vw, ${need}px)`;
    }
    const clip = copy.querySelector("video");
    if (clip) {
      clip.muted = true;
      clip.autoplay = !isStill();
    }
    holder.current?.replaceChildren(copy);
    holder.current?.scrollTo(0, 0);
  }, [panel, need]);

  return (
    <section
      ref={holder}
      className="panel-alone"
      aria-label="Panel"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a picture larger than the window is scrolled
      tabIndex={0}
      onKeyDown={onKey}
      style={{ "--aspect": aspect, "--need": `${need}px` } as CSSProperties}
    />
  );
}

/** px that a panel has to be wide for its smallest letters to be read; 0 where it has none. */
function widthFor(panel: HTMLElement): number {
  const balloons = panel.querySelector<SVGSVGElement>("svg.panel-bubbles");
  const sizes = [...(balloons?.querySelectorAll(".lettering") ?? [])].map((letters) =>
    Number(letters.getAttribute("font-size")),
  );
  if (!balloons || sizes.length === 0) return 0;
  return (legible * balloons.viewBox.baseVal.width) / Math.min(...sizes);
}
