/**
 * A small rounded choice: a link, of which `current` marks the chosen one.
 *
 *   <ChipRow label="Filter by tag">
 *     <Chip href="/" current={!tag}>All</Chip>
 *     <Chip href="/?tag=noir" count={12} current={tag === "noir"}>noir</Chip>
 *   </ChipRow>
 *
 * ChipRow scrolls sideways if it is too long.
 */
import Link from "next/link";
import type { ReactNode } from "react";

interface ChipProps {
  href: string;
  current?: boolean;
  count?: number | undefined;
  children: ReactNode;
}

export function Chip({ href, current, count, children }: ChipProps) {
  return (
    <Link href={href} prefetch={false} aria-current={current ? "true" : undefined} className="chip">
      {children}
      {count !== undefined && <span className="font-normal">{count}</span>}
    </Link>
  );
}

export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls, these are links
    <div role="group" aria-label={label} className="chip-row">
      {children}
    </div>
  );
}
