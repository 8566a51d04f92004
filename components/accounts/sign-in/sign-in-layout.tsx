import type { ReactNode } from "react";
import { Page } from "@/components/shell/page";
import { Illustration } from "@/components/ui/pictures/illustration";

interface SignInLayoutProps {
  title: string;
  intro?: ReactNode;
  /** The comic page beside the form. */
  picture: "comic-page" | "comic-page-open";
  children: ReactNode;
}

/** A card with a form, on wide screens beside a page of a comic. */
export function SignInLayout({ title, intro, picture, children }: SignInLayoutProps) {
  return (
    <Page className="lg:grid lg:grid-cols-[1fr_26rem] lg:items-center lg:gap-16">
      <div className="mx-auto hidden w-full max-w-104 lg:block" aria-hidden="true">
        <Illustration name={picture} />
      </div>
      <section
        aria-labelledby="form-title"
        className="mx-auto grid w-full max-w-form gap-6 rounded-card border-2 border-ink bg-sheet p-6 sm:p-8"
      >
        <header className="grid gap-1">
          <h1 id="form-title" className="display text-3xl">
            {title}
          </h1>
          {intro && <p className="text-ink-soft">{intro}</p>}
        </header>
        {children}
      </section>
    </Page>
  );
}
