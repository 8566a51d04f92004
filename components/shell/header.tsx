/** The fixed header: the logo and 'Explore' link to the home page; the account is at the right. */
import Link from "next/link";
import type { ReactNode } from "react";
import { brand } from "@/lib/platform/brand";
import { headerLink } from "./header-link";
import { Logo } from "./logo";

interface HeaderProps {
  /** Links beside 'Explore' for signed-in people. */
  links?: ReactNode;
  children?: ReactNode;
}

export function Header({ links, children }: HeaderProps) {
  return (
    <header className="shell-header fixed inset-x-0 top-0 z-50 h-(--header) border-b-2 border-ink bg-paper transition-[translate] duration-200 in-data-[chrome=hidden]:not-focus-within:-translate-y-[110%]">
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
          {/* Where there is no room, the logo leads to the same page. */}
          <Link
            href="/#stories"
            prefetch={false}
            className={`flex ${headerLink} max-[22rem]:hidden`}
          >
            Explore
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
