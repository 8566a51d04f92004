/** The fixed header: the logo and 'Explore' link to the home page; the account is at the right. */
import { Compass } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { brand } from "@/lib/platform/brand";
import { Logo } from "./logo";

interface HeaderProps {
  /** Links beside 'Explore' for signed-in people. */
  links?: ReactNode;
  children?: ReactNode;
}

export function Header({ links, children }: HeaderProps) {
  return (
    <header className="shell-header">
      <div className="mx-auto flex h-full max-w-wide items-center gap-2 px-4 sm:gap-4 md:px-8">
        <Link
          href="/"
          prefetch={false}
          aria-label={`${brand.name}, home`}
          className="rounded-control"
        >
          <Logo />
        </Link>
        <nav aria-label="Main" className="ml-auto flex sm:gap-2">
          <Link href="/#stories" prefetch={false} className="shell-link shell-explore">
            <Compass aria-hidden="true" />
            <span>Explore</span>
          </Link>
          {links}
        </nav>
        {/* As wide as 'Sign In', or as the account if there may be a session, so that nothing
            shifts. */}
        <div className="flex min-w-20 items-center justify-end in-data-session:min-w-10 has-[.avatar]:min-w-10">
          {children}
        </div>
      </div>
    </header>
  );
}
