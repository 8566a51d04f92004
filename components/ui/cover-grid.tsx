import type { ReactNode } from "react";
import { cx } from "./utils/cx";

/** Six columns at 1440 px, two at 390 px: numbers that divide twelve, so that rows are whole. */
export function CoverGrid({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cx("cover-grid", className)}>{children}</div>;
}
