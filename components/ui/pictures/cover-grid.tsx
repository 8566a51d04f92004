import { Activity, type ReactNode } from "react";
import { cx } from "../utils/cx";

/**
 * Six columns at 1440 px, two at 390 px: divisors of twelve, so that all rows are full. Hydrated
 * after the rest of the page, or when it is touched.
 */
export function CoverGrid({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <Activity>
      <div className={cx("cover-grid", className)}>{children}</div>
    </Activity>
  );
}
