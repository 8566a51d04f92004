"use client";
import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { useCloseOnBack } from "@/components/ui/hooks/use-close-on-back";
import { Kbd } from "@/components/ui/kbd";

const command = () => (/Mac|iP(hone|ad)/.test(navigator.platform) ? "⌘" : "Ctrl");

const keys = (mod: string): [ReactNode, string][] => [
  [<Kbd key="k">Tab</Kbd>, "next bubble"],
  [<Kbd key="k">← ↑ → ↓</Kbd>, "move by 1 %, with Shift by 5 %"],
  [<Kbd key="k">Alt ← →</Kbd>, "narrower, wider"],
  [<Kbd key="k">Alt ↑ ↓</Kbd>, "larger, smaller text"],
  [<Kbd key="k">Enter</Kbd>, "write its text"],
  [<Kbd key="k">T</Kbd>, "the tail's tip: arrows move it, Delete resets it"],
  [<Kbd key="k">[ ]</Kbd>, "send backward, bring forward"],
  [<Kbd key="k">C V</Kbd>, "copy its style, paste it on another"],
  [<Kbd key="k">{mod} D</Kbd>, "duplicate"],
  [<Kbd key="k">Delete</Kbd>, "delete"],
  [<Kbd key="k">{mod} Z</Kbd>, "undo; with Shift, or Ctrl Y, redo"],
  [<Kbd key="k">{mod} S</Kbd>, "save and stay"],
];

const fingers: [ReactNode, string][] = [
  ["One tap", "chooses a bubble"],
  ["Two taps", "on a bubble: write its text; beside the bubbles: a new one there"],
  ["Drag it", "moves the bubble"],
  ["Drag a side", "makes it wider or narrower, as its text allows"],
  ["Drag the corner", "makes the text larger or smaller"],
  ["Drag the dot", "points the tail at the speaker"],
  ["Two fingers", "make the picture larger or smaller"],
];

/**
 * Over panel, tools and the first fields: the space below the panel is too small for a dozen keys.
 */
const helpClasses =
  "absolute top-2 right-2 z-3 max-h-[62dvh] w-[min(24rem,100%-1rem)] overflow-y-auto rounded-card border-2 border-ink bg-sheet px-3 pb-3 text-[0.875rem] shadow-hard lg:top-auto lg:right-auto lg:bottom-2 lg:left-[calc(100%+0.5rem)] lg:max-h-[60dvh] lg:w-96";

interface StageHelpProps {
  isTouch: boolean;
  onClose: () => void;
}

/** Help for the keys or, on touch screens, the gestures of the stage. */
export function StageHelp({ isTouch, onClose }: StageHelpProps) {
  const name = isTouch ? "Help" : "Keys";
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  useCloseOnBack(true, onClose);
  return (
    <section
      aria-label={name}
      className={helpClasses}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className="sticky top-0 flex items-center justify-between pt-2 pb-1 bg-sheet">
        <h3 className="font-bold">{isTouch ? "With touch" : "Keys on a bubble"}</h3>
        <Button
          ref={close}
          icon
          size="sm"
          variant="ghost"
          label={`Close ${name.toLowerCase()}`}
          onClick={onClose}
        >
          <X aria-hidden="true" />
        </Button>
      </div>
      <dl>
        {(isTouch ? fingers : keys(command())).map(([key, words]) => (
          <div key={words} className="grid grid-cols-[5.5rem_1fr] items-baseline gap-3 py-1">
            <dt>{key}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
