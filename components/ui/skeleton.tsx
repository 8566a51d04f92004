/**
 * A placeholder during loading. Give it the size of the content, so that nothing shifts.
 *
 *   <Skeleton className="h-6 w-40" />
 *   <Skeleton frame className="aspect-[3/4]" />   a panel or cover with its border
 *
 * Decoration: announce "Loading your story..." once beside it (Spinner with a label, or
 * role="status").
 */
import { cx } from "./utils/cx";

interface SkeletonProps {
  frame?: boolean;
  /** Without animation, while nothing is loading yet: animating costs time in each frame. */
  isStatic?: boolean;
  className?: string;
}

export function Skeleton({ frame, isStatic, className }: SkeletonProps) {
  return (
    <div
      aria-hidden="true"
      className={cx(
        "skeleton",
        frame && "skeleton-frame",
        isStatic && "after:animate-none",
        className,
      )}
    />
  );
}
