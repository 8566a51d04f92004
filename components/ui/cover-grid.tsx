import type { ReactNode } from "react";
import { cx } from "./utils/cx";

/** Six columns at 1440 px, two at 390 px: divisors of twelve, so that all rows are full. */
export function CoverGrid({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cx("cover-grid", className)}>{children}</div>;
}
