"use client";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { reveal } from "@/components/ui/reveal";

interface DisclosureProps {
  label: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** At the right of the label while open. */
  action?: ReactNode;
  children: ReactNode;
}

/** A heading that expands its content. */
export function Disclosure({ label, open, onOpenChange, action, children }: DisclosureProps) {
  const id = useId();
  const content = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(open);
  // Scrolls into view: the content may expand below the bar at the foot of the screen.
  useEffect(() => {
    if (open && !wasOpen.current) reveal(content.current);
    wasOpen.current = open;
  }, [open]);
  return (
    <div className="border-t-2 border-rule pt-2">
      <div className="flex min-h-11 items-center justify-between gap-3">
        <button
          type="button"
          className="group inline-flex min-h-11 items-center gap-2 rounded-control pr-2 text-left font-bold underline-offset-3 hover:underline hover:decoration-2"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => onOpenChange(!open)}
        >
          <ChevronDown
            aria-hidden="true"
            className="size-5 -rotate-90 transition-[rotate] group-aria-expanded:rotate-0"
          />
          {label}
        </button>
        {open && action}
      </div>
      {open && (
        <div
          ref={content}
          id={id}
          // Header and actions lie over the page.
          className="animate-[fade-in_200ms_var(--ease-out)] scroll-mt-20 scroll-mb-28 pt-3"
        >
          {children}
        </div>
      )}
    </div>
  );
}
