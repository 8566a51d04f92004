/** A key: `Press <Kbd>Enter</Kbd> to send`. */
import type { ReactNode } from "react";

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-block min-w-6 rounded-control border-2 border-b-4 border-ink bg-sheet px-1.5 text-center [font-family:inherit] text-sm font-bold">
      {children}
    </kbd>
  );
}
