"use client";
import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";

const command = () => (/Mac|iP(hone|ad)/.test(navigator.platform) ? "⌘" : "Ctrl");

const keys = (mod: string): [ReactNode, string][] => [
  [<Kbd key="k">Tab</Kbd>, "next bubble"],
  [<Kbd key="k">← ↑ → ↓</Kbd>, "move by 1 %, with Shift by 5 %"],
  [<Kbd key="k">Alt ← →</Kbd>, "narrower, wider"],
  [<Kbd key="k">Alt ↑ ↓</Kbd>, "larger, smaller letters"],
  [<Kbd key="k">Enter</Kbd>, "write its text"],
  [<Kbd key="k">T</Kbd>, "the tail's tip: arrows move it, Delete lets it go"],
  [<Kbd key="k">[ ]</Kbd>, "send back, bring forward"],
  [<Kbd key="k">C V</Kbd>, "copy its style, give it to another"],
  [<Kbd key="k">{mod} D</Kbd>, "duplicate"],
  [<Kbd key="k">Delete</Kbd>, "delete"],
  [<Kbd key="k">{mod} Z</Kbd>, "undo; with Shift, or Ctrl Y, redo"],
  [<Kbd key="k">{mod} S</Kbd>, "save and stay"],
];

/** What the keys do on the stage. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  return (
    <section
      aria-label="Keys"
      className="bubble-keys"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className="sticky top-0 flex items-center justify-between pt-2 pb-1 bg-sheet">
        <h3 className="font-bold">Keys on a bubble</h3>
        <Button ref={close} icon size="sm" variant="ghost" label="Close keys" onClick={onClose}>
          <X aria-hidden="true" />
        </Button>
      </div>
      <dl>
        {keys(command()).map(([key, words]) => (
          <div key={words}>
            <dt>{key}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
