import type { ReactNode } from "react";

/** The label of a button, and below it in small print the effect of a press. */
export const TwoLines = ({ hint, children }: { hint: ReactNode; children: ReactNode }) => (
  <span className="two-lines grid text-start leading-3.75">
    {children}
    <small className="text-[0.75rem]/3.5 font-normal text-ink-soft">{hint}</small>
  </span>
);
