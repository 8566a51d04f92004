"use client";
/**
 * A short hint on hover and focus. Never the only name of a control: that is `label` of Button.
 *
 *   <Tooltip text="Regenerate image"><Button icon label="Regenerate image"><RefreshCw /></Button></Tooltip>
 */
import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";

interface TooltipProps {
  text: ReactNode;
  side?: "top" | "bottom" | "left" | "right";
  children: ReactElement;
}

export function Tooltip({ text, side = "top", children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} delay={400} />
      <Base.Portal>
        <Base.Positioner className="popup-place" side={side} sideOffset={8}>
          <Base.Popup className="tooltip">{text}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
