/**
 * A stamp: `<Badge tone="green">Published</Badge>`, `<Badge tone="yellow">Draft</Badge>`.
 */
import type { ReactNode } from "react";
import { cx } from "./utils/cx";

const tones = {
  neutral: "border-current bg-sheet text-ink-soft",
  green: "border-current bg-sheet text-green",
  yellow: "border-ink bg-yellow text-on-yellow",
  red: "border-current bg-sheet text-red",
  blue: "border-current bg-sheet text-blue",
} as const;

interface BadgeProps {
  tone?: keyof typeof tones;
  className?: string;
  children: ReactNode;
}

export function Badge({ tone = "neutral", className, children }: BadgeProps) {
  return (
    <span
      className={cx(
        "inline-flex items-center gap-1 rounded-control border-2 px-2 text-sm/5.5 font-bold whitespace-nowrap [&>svg]:size-3.75",
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
