/**
 * A small rounded choice. With `href` it is a link (`current` marks the chosen one), otherwise a
 * toggle button (`pressed`). No client code of its own.
 *
 *   <ChipRow label="Filter by tag">
 *     <Chip href="/" current={!tag}>All</Chip>
 *     <Chip href="/?tag=noir" count={12} current={tag === "noir"}>noir</Chip>
 *   </ChipRow>
 *   <Chip pressed={on} onClick={toggle}>Custom Style</Chip>
 *
 * ChipRow scrolls sideways if it is too long.
 */
import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { cx } from "./utils/cx";

interface ChipBaseProps {
  count?: number;
  className?: string;
  children: ReactNode;
}

type ChipProps = ChipBaseProps &
  (
    | ({ href: string; current?: boolean } & Omit<ComponentProps<typeof Link>, keyof ChipBaseProps>)
    | ({ href?: undefined; pressed?: boolean } & Omit<
        ComponentProps<"button">,
        keyof ChipBaseProps
      >)
  );

export function Chip({ count, className, children, ...rest }: ChipProps) {
  const inside = (
    <>
      {children}
      {count !== undefined && <span className="font-normal">{count}</span>}
    </>
  );
  if (rest.href !== undefined) {
    const { current, ...link } = rest;
    return (
      <Link aria-current={current ? "true" : undefined} className={cx("chip", className)} {...link}>
        {inside}
      </Link>
    );
  }
  const { pressed, href: _, ...button } = rest;
  return (
    <button type="button" aria-pressed={pressed} className={cx("chip", className)} {...button}>
      {inside}
    </button>
  );
}

export function ChipRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls, these may be links
    <div role="group" aria-label={label} className="chip-row">
      {children}
    </div>
  );
}
