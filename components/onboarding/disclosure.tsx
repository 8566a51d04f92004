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
    <div className="disclosure">
      <div className="flex min-h-11 items-center justify-between gap-3">
        <button
          type="button"
          className="disclosure-label"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => onOpenChange(!open)}
        >
          <ChevronDown aria-hidden="true" className="disclosure-mark" />
          {label}
        </button>
        {open && action}
      </div>
      {open && (
        <div
          ref={content}
          id={id}
          className="disclosure-content pt-3 animate-[fade-in_200ms_var(--ease-out)]"
        >
          {children}
        </div>
      )}
    </div>
  );
}
