/** A key: `Press <Kbd>Enter</Kbd> to send`. */
import type { ReactNode } from "react";

export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className="kbd">{children}</kbd>;
}
