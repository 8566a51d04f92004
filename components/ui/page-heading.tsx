/**
 * The title of a page, in Bangers, with actions beside it.
 *
 *   <PageHeading title="Welcome to your Dashboard, Mara!" actions={<Button>…</Button>}>…</PageHeading>
 */
import type { ReactNode } from "react";
import { cx } from "./utils/cx";

interface PageHeadingProps {
  title: ReactNode;
  actions?: ReactNode;
  className?: string;
  /** Below the title: description, author line. */
  children?: ReactNode;
}

export function PageHeading({ title, actions, className, children }: PageHeadingProps) {
  return (
    <header className={cx("flex flex-wrap items-end justify-between gap-4", className)}>
      <div className="min-w-64 flex-1">
        <h1 className="font-display text-3xl tracking-[0.02em] wrap-anywhere">{title}</h1>
        {children}
      </div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </header>
  );
}
