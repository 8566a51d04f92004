import type { ReactNode } from "react";
import { Page } from "@/components/shell/page";

interface SingleCardPageProps {
  title: string;
  intro: ReactNode;
  children: ReactNode;
}

/** A page with one card. */
export const SingleCardPage = ({ title, intro, children }: SingleCardPageProps) => (
  <Page>
    <section
      aria-labelledby="sheet-title"
      className="mx-auto grid w-full max-w-measure gap-6 rounded-card border-2 border-ink bg-sheet p-6 sm:p-8"
    >
      <header className="grid gap-1">
        <h1 id="sheet-title" className="display text-3xl wrap-anywhere">
          {title}
        </h1>
        <p className="text-ink-soft wrap-anywhere">{intro}</p>
      </header>
      {children}
    </section>
  </Page>
);
