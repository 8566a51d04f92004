/**
 * An empty list: a drawing, an explanation, an action.
 *
 *   <EmptyState picture={<Illustration name="empty-desk" />} title="No stories yet"
 *               action={<ButtonLink href="/" variant="primary">New Story</ButtonLink>}>
 *     Create your first story to get started!
 *   </EmptyState>
 *
 * `heading` sets the level (h1 on a page of its own).
 */
import type { ReactNode } from "react";
import { cx } from "./utils/cx";

interface EmptyStateProps {
  picture?: ReactNode;
  title: ReactNode;
  action?: ReactNode;
  heading?: "h1" | "h2" | "h3";
  className?: string;
  children?: ReactNode;
}

export function EmptyState({
  picture,
  title,
  action,
  heading: Heading = "h2",
  className,
  children,
}: EmptyStateProps) {
  return (
    <section
      className={cx(
        "empty relative isolate grid justify-items-center gap-3 overflow-clip rounded-card border-2 border-ink bg-sheet px-6 pt-10 text-center wrap-anywhere",
        // Keeps text above the dots at the foot; a button may cover them.
        action ? "pb-10" : "pb-24",
        className,
      )}
    >
      {picture && <div className="w-full max-w-80">{picture}</div>}
      <Heading className={cx("display", Heading === "h1" ? "text-3xl" : "text-2xl")}>
        {title}
      </Heading>
      {children && <div className="max-w-measure text-lg text-ink-soft">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>}
    </section>
  );
}
