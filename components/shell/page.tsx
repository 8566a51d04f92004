/**
 * The column of a page's content. The root layout provides <main>; a page renders one Page (or
 * several bands of different width), never another <main>.
 *
 *   <Page width="wide">…</Page>      feed: six covers
 *   <Page width="page">…</Page>      profile, dashboard (default)
 *   <Page width="reading">…</Page>   720 px
 *   <Page width="form">…</Page>      login
 */
import type { ReactNode } from "react";
import { cx } from "@/components/ui/utils/cx";

const widths = {
  form: "max-w-form",
  reading: "max-w-reading",
  page: "max-w-page",
  wide: "max-w-wide",
} as const;

interface PageProps {
  width?: keyof typeof widths;
  className?: string;
  children: ReactNode;
}

export function Page({ width = "page", className, children }: PageProps) {
  return (
    <div className={cx("mx-auto w-full px-4 py-8 md:px-8 md:py-12", widths[width], className)}>
      {children}
    </div>
  );
}
