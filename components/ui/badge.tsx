/**
 * A stamp: `<Badge tone="green">Published</Badge>`, `<Badge tone="yellow">Draft</Badge>`.
 */
import type { ReactNode } from "react";
import { cx } from "./utils/cx";

interface BadgeProps {
  tone?: "neutral" | "green" | "yellow" | "red" | "blue";
  className?: string;
  children: ReactNode;
}

export function Badge({ tone = "neutral", className, children }: BadgeProps) {
  return (
    <span className={cx("badge", tone !== "neutral" && `badge-${tone}`, className)}>
      {children}
    </span>
  );
}
